"""Fills the tables of the documents with the figures of assets/ai/figures.toml.

Each table stands between two marks (``BEGIN`` and ``END``). ``build/assets/recompute_figures.py``
runs this module; ``tests/build/test_recompute_figures.py`` checks that the documents are up to
date.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from assets.figures_file import Table, load_figure_tables

BEGIN, END = "<!-- build/assets/recompute_figures.py writes this: {name} -->", "<!-- to here -->"
BLOCK = re.compile(
    re.escape(BEGIN).replace(r"\{name\}", r"(\w+)") + r"\n(.*?)" + re.escape(END), re.DOTALL
)
SAMPLES = "samples rated within 100"

Tables = dict[str, Table]


def neighbouring_level_rows(tables: Tables) -> Iterator[str]:
    """Yield the lines of the table of levels against the level below."""
    yield "| where | player | against | rounds | seed | rounds won | points a round |"
    yield "|---|---|---|---|---|---|---|"
    for level, one in sorted(tables["neighbours"].items(), key=lambda item: int(item[0])):
        error = f" ± {one['points_pm']:.3f}" if "points_pm" in one else ""
        yield (
            f"| arena | level {level} | level {int(level) - 1} | {one['rounds']:,} | {one['seed']} "
            f"| {one['won']:.1f} ± {one['won_pm']:.1f} % | {one['points']:+.3f}{error} |"
        )


def forecast_calibration_rows(tables: Tables) -> Iterator[str]:
    """Yield lines on the calibration errors of forecasts with and without calibration lines."""
    lines, found = tables["calibration"], tables["forecasts"]
    yield "| rules | rounds | forecasts | with the lines of the net's file | without |"
    yield "|---|---|---|---|---|"
    for rules, one in found.items():
        if isinstance(one, dict):
            yield (
                f"| `{rules}` | {one['rounds']:,} | {one['forecasts']:,} "
                f"| {one['with_lines']:.2f} % | {one['without']:.2f} % |"
            )
    yield ""
    yield (
        f"Made by `{found['command']}` (seed {found['seed']}). The lines were fitted to "
        f"{lines['rounds']:,} other rounds (seed {lines['seed']}), those of `club` and `wits` "
        "together."
    )


def match_equity_rows(tables: Tables) -> Iterator[str]:
    """Yield the lines on the rounds that match equity is computed from."""
    one = tables["equity"]
    yield "| out of markers | leader, 1 point | leader, 2 | starter, 1 | starter, 2 |"
    yield "|---|---|---|---|---|"
    for name, rules in (
        ("immediate", "loses at once"),
        ("when_obliged", "loses when obliged to play"),
    ):
        shares = " | ".join(f"{100 * share:.1f} %" for share in one[name])
        yield f"| {rules} | {shares} |"
    yield ""
    yield (
        f"The solver played {one['rounds']:,} rounds against itself, one move deep with 12 "
        f"iterations (`rates`, seed {one['seed']})."
    )


def calibration_lines_sentence(tables: Tables) -> Iterator[str]:
    """Yield the sentence on the rounds to which the calibration lines were fitted."""
    one = tables["calibration"]
    yield (
        f"The lines of its forecasts were fitted by `calibrate_forecasts.py` to {one['rounds']:,} "
        f"rounds of its own play, seed {one['seed']}."
    )


def level_rows(tables: Tables) -> Iterator[str]:
    """Yield the lines of the table of the levels' error rates and ratings."""
    ratings = tables["ratings"]["levels"]
    yield f"| level | rounds | error rate | rated by all its decisions (league) | {SAMPLES} |"
    yield "|---|---|---|---|---|"
    for level, one in tables["rounds"].items():
        if isinstance(one, dict):
            near = f"{one['near']} %" if "near" in one else ""
            yield (
                f"| {level} | {one['rounds']:,} | {one['rate']:.1f} ± {one['rate_error']:.1f} "
                f"| {one['rated']} ± {one['rated_error']} ({ratings[int(level) - 1]}) | {near} |"
            )


def luck_and_rating_lines(tables: Tables) -> Iterator[str]:
    """Yield the lines on chance luck and the rating line."""
    one, line = tables["rounds"], tables["line"]
    yield (
        f"In {one['rounds']:,} rounds chance luck was {one['luck']:+.4f} ± {one['luck_error']:.4f} "
        f"of equity a round. The rating line is {line['top']:.0f} - {line['slope']:.1f} times"
    )
    yield f"the counted error rate; the levels lie {line['off']:.0f} points off it."


BLOCKS: dict[str, Callable[[Tables], Iterator[str]]] = {
    "neighbours": neighbouring_level_rows,
    "forecasts": forecast_calibration_rows,
    "equity": match_equity_rows,
    "calibration": calibration_lines_sentence,
    "levels": level_rows,
    "luck": luck_and_rating_lines,
}
DOCUMENTS = ("docs/strength.md", "docs/learning.md", "assets/ai/README.md")


def fill_tables(text: str, tables: Tables) -> str:
    """Return a document's text with its tables brought up to date.

    Raises:
        KeyError: a mark names an unknown table.
    """

    def block(found: re.Match[str]) -> str:
        lines = [BEGIN.format(name=found[1]), *BLOCKS[found[1]](tables), END]
        return "\n".join(lines)

    return BLOCK.sub(block, text)


def fill_documents(root: Path) -> list[str]:
    """Fill in the tables of a checkout's documents; return the names of the changed documents."""
    tables, changed = load_figure_tables(root), []
    for name in DOCUMENTS:
        before = (root / name).read_text(encoding="utf-8")
        after = fill_tables(before, tables)
        if after != before:
            (root / name).write_text(after, encoding="utf-8", newline="\n")
            changed.append(name)
    return changed
