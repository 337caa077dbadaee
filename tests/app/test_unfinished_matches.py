"""No match is lost: one that is left for another is kept, found again and continued."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from unittest import mock

import pytest

from hacktrick.app import storage as storage_module
from hacktrick.app.local_table import MatchSetup
from hacktrick.app.program_services import ProgramServices
from hacktrick.app.storage import AUTOSAVES, UNFINISHED, autosave_file_names, open_storage
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import SeatInfo
from hacktrick.library.match_entries import MatchQuery
from hacktrick.match.record import Record, read_record
from hacktrick.safe_files import replace_file, write_atomically
from tests.app.test_library_service import MinimalContext, play_out, services_in

PEOPLE = (SeatInfo("Ada", "human"), SeatInfo("Bea", "human"))
DAILY = ("Ada", "Vector")


def play_some(services: ProgramServices, n: int = 3, seed: int = 5) -> str:
    """Play some actions and return the record's text."""
    session, rng = services.session, Random(seed)
    assert session is not None
    for _n in range(n):
        session.show_hand(session.public.seat)
        assert session.observation is not None
        session.submit(rng.choice(legal_actions(session.observation)))
    # The session hides the match; its record is compared here.
    return session._match.record.as_text()


def begin_match(services: ProgramServices, preset: str = "keypad") -> str:
    services.local_table.begin_match(MatchSetup(preset, PEOPLE))
    return play_some(services)


def continuable_records(services: ProgramServices) -> list[Record]:
    """Return the records of all matches that can be continued; only tests may read them."""
    # The list for players has no records, but the tests compare whole records.
    found = [record for _name, record, _summary in services.local_table._unfinished._all_matches()]
    assert len(found) == len(services.local_table.find_unfinished_matches())
    return found


def continuable_record_texts(services: ProgramServices) -> set[str]:
    return {record.as_text() for record in continuable_records(services)}


def test_a_match_left_for_another_is_kept_and_continued_as_it_was(tmp_path: Path) -> None:
    services = services_in(tmp_path)
    first = begin_match(services)
    services.leave_table()
    second = begin_match(services, "servers")
    services.leave_table()
    assert continuable_record_texts(services) == {first, second}
    assert services.local_table.saved_match is not None
    assert services.local_table.saved_match.rules.preset == "servers"
    services.close()

    again = services_in(tmp_path)
    assert continuable_record_texts(again) == {first, second}
    key = next(
        one.key for one in again.local_table.find_unfinished_matches() if one.preset == "keypad"
    )
    session = again.local_table.resume_unfinished_match(key)
    assert session is not None and session._match.record.as_text() == first
    longer = play_some(again)
    again.leave_table()
    assert continuable_record_texts(again) == {longer, second}
    assert (
        again.local_table.saved_match is not None
        and again.local_table.saved_match.rules.preset == "keypad"
    )
    assert len(list((tmp_path / UNFINISHED).iterdir())) == 1
    assert again.pop_problems() == ()


def test_daily_rounds_and_branches_have_slots_of_their_own(tmp_path: Path) -> None:
    services = services_in(tmp_path)
    mine = begin_match(services)
    before = (tmp_path / AUTOSAVES[0]).read_bytes()
    services.leave_table()
    services.local_table.begin_daily_round(DAILY)
    services.leave_table()
    assert (tmp_path / autosave_file_names("today")[0]).exists()
    assert (tmp_path / AUTOSAVES[0]).read_bytes() == before
    assert mine in continuable_record_texts(services) and len(continuable_records(services)) == 2
    services.local_table.resume_match("today")
    play_out(services)
    services.leave_table()
    assert not (tmp_path / autosave_file_names("today")[0]).exists()
    assert (
        continuable_record_texts(services) == {mine}
        and (tmp_path / AUTOSAVES[0]).read_bytes() == before
    )


def test_a_match_that_was_left_running_is_kept_too(tmp_path: Path) -> None:
    services = services_in(tmp_path)
    first = begin_match(services)
    second = begin_match(services)  # the second match begins without leaving the table
    services.leave_table()
    assert continuable_record_texts(services) == {first, second}


class SimulatedKill(BaseException):
    """Raised where the program is killed."""


def killed_at(n: int, deed: Callable[[], object]) -> bool:
    """Run an operation in which the program is killed at its ``n``-th change of a file."""
    steps = iter(range(n))

    def dying(real: Callable[..., object]) -> Callable[..., object]:
        def changed(*arguments: object, **options: object) -> object:
            if next(steps, None) is None:
                raise SimulatedKill
            return real(*arguments, **options)

        return changed

    with (
        mock.patch.object(storage_module, "write_atomically", dying(write_atomically)),
        mock.patch.object(storage_module, "replace_file", dying(replace_file)),
        mock.patch.object(Path, "unlink", dying(Path.unlink)),
    ):
        try:
            deed()
        except SimulatedKill:
            return True
    return False


@pytest.mark.parametrize("what", ["begin", "resume", "daily"])
def test_nothing_is_lost_if_the_program_dies_at_any_step(tmp_path: Path, what: str) -> None:
    for n in range(40):
        folder = tmp_path / str(n)
        services = services_in(folder)
        kept = {begin_match(services)}
        services.leave_table()
        kept.add(begin_match(services, "servers"))
        services.leave_table()
        table = services.local_table
        key = next(one.key for one in table.find_unfinished_matches() if one.preset == "keypad")
        deeds: dict[str, Callable[[], object]] = {
            "begin": partial(table.begin_match, MatchSetup("arena", PEOPLE)),
            "resume": partial(table.resume_unfinished_match, key),
            "daily": partial(table.begin_daily_round, DAILY),
        }
        died = killed_at(n, deeds[what])
        services._storage.close()  # the system does the same for a dead program
        again = services_in(folder)
        assert kept <= continuable_record_texts(again), f"killed at step {n}"
        again.close()
        if not died:
            assert n >= 2
            return
    pytest.fail("it never came to its end")


def test_matches_that_cannot_be_written_stay_in_memory_until_later(tmp_path: Path) -> None:
    services = services_in(tmp_path)
    first = begin_match(services)
    services.leave_table()
    (tmp_path / UNFINISHED).touch()  # a file takes the name of the folder
    second = begin_match(services, "servers")
    assert [problem.code for problem in services.pop_problems()] == ["folder_unusable"]
    services.leave_table()
    assert continuable_record_texts(services) == {first, second}
    (tmp_path / UNFINISHED).unlink()
    third = begin_match(services, "arena")
    services.leave_table()
    services.close()
    assert continuable_record_texts(services_in(tmp_path)) == {first, second, third}


def test_a_longer_state_of_the_same_match_is_never_overwritten(tmp_path: Path) -> None:
    services = services_in(tmp_path)
    services.local_table.begin_match(MatchSetup("keypad", PEOPLE))
    early = read_record(play_some(services))
    late = read_record(play_some(services, 6))
    unfinished = services.local_table._unfinished
    services.leave_table()
    # The slot is empty, as if another program had emptied it.
    services.local_table._saved["match"].forget_match()
    unfinished.save_match(late)
    unfinished.save_match(early)
    assert {early.as_text(), late.as_text()} <= continuable_record_texts(services)


def test_a_finished_match_leaves_no_earlier_state_behind(tmp_path: Path) -> None:
    services = services_in(tmp_path)
    solo = (SeatInfo("Ada", "human"), SeatInfo("Zeus", "level:1"))
    session = services.local_table.begin_match(MatchSetup("keypad", solo, {"target": 1}))
    services.local_table._unfinished.save_match(read_record(session._match.record.as_text()))
    play_out(services)
    services.leave_table()
    assert continuable_records(services) == [] and not list((tmp_path / UNFINISHED).iterdir())
    assert services.library.opened_library is not None and len(services.library.opened_library) == 1


def test_a_finished_match_among_them_moves_into_the_library(tmp_path: Path) -> None:
    services = services_in(tmp_path)
    solo = (SeatInfo("Ada", "human"), SeatInfo("Zeus", "level:1"))
    session = services.local_table.begin_match(MatchSetup("keypad", solo, {"target": 1}))
    with mock.patch.object(type(services.library), "add_match", return_value=False):
        play_out(services)
        services.leave_table()
    assert list((tmp_path / UNFINISHED).iterdir()) and session.is_over
    services.local_table._saved["match"].delete_autosave()
    assert services.local_table.find_unfinished_matches() == ()
    assert services.library.opened_library is not None and len(services.library.opened_library) == 1
    assert not list((tmp_path / UNFINISHED).iterdir())


def test_a_deleted_match_can_be_brought_back(tmp_path: Path) -> None:
    services = services_in(tmp_path)
    first = begin_match(services)
    services.leave_table()
    second = begin_match(services, "servers")
    services.leave_table()
    table = services.local_table
    for key in [one.key for one in table.find_unfinished_matches()]:
        assert table.delete_unfinished_match(key) and table.can_undo_delete_unfinished_match
        assert len(continuable_records(services)) == 1
        table.undo_delete_unfinished_match()
        assert not table.can_undo_delete_unfinished_match and continuable_record_texts(
            services
        ) == {
            first,
            second,
        }
    assert not table.delete_unfinished_match("nothing")


def test_damaged_files_are_left_out_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / UNFINISHED).mkdir(parents=True)
    bad = tmp_path / UNFINISHED / "bad.hacktrick.json"
    bad.write_text('{"format": "hacktrick-match"', encoding="utf-8")
    (tmp_path / UNFINISHED / "folder.hacktrick.json").mkdir()
    services = services_in(tmp_path)
    assert services.local_table.find_unfinished_matches() == ()
    first = begin_match(services)
    services.leave_table()
    begin_match(services)
    assert first in {record.as_text() for record in continuable_records(services)} and bad.exists()


def test_the_list_can_be_searched_and_shows_no_hidden_card(tmp_path: Path) -> None:
    services = services_in(tmp_path)
    begin_match(services)
    services.leave_table()
    begin_match(services, "servers")
    services.leave_table()
    table = services.local_table
    found = table.find_unfinished_matches(MatchQuery(text="bea", preset="servers"))
    assert [entry.preset for entry in found] == ["servers"] and found[0].id < 0
    for query in (
        MatchQuery(text="Zoe"),
        MatchQuery(outcome="won"),
        MatchQuery(starred=True),
        MatchQuery(level=3),
        MatchQuery(source="branch"),
    ):
        assert table.find_unfinished_matches(query) == ()
    shown = table.snapshot_of_unfinished_match(found[0].key)
    assert shown is not None and shown.hands is None and shown.observation is None
    assert len({entry.id for entry in table.find_unfinished_matches()}) == 2


def test_a_second_window_changes_no_unfinished_match(tmp_path: Path) -> None:
    first = services_in(tmp_path)
    mine = begin_match(first)
    storage, problems = open_storage(tmp_path)
    second = ProgramServices(MinimalContext(), storage, InlineThinker, Random(4), problems)
    begin_match(second)
    begin_match(second)
    second.leave_table()
    assert not (tmp_path / UNFINISHED).exists()
    first.leave_table()
    assert continuable_record_texts(first) == {mine}
