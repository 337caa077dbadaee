"""The nodes of the table for screen readers, in reading order.

Widgets provide their own nodes. Painted parts without a widget become labels, with the same
sentences as in text mode.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from hacktrick.i18n import table_remarks, table_report
from hacktrick.i18n.table_view_model import TableViewModel
from hacktrick.i18n.translator import _
from hacktrick.ui.accessibility.accessibility_tree import (
    Node,
    ReadableWidget,
    label_nodes,
)
from hacktrick.ui.widgets.basic_widgets import Widget
from hacktrick.ui.widgets.position_board import keypad_accessibility_node

if TYPE_CHECKING:
    from hacktrick.ui.table.input.table_widgets import TableWidgets

KEYPAD, ROW, HAND, COACH = "keypad", "row", "hand", "coach"
"""The first words of the keys of widgets; see ``TableWidgets.widgets_by_node_key``."""
BUTTONS, PLAYERS, CODES, TOOLS = "buttons", "players", "codes", "tools"
GROUPS = {
    **dict.fromkeys(("double", "button"), BUTTONS),
    **dict.fromkeys(("player", "back"), PLAYERS),
    **dict.fromkeys(("code", "kept"), CODES),
    **dict.fromkeys(("icon", "notebook", "log"), TOOLS),
}
"""The group of a widget by the first word of its key; any other first word is itself a group."""


def table_widgets_by_node_key(widgets: TableWidgets) -> dict[str, Widget]:
    """Return the widgets of the table by the key of their node, in reading order."""
    buttons = widgets.coach_panel.buttons
    return {
        "coach": widgets.coach_panel,
        **{f"{COACH}/button {n}": widget for n, widget in enumerate(buttons)},
        **widgets.widgets_by_node_key,
        "notebook": widgets.log,
    }


def status_bar_text(model: TableViewModel) -> str:
    """Return the text of the bar at the top."""
    stakes = sum(model.public.stakes)
    return table_remarks.round_and_target_text(
        model.round_number, model.public.rules.target, stakes
    )


def table_nodes(
    widgets: Mapping[str, ReadableWidget],
    model: TableViewModel,
    title: str,
    remarks: Iterable[str],
) -> list[Node]:
    """Return the nodes of a table.

    Args:
        widgets: the widgets by key, in which a slash separates groups; invisible widgets are left
            out.
        title: the heading.
        remarks: further sentences on the screen.
    """
    groups = _widget_nodes_by_group(widgets)
    return [
        Node("title", "heading", title),
        *label_nodes("prompt", [*table_report.prompt_lines(model), *remarks]),
        *_coach_panel_nodes(groups[COACH]),
        keypad_accessibility_node(groups[KEYPAD], KEYPAD),
        *_row_label_and_card_nodes(groups[ROW], model),
        Node(
            HAND,
            "list",
            _lower_hand_name(model),
            description=_open_cards(model),
            children=tuple(groups[HAND]),
        ),
        *groups[BUTTONS],
        *groups[PLAYERS],
        *_label_group_nodes(model, KNOWN_CARDS),
        *groups[CODES],
        *groups["deck"],
        *_label_group_nodes(model, SUPPLIES),
        *(() if groups["deck"] else DECK.label_nodes(model)),
        *_label_group_nodes(model, CODES_AND_CARDS),
        *groups[TOOLS],
    ]


def _widget_nodes_by_group(widgets: Mapping[str, ReadableWidget]) -> Mapping[str, list[Node]]:
    """Return the nodes of the visible widgets by group."""
    groups: dict[str, list[Node]] = defaultdict(list)
    for key, widget in widgets.items():
        if widget.visible:
            group, last_part = _group_and_last_part_of_key(key)
            node = widget.accessibility_node(last_part, ())
            if node is not None:
                groups[group].append(node)
    return groups


@cache
def _group_and_last_part_of_key(key: str) -> tuple[str, str]:
    """Return the group of a widget, and the part of its key after the last slash."""
    first_word = key.partition("/")[0].partition(" ")[0]
    return GROUPS.get(first_word, first_word), key.rpartition("/")[2]


def _coach_panel_nodes(nodes: Sequence[Node]) -> list[Node]:
    """Return the node of the coach's panel with its buttons; empty while the coach says nothing."""
    panel = next((node for node in nodes if node.key == COACH), None)
    if panel is None or not panel.name:
        return []
    buttons = (node for node in nodes if node is not panel)
    return [panel._replace(children=(*panel.children, *buttons))]


def _row_label_and_card_nodes(cards: Sequence[Node], model: TableViewModel) -> list[Node]:
    """Return the nodes of the row: labels and, in a replay, the cards, which can be pressed."""
    labels = ROW_TEXT.label_nodes(model)
    return [*labels, Node(ROW, "list", _("Row"), children=tuple(cards))] if cards else labels


def _lower_hand_name(model: TableViewModel) -> str:
    """Return the name of the hand at the lower edge."""
    if model.observation is not None and model.observation.seat == model.bottom:
        return _("Your cards")
    return table_report.seat_line(model, model.bottom)


def _open_cards(model: TableViewModel) -> str:
    """Return the cards at the lower edge, so that they are read at once; "" if any is hidden."""
    cards = model.shown_hand(model.bottom)
    return "" if None in cards else " ".join(map(str, cards))


def _label_group_nodes(model: TableViewModel, groups: Iterable[CachedLabelGroup]) -> list[Node]:
    return [node for group in groups for node in group.label_nodes(model)]


class CachedLabelGroup:
    """Labels about one subject, made anew only when the facts in the labels change.

    Args:
        facts: returns all values of a view model, except its wording, on which the lines depend.
        lines: returns the texts of the labels.
    """

    def __init__(
        self,
        key: str,
        facts: Callable[[TableViewModel], object],
        lines: Callable[[TableViewModel], list[str]],
    ) -> None:
        self.key, self.facts, self.lines = key, facts, lines
        self._facts: object = None
        self._nodes: list[Node] = []

    def label_nodes(self, model: TableViewModel) -> list[Node]:
        """Return the labels for a view model."""
        facts = model.wording, self.facts(model)
        if facts != self._facts:
            self._facts, self._nodes = facts, label_nodes(self.key, self.lines(model))
        return self._nodes


def _announced_sum_lines(model: TableViewModel) -> list[str]:
    """Return lines about the announced sums; empty if the memory aids do not show sums."""
    is_shown = model.has_memory_aids and model.announced_sums
    return table_report.sum_lines(model) if is_shown else []


def _unseen_card_lines(model: TableViewModel) -> list[str]:
    """Return lines about the unseen cards; empty if the memory aids do not count cards."""
    is_shown = model.has_memory_aids and model.observation is not None
    return table_report.unseen_card_lines(model) if is_shown else []


ROW_TEXT = CachedLabelGroup("row text", lambda model: model.public.row, table_report.row_lines)
KNOWN_CARDS = (
    CachedLabelGroup(
        "reading",
        lambda model: (model.card_knowledge_by_seat, model.snapshot.hands),
        table_report.deduced_card_lines,
    ),
    CachedLabelGroup("speech", lambda model: model.utterances_by_seat, table_report.speech_lines),
    CachedLabelGroup(
        "sum", lambda model: (model.has_memory_aids, model.announced_sums), _announced_sum_lines
    ),
    CachedLabelGroup(
        "threat",
        lambda model: (model.shows_only_public_information, model.key_threats),
        table_report.shown_threat_lines,
    ),
)
"""What is known about the hands, if the memory aids show this."""
SUPPLIES = (
    CachedLabelGroup(
        "score",
        lambda model: (model.public.score, model.public.stakes, model.public.seating),
        table_report.score_lines,
    ),
    CachedLabelGroup(
        "command",
        lambda model: (model.public.phase, model.public.command_in_force),
        table_report.command_in_force_lines,
    ),
    CachedLabelGroup(
        "markers",
        lambda model: (
            model.public.supply,
            model.public.captured,
            model.public.double,
            model.public.seating,
        ),
        table_report.marker_lines,
    ),
)
DECK = CachedLabelGroup(
    "deck text",
    lambda model: (model.public.deck_size, model.public.aside),
    table_report.deck_lines,
)
CODES_AND_CARDS = (
    CachedLabelGroup(
        "code text",
        lambda model: (
            model.public.codes,
            model.public.sealed,
            model.public.held_counts,
            model.public.seating,
            model.observation and model.observation.held,
        ),
        table_report.code_lines,
    ),
    CachedLabelGroup(
        "unseen",
        lambda model: (
            model.has_memory_aids,
            model.public.row,
            model.public.aside,
            model.observation and model.observation.hand,
            model.snapshot.hands,
        ),
        _unseen_card_lines,
    ),
)
