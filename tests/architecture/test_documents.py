"""The documents name what exists, and their tables and examples are true."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from assets import screenshots
from hacktrick.game.editions import PRESETS
from hacktrick.game.view_json import read_view
from hacktrick.i18n.computer_players import LEVEL_NAMES
from hacktrick.match.live_match import RandomChance
from hacktrick.match.record import read_record
from hacktrick.match.record_replay import load_match
from hacktrick.ui.input.intents import INTENTS

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [
    *ROOT.glob("*.md"),
    *ROOT.glob("docs/*.md"),
    *ROOT.glob(".github/**/*.md"),
    *(ROOT / path for path in ("hacktrick/README.md", "build/train/README.md")),
    *ROOT.glob("assets/*/README.md"),
]
LINK = re.compile(r"\]\(([^)\s]+)\)")
FILE = re.compile(
    r"(?<![\w/.])(?:hacktrick|build|tests|assets|docs)/[\w./-]*\.(?:py|md|toml|npz|pot|po)\b"
)
DOTTED = re.compile(r"`(hacktrick(?:\.\w+)+)`")
IN_PACKAGE = re.compile(
    r"`((?:game|match|ai|fairness|coach|library|online|arena|env|app|i18n|ui|terminal)(?:\.\w+)+)`"
)
NO_MODULES = (".po", ".pot", ".hpp")
PLACEHOLDERS = ("NAME", "CODE", "FILE")
COMMAND = re.compile(
    r"(?:python3? (build/[\w/]+\.py)|(?:^    |`)hacktrick )([^`\"\n]*)", re.MULTILINE
)
OPTION = re.compile(r"(?<![\w-])--[a-z][\w-]*")
PASSED_ON = {
    "": ("hacktrick/cli.py", "hacktrick/terminal/commands/*.py"),
    "build/start.py": ("hacktrick/cli.py",),
    "build/train/train.py": ("build/train/*.hpp",),
    "build/assets/recompute_figures.py": ("build/assets/recompute_*.py",),
}
"""The files that read the options of a command, where its own script does not; "" is the game."""
MACHINE = re.compile(r"(?<![\w.])/(?:work|home|root)/")


def page_text(path: str | Path) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def relative_path(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def anchor_of(heading: str) -> str:
    """Return the anchor that a code host gives a heading."""
    kept = re.sub(r"[^\w\- ]", "", heading.strip().lower())
    return kept.replace(" ", "-")


def anchors_of(page: Path) -> set[str]:
    lines = page_text(page).splitlines()
    return {anchor_of(line.lstrip("#")) for line in lines if line.startswith("#")}


def broken_links(document: Path) -> Iterator[str]:
    for target in LINK.findall(page_text(document)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (document.parent / path).resolve() if path else document
        if not file.exists() or (anchor and anchor not in anchors_of(file)):
            yield target


def missing_files(document: Path) -> Iterator[str]:
    for path in FILE.findall(page_text(document)):
        if not any(word in path for word in PLACEHOLDERS) and not (ROOT / path).exists():
            yield path


def unknown_options(document: Path) -> Iterator[str]:
    for script, arguments in COMMAND.findall(page_text(document)):
        files = [file for one in PASSED_ON.get(script, (script,)) for file in ROOT.glob(one)]
        source = "".join(page_text(file) for file in files)
        for option in OPTION.findall(arguments):
            named = (f'"{option}"', f'"{option[2:]}"')  # scripts put some together from words
            if option != "--help" and not any(one in source for one in named):
                yield f"{script or 'hacktrick'} {option}"


def is_module_or_member(dotted: str) -> bool:
    """Return whether a dotted name is a module or a member of one."""
    module, _, name = dotted.rpartition(".")
    try:
        if importlib.util.find_spec(dotted) is not None:
            return True
    except ModuleNotFoundError:
        pass  # the part before the last dot is not a package
    try:
        return hasattr(importlib.import_module(module), name)
    except ModuleNotFoundError:
        return False


def missing_modules(document: Path) -> Iterator[str]:
    text = page_text(document)
    named = [*DOTTED.findall(text), *(f"hacktrick.{name}" for name in IN_PACKAGE.findall(text))]
    modules = [dotted for dotted in named if not dotted.endswith(NO_MODULES)]
    yield from (dotted for dotted in modules if not is_module_or_member(dotted))


@pytest.mark.parametrize("document", DOCUMENTS, ids=relative_path)
def test_a_document_names_only_what_exists(document: Path) -> None:
    assert list(broken_links(document)) == []
    assert list(missing_files(document)) == []
    assert list(missing_modules(document)) == []
    assert list(unknown_options(document)) == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=relative_path)
def test_a_document_names_no_folder_of_one_machine(document: Path) -> None:
    assert MACHINE.findall(page_text(document)) == []


def test_a_broken_link_and_a_missing_file_module_or_option_are_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# One\n[a](#one) [b](#two) [c](gone.md) `build/gone.py` build/check.py\n"
        "`hacktrick.gone` `hacktrick.game.cards` `ui.gone.gone` `hacktrick.game.editions.PRESETS`\n"
        "`python build/check.py --slow --slower` `hacktrick arena A B --rounds 1 --gone`\n"
        "\n    hacktrick bot --level 3 --gone-too\n",
        encoding="utf-8",
    )
    assert list(unknown_options(page)) == [
        "build/check.py --slower",
        "hacktrick --gone",
        "hacktrick --gone-too",
    ]
    assert list(broken_links(page)) == ["#two", "gone.md"]
    assert list(missing_files(page)) == ["build/gone.py"]
    assert list(missing_modules(page)) == ["hacktrick.gone", "hacktrick.ui.gone.gone"]


def test_the_index_leads_to_every_page() -> None:
    linked = set(LINK.findall(page_text("docs/index.md")))
    pages = {path.name for path in ROOT.glob("docs/*.md")} - {"index.md"}
    assert pages <= linked


def table_rows(path: str, heading: str) -> list[list[str]]:
    """Return the cells of the first table under a heading, without the header row."""
    section = page_text(path).partition(f"## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    assert lines, heading
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_the_rules_page_describes_every_edition_correctly() -> None:
    described = {row[1].strip("`"): row for row in table_rows("docs/rules.md", "Editions")}
    assert set(described) == set(PRESETS)
    leaders = {
        "winner": "the winner",
        "alternates": "alternates",
        "solo": "the solo player",
        "rotates": "the next solo player",
    }
    markers = {"immediate": "loses at once", "when_obliged": "loses when obliged to play"}
    for name, row in described.items():
        rules = PRESETS[name]
        assert row[2:5] == [
            str(rules.target),
            leaders[rules.next_leader],
            markers[rules.out_of_markers],
        ]


def test_the_readme_names_every_level() -> None:
    described = [row[0] for row in table_rows("README.md", "Computer players")]
    assert described == [f"{level} {name}" for level, name in LEVEL_NAMES.items()]


SIGNS = {"backslash": "\\", "question": "?", "comma": ","}


def test_the_page_on_playing_lists_the_default_keys() -> None:
    """Every key and button of a turn, the coach and the window stands in the table."""
    table = table_rows("docs/play.md", "Keys")
    keys = {sign for row in table for sign in re.findall(r"`([^`]+)`", row[1])}
    buttons = {sign for row in table for sign in re.findall(r"`([^`]+)`", row[2])}
    for intent in INTENTS:
        first = intent.keys[0] if intent.keys else ""
        if intent.group in ("turn", "coach", "window") and first and "ctrl" not in first:
            assert SIGNS.get(first, first.upper()) in keys, intent.name
        if intent.button:
            assert intent.button.upper() in {button.upper() for button in buttons}, intent.name


def test_the_page_for_programmers_names_every_command() -> None:
    described = {
        name
        for row in table_rows("docs/programmers.md", "Commands")
        for name in re.findall(r"hacktrick ([\w-]+)", row[0])
    }
    done = subprocess.run(
        [sys.executable, "-m", "hacktrick", "--help"], capture_output=True, text=True, check=True
    )
    offered = set(re.findall(r"^    ([a-z][\w-]*)", done.stdout, re.MULTILINE))
    assert described == offered


def test_names_of_buttons_and_pages_are_those_of_the_program() -> None:
    """Every text in italics on the pages for players is one that the program shows."""
    catalogue = page_text("assets/locale/hacktrick.pot")
    for path in ("README.md", "docs/play.md"):
        for label in re.findall(r"(?<!\*)\*([A-Z][^*]+)\*(?!\*)", page_text(path)):
            for part in re.sub(r"\s+", " ", label).split(", "):
                assert f'msgid "{part}"' in catalogue, (path, part)


def test_the_page_of_pictures_is_the_one_that_its_script_writes() -> None:
    assert page_text("docs/screenshots.md") == screenshots.screenshots_page_text()
    shown = re.findall(r"\]\((pictures/[^)]+)\)", screenshots.screenshots_page_text())
    assert {path.name for path in ROOT.glob("docs/pictures/*")} == {Path(one).name for one in shown}


def python_blocks(path: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", page_text(path), re.DOTALL)


def test_the_examples_for_programmers_do_what_they_say() -> None:
    examples = [block for block in python_blocks("docs/programmers.md") if block.startswith(">>>")]
    assert len(examples) == 2
    for block in examples:  # output after an empty line would belong to no prompt and be unchecked
        assert all(part.startswith(">>>") for part in block.strip().split("\n\n"))
    parsed = doctest.DocTestParser().get_doctest("".join(examples), {}, "page", None, 0)
    assert doctest.DocTestRunner(verbose=False).run(parsed).failed == 0


def is_bot(program: str) -> bool:
    return "sys.stdin" in program


@pytest.mark.parametrize("number", [0, 1])
def test_the_bots_of_the_page_play_in_the_arena(number: int, tmp_path: Path) -> None:
    first, second = filter(is_bot, python_blocks("docs/programmers.md"))
    (tmp_path / "mybot.py").write_text((first, second)[number], encoding="utf-8")
    done = subprocess.run(
        [
            *(sys.executable, "-m", "hacktrick", "arena", "level:1"),
            *(f'cmd:"{sys.executable}" "{tmp_path / "mybot.py"}"', "--rounds", "4", "--seed", "1"),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "level:1" in done.stdout and "by fault" not in done.stdout


def json_example(path: str, heading: str) -> Any:
    """Return the first data of several lines under a heading, which are indented by four."""
    section = page_text(path).partition(f"# {heading}\n")[2]
    (text, *_) = re.findall(r"\n    (\{.*?\n)\n", section, re.DOTALL)
    return json.loads(text)


def test_the_view_and_the_record_of_the_page_are_valid_and_of_one_match() -> None:
    view = read_view(json_example("docs/programmers.md", "The view"))
    record = read_record(json.dumps(json_example("docs/programmers.md", "Records")))
    assert load_match(record, RandomChance(Random(1))).view(view.seat) == view


def test_the_glossary_has_at_most_sixty_terms() -> None:
    terms = re.findall(r"^- \*\*(.+?)\*\*", page_text("docs/glossary.md"), re.MULTILINE)
    assert 30 <= len(terms) <= 60
    assert terms == list(dict.fromkeys(terms))


KINDS = {"Added", "Changed", "Fixed", "Removed", "Security"}


def test_the_changelog_has_short_lines_under_the_usual_headings() -> None:
    text = page_text("CHANGELOG.md")
    assert "\n## [1.0.0]" in text
    kinds = re.findall(r"^### (.+)$", text, re.MULTILINE)
    assert set(kinds) <= KINDS
    entries = [line for line in text.splitlines() if line.startswith("- ")]
    assert len(entries) > 30
    assert [line for line in entries if len(line) > 120] == []
    inside = text.partition("\n### ")[2].splitlines()
    assert [line for line in inside if line.startswith("  ")] == []


def test_every_form_for_issues_asks_for_something_and_has_unique_fields() -> None:
    forms = [path for path in ROOT.glob(".github/ISSUE_TEMPLATE/*.yml") if path.stem != "config"]
    assert len(forms) == 3
    for path in forms:
        form = yaml.safe_load(path.read_text(encoding="utf-8"))
        assert form["name"] and form["description"]
        fields = [field for field in form["body"] if field["type"] != "markdown"]
        assert len({field["id"] for field in fields}) == len(fields)
        assert any(field.get("validations", {}).get("required") for field in fields)


def test_the_page_of_training_names_its_files() -> None:
    folder = ROOT / "build" / "train"
    named = {
        file
        for row in table_rows("build/train/README.md", "Files")
        for file in re.findall(r"`([\w.-]+)`", row[0])
    }
    unnamed = {"__init__.py", "main.cpp", "command_options.hpp", "train.py", "README.md"}
    assert named | unnamed == {path.name for path in folder.iterdir() if path.is_file()}


SOURCES = [
    path
    for pattern in ("hacktrick/**/*.py", "build/**/*.*", "tests/**/*.py", ".github/**/*.yml")
    for path in ROOT.glob(pattern)
    if path.suffix in (".py", ".hpp", ".cpp", ".toml", ".yml", ".sh") and path != Path(__file__)
]
SOURCE_FILE = re.compile(
    r"(?<![\w/.{}])(?:hacktrick|build|tests|docs)/[\w/-]+\.(?:py|md|toml|mjs|sh)\b"
)


def test_sources_name_only_files_that_exist() -> None:
    missing = {
        (relative_path(path), named)
        for path in [*SOURCES, ROOT / ".ci/run", ROOT / "pyproject.toml"]
        for named in SOURCE_FILE.findall(page_text(path))
        if not any(word in named for word in PLACEHOLDERS) and not (ROOT / named).exists()
    }
    assert missing == set()
