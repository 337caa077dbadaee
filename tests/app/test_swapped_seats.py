"""A deal can be replayed from the other seat: same cards, players swapped, no rating."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from hacktrick.app.local_table import MatchSetup
from hacktrick.app.match_reviews import MatchReviews
from hacktrick.app.program_services import ProgramServices
from hacktrick.coach.branched_match import original_round_winner_and_points, swapped_seats_match
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.game.view import SeatInfo
from hacktrick.match.live_match import Match
from hacktrick.match.record import BRANCH_KEY, Record, read_record
from hacktrick.match.record_replay import replay_record
from tests.app.test_library_service import SOLO, play_out, services_in
from tests.coach.test_daily_round import play_out as to_the_end
from tests.support.rig import match_of_session


def finished_match(folder: Path, target: int = 2) -> tuple[ProgramServices, Record]:
    services = services_in(folder)
    services.local_table.begin_match(MatchSetup("keypad", SOLO, {"target": target}))
    play_out(services)
    return services, match_of_session(services.session).record


def reviews_of(record: Record) -> MatchReviews:
    return MatchReviews(record, InlineThinker())


def test_the_deal_is_the_same_and_the_players_are_exchanged(tmp_path: Path) -> None:
    _services, record = finished_match(tmp_path)
    for number, old in enumerate(record.rounds):
        match = swapped_seats_match(record, number, Random(1))
        new = match.record.rounds[-1]
        assert (new.hands, new.aside, new.deck) == (old.hands, old.aside, old.deck)
        assert (new.leader, new.starter, new.actions) == (old.leader, old.starter, [])
        assert match.seats == (SOLO[1], SOLO[0])
        assert match.round_number == number + 1


def test_the_record_names_the_swap_and_the_match_is_unrated(tmp_path: Path) -> None:
    services, record = finished_match(tmp_path, target=1)
    session = services.play_with_swapped_seats(reviews_of(record), 0)
    assert session is not None and session.viewer == 1
    branch = match_of_session(session).record.extra[BRANCH_KEY]
    result = record.rounds[0].result
    assert result is not None
    assert branch["match"] == record.key and branch["as_it_was"] is True
    assert branch["swapped"] == [result.side, result.points]
    play_out(services)
    assert services.library.opened_library is not None
    (entry,) = [
        one for one in services.library.opened_library.find_matches() if one.source == "branch"
    ]
    assert not entry.rated and entry.players[1].name == "Ada"
    kept = services.library.opened_library.load_record(entry.id)
    assert [match for match, _action in replay_record(kept)][-1].is_over


def test_the_earlier_result_of_a_swapped_deal_is_shown_after_the_round(tmp_path: Path) -> None:
    services, record = finished_match(tmp_path)
    session = services.play_with_swapped_seats(reviews_of(record), 0)
    assert session is not None and session.swapped_seats_result is None
    match = match_of_session(session)
    to_the_end(match)
    result = record.rounds[0].result
    assert result is not None
    assert session.swapped_seats_result == (1 - result.side, result.points)
    again = read_record(match.record.as_text())
    assert original_round_winner_and_points(again, 0) == session.swapped_seats_result
    assert (
        original_round_winner_and_points(again, 1) is None
        and original_round_winner_and_points(record, 0) is None
    )


@pytest.mark.parametrize("note", [None, 5, [], {"round": 0}, {"round": 0, "swapped": [7, 1]}])
def test_a_wrong_note_in_a_record_shows_no_earlier_result(tmp_path: Path, note: object) -> None:
    _services, record = finished_match(tmp_path, target=1)
    record.extra[BRANCH_KEY] = note
    assert original_round_winner_and_points(record, 0) is None


@pytest.mark.parametrize("players", [("human", "human"), ("level:1", "level:1")])
def test_a_swapped_deal_needs_one_person_and_one_computer(
    tmp_path: Path, players: tuple[str, str]
) -> None:
    services, record = finished_match(tmp_path, target=1)
    record.seats = (SeatInfo("A", players[0]), SeatInfo("B", players[1]))
    made = reviews_of(record)
    assert not made.can_swap_seats and services.play_with_swapped_seats(made, 0) is None
    assert isinstance(match_of_session(services.session), Match), (
        "the match at the table is still there"
    )
