"""A table for a position as one seat knows it, on which turns are tried."""

from __future__ import annotations

import pytest

from hacktrick.app.question_and_study_sessions import SingleViewTable
from hacktrick.game.actions import parse
from hacktrick.game.legality import IllegalAction
from tests.support.scripted_matches import scripted_match


def test_each_action_gives_the_table_a_new_version() -> None:
    match = scripted_match(hands=("124", "1345"))
    match.submit_text("start 3")
    view = match.view(0)
    table = SingleViewTable(view)
    versions = [table.version]
    for text in ("play 4", "pass"):
        table.apply_action(parse(text))
        versions.append(table.version)
    assert table.public.row == (3, 4) and table.public.seat == 1
    table.show_view(view)
    assert table.public.row == (3,)
    assert sorted({*versions, table.version}) == [*versions, table.version]


def test_only_legal_actions_of_the_known_seat_can_be_submitted() -> None:
    match = scripted_match(hands=("124", "1345"))
    match.submit_text("start 3")
    table = SingleViewTable(match.view(0))
    for text in ("play 3", "play 5", "pass"):
        with pytest.raises(IllegalAction):
            table.submit(0, parse(text))
    with pytest.raises(ValueError, match="only one seat"):
        table.submit(1, parse("play 4"))
    assert table.public.row == (3,)
    table.submit(0, parse("play 4"))
    assert table.public.row == (3, 4)
