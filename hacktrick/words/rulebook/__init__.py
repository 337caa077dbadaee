"""The rules reference: its pages, its search, and the sentences about editions and codes.

Content only. A scene draws it; nothing here knows a window. Words and language come in with the
rules and the translator, so both can change while the program runs.
"""

from hacktrick.words.rulebook.book import explain, pages, topic_behind
from hacktrick.words.rulebook.codes import CODE_WORDS, code_card, code_name
from hacktrick.words.rulebook.editions import (
    differences,
    house_rule,
    option_name,
    option_value,
    preset_name,
    preset_summary,
)
from hacktrick.words.rulebook.model import (
    Block,
    Bullets,
    CodeText,
    Example,
    Heading,
    Page,
    Paragraph,
    Position,
    Ruling,
    Stack,
    Table,
)
from hacktrick.words.rulebook.searching import Hit, Index, index_for, search, texts_of

__all__ = [
    "CODE_WORDS",
    "Block",
    "Bullets",
    "CodeText",
    "Example",
    "Heading",
    "Hit",
    "Index",
    "Page",
    "Paragraph",
    "Position",
    "Ruling",
    "Stack",
    "Table",
    "code_card",
    "code_name",
    "differences",
    "explain",
    "house_rule",
    "index_for",
    "option_name",
    "option_value",
    "pages",
    "preset_name",
    "preset_summary",
    "search",
    "texts_of",
    "topic_behind",
]
