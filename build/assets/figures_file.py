"""Reads and writes assets/ai/figures.toml, which hacktrick/ai/measured_figures.py reads, too.

Each table belongs to a stage of build/assets/recompute_figures.py. Beside its figures it has the
``command`` that produced them and, if they depend on the value net, the SHA-256 of the ``net`` that
was used.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

FILE, NET, PUZZLES = "assets/ai/figures.toml", "assets/ai/value.npz", "assets/puzzles/keypad.bin"
HEADING = """\
# Measured with the net value.npz, for hacktrick/ai/measured_figures.py and the tables of docs.
# build/assets/recompute_figures.py writes it; each table names the net and the command behind it.
"""
ORDER = (
    *("codes", "calibration", "equity", "neighbours", "ratings", "rounds", "line", "themes"),
    *("lesson", "puzzles", "forecasts"),
)

Table = dict[str, Any]


def load_figure_tables(root: Path) -> dict[str, Table]:
    """Return all tables of a checkout, by name.

    Raises:
        OSError, ValueError: the file is missing or is not valid.
    """
    return tomllib.loads((root / FILE).read_text(encoding="utf-8"))


def replace_table(root: Path, name: str, table: Table) -> None:
    """Replace one table of a checkout's file and keep the other tables."""
    (root / FILE).write_text(
        toml_text({**load_figure_tables(root), name: table}), encoding="utf-8", newline="\n"
    )


def net_sha256(root: Path) -> str:
    """Return the SHA-256 of a checkout's net."""
    return sha256((root / NET).read_bytes()).hexdigest()


def tables_not_from_current_net(root: Path) -> list[str]:
    """Return the names of the tables that are missing or were made with another net."""
    tables, net = load_figure_tables(root), net_sha256(root)
    return [
        name
        for name in ORDER
        if name not in tables or any(one != net for one in net_hashes_in(tables[name]))
    ]


def net_hashes_in(table: Mapping[str, Any]) -> Iterator[str]:
    """Yield the SHA-256 of each net that a table or a table inside it names."""
    for name, value in table.items():
        if name == "net":
            yield value
        elif isinstance(value, dict):
            yield from net_hashes_in(value)


def toml_text(tables: Mapping[str, Table]) -> str:
    """Return tables as TOML text, for numbers, strings, lists of these, and nested tables.

    >>> print(toml_text({"line": {"top": 1582.0, "levels": [4, 5]}}).partition("[")[2], end="")
    line]
    levels = [4, 5]
    top = 1582.0
    """
    order = {name: n for n, name in enumerate(ORDER)}
    names = sorted(tables, key=lambda name: (order.get(name, len(order)), name))
    return HEADING + "".join(line for name in names for line in _table_lines(name, tables[name]))


def _table_lines(path: str, table: Table) -> Iterator[str]:
    values = {name: value for name, value in table.items() if not isinstance(value, dict)}
    if values or not table:
        yield f"\n[{path}]\n"
    for name in sorted(values, key=lambda name: (name not in ("net", "command"), name)):
        yield f"{name} = {_toml_value(values[name])}\n"
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _table_lines(f"{path}.{name}", value)


def _toml_value(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_toml_value, value))}]"
    if isinstance(value, str):
        return json.dumps(value)  # a JSON string is valid TOML
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"{value!r} is no figure")
    return repr(value)
