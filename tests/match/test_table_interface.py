"""A table without a source of chance promises nothing that needs one."""

from __future__ import annotations

import pytest

from hacktrick.match.table_interface import TableWithoutChance


class Board(TableWithoutChance):
    rewind_refusal = "what is laid is laid"


def test_a_table_without_chance_takes_nothing_back_and_proves_nothing() -> None:
    table = Board()
    assert not table.can_rewind
    with pytest.raises(ValueError, match=table.rewind_refusal):
        table.rewind(0)
    assert table.commitment is table.start_position is table.decision_seed() is None
