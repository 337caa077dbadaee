"""A finished match moves from the autosave to the library and is always in at least one of them."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from assets.shots.reviewed_match import sample_finished_round, sample_record, sample_review

from hacktrick.app.library_service import LibraryService
from hacktrick.app.local_table import MatchSetup
from hacktrick.app.profiles import Profile
from hacktrick.app.program_services import ProgramServices
from hacktrick.app.settings import Settings
from hacktrick.app.storage import AUTOSAVES, open_storage
from hacktrick.coach.judgement import judge_id
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.fairness.record_verification import verify_record
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import SeatInfo
from hacktrick.library.match_entries import LIBRARY_FILE
from hacktrick.match.live_match import RandomChance
from hacktrick.match.record import read_record
from hacktrick.match.record_replay import load_match
from tests.support.scripted_matches import played_match

SOLO = (SeatInfo("Ada", "human"), SeatInfo("Zeus", "level:1"))


class MinimalContext:
    def __init__(self, **settings: object) -> None:
        self.settings = Settings(**settings)  # type: ignore[arg-type]


def services_in(folder: Path, **settings: object) -> ProgramServices:
    storage, problems = open_storage(folder)
    return ProgramServices(MinimalContext(**settings), storage, InlineThinker, Random(3), problems)


def play_out(services: ProgramServices, cut: str | None = "7") -> None:
    """Play the match of the session to its end, with random actions for the person."""
    session, rng = services.session, Random(5)
    assert session is not None
    while not session.is_over:
        if session.is_round_over:
            session.request_next_round(cut)
        elif session.may_act:
            assert session.observation is not None
            session.submit(rng.choice(legal_actions(session.observation)))
        else:
            session.update(10.0, is_screen_at_rest=True)


def test_a_finished_match_is_in_the_library_and_no_longer_in_the_autosave(tmp_path: Path) -> None:
    services = services_in(tmp_path)
    services.profiles.save_profiles((Profile("Ada", 0, 0),))
    services.local_table.begin_match(MatchSetup("keypad", SOLO, {"target": 1}))
    play_out(services)
    assert services.library.opened_library is not None
    (entry,) = services.library.opened_library.find_matches()
    # The autosave stays until the player leaves the table.
    assert (tmp_path / AUTOSAVES[0]).exists()
    services.leave_table()
    assert not (tmp_path / AUTOSAVES[0]).exists() and len(services.library.opened_library) == 1
    assert entry.rated and entry.aids == "standard" and entry.began is not None
    assert [player.profile for player in entry.players] == ["Ada", None]
    assert services.pop_problems() == ()


def test_a_match_with_more_aids_than_the_rules_give_counts_for_no_rating(tmp_path: Path) -> None:
    services = services_in(tmp_path, aids="learning")
    services.local_table.begin_match(MatchSetup("keypad", SOLO, {"target": 1}))
    play_out(services)
    assert (
        services.library.opened_library is not None
        and not services.library.opened_library.find_matches()[0].rated
    )


def test_a_match_that_the_library_refuses_stays_in_the_autosave(tmp_path: Path) -> None:
    (tmp_path / LIBRARY_FILE).mkdir(parents=True)
    services = services_in(tmp_path)
    services.local_table.begin_match(MatchSetup("keypad", SOLO, {"target": 1}))
    play_out(services)
    services.leave_table()
    assert [problem.code for problem in services.pop_problems()] == ["library_unusable"]
    services.close()
    assert (tmp_path / AUTOSAVES[0]).exists()
    (tmp_path / LIBRARY_FILE).rmdir()
    again = services_in(tmp_path)
    assert (
        again.local_table.saved_match is None
        and again.library.opened_library is not None
        and len(again.library.opened_library) == 1
    )
    assert not (tmp_path / AUTOSAVES[0]).exists()


@pytest.mark.parametrize(
    ("done", "code"),
    [("PRAGMA max_page_count = 1", "disk_full"), ("PRAGMA query_only = ON", "library_unusable")],
)
def test_a_full_disk_is_reported_once_and_differs_from_an_unusable_library(
    tmp_path: Path, done: str, code: str
) -> None:
    storage = open_storage(tmp_path)[0]
    shelf = LibraryService(storage)
    library = shelf.opened_library
    # Only through its connection can the database be made to find a full disk.
    assert library is not None and library._connection is not None
    library._connection.execute(done)  # forbids further database pages, as a full disk would
    records = (played_match(rules_for("keypad", {"target": 1}), seed).record for seed in range(40))
    refused = [not shelf.add_match(record, "standard", ()) for record in records]
    assert sum(refused) > 1
    assert [problem.code for problem in storage.pop_problems()] == [code]


def test_a_second_window_adds_nothing_to_the_library_and_reports_nothing(
    tmp_path: Path,
) -> None:
    first, second = (open_storage(tmp_path)[0] for _ in range(2))
    assert LibraryService(first).add_match(sample_record(), "standard", ()) and not second.may_save
    beside = LibraryService(second)
    record = played_match(rules_for("keypad", {"target": 1}), 1).record
    assert not beside.add_match(record, "standard", ()) and second.pop_problems() == ()
    assert (
        beside.match_number_of_record(sample_record()) is not None
        and beside.match_number_of_record(record) is None
    )


def test_an_unfinished_match_is_not_in_the_library(tmp_path: Path) -> None:
    services = services_in(tmp_path)
    services.local_table.begin_match(MatchSetup("keypad", SOLO))
    services.leave_table()
    assert (
        services.local_table.saved_match is not None
        and services.library.opened_library is not None
        and len(services.library.opened_library) == 0
    )


def test_every_solo_match_can_be_proved_from_its_fingerprint_to_its_last_decision(
    tmp_path: Path,
) -> None:
    services = services_in(tmp_path)
    shown = services.local_table.next_match_fingerprint
    assert shown == services.local_table.next_match_fingerprint
    services.local_table.begin_match(MatchSetup("keypad", SOLO, {"target": 2}, cut="3"))
    # The fingerprint now belongs to the next match.
    assert services.local_table.next_match_fingerprint != shown
    play_out(services)
    assert services.library.opened_library is not None
    record = services.library.opened_library.load_record(
        services.library.opened_library.match_numbers()[0]
    )
    assert record.rounds[0].extra["proof"]["commitment"] == shown
    found = list(verify_record(record))
    assert all(one.is_cut_chosen for one in found)
    assert sum(one.n_same for one in found) == sum(one.n_decisions for one in found) > 0


def test_a_resumed_match_can_still_be_proved(tmp_path: Path) -> None:
    services = services_in(tmp_path)
    services.local_table.begin_match(MatchSetup("keypad", SOLO, {"target": 1}, cut="3"))
    session = services.session
    assert session is not None
    session.update(10.0, is_screen_at_rest=True)
    services.leave_table()
    services.close()
    again = services_in(tmp_path)
    again.local_table.resume_match()
    play_out(again)
    assert again.library.opened_library is not None
    (found, *_) = verify_record(
        again.library.opened_library.load_record(again.library.opened_library.match_numbers()[0])
    )
    assert found.has_proof and found.n_same == found.n_decisions > 0


def test_matches_of_several_people_at_one_screen_use_unproved_chance(tmp_path: Path) -> None:
    services = services_in(tmp_path)
    two = (SeatInfo("Ada", "human"), SeatInfo("Ben", "human"))
    session = services.local_table.begin_match(MatchSetup("keypad", two))
    assert session.next_deal_fingerprint is None


def test_a_saved_match_of_an_older_program_continues_with_unproved_chance() -> None:
    record = played_match(PRESETS["keypad"], 2, stop=9).record
    assert load_match(read_record(record.as_text()), RandomChance(Random(1))).commitment is None
    assert rules_for("keypad") == record.rules


@pytest.mark.parametrize("module", ["program_services", "puzzle_practice"])
def test_the_database_is_not_loaded_before_it_is_needed(module: str) -> None:
    code = f"import sys, hacktrick.app.{module}; sys.exit('sqlite3' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=False)
    assert done.returncode == 0


def test_a_review_is_saved_with_its_match_unless_another_window_has_the_folder(
    tmp_path: Path,
) -> None:
    storage, second = (open_storage(tmp_path)[0] for _ in range(2))
    shelf, other = LibraryService(storage), LibraryService(second)
    library, finished = shelf.opened_library, sample_finished_round()
    found = sample_review(finished)
    assert library is not None and found is not None
    number = library.add_match(sample_record())
    assert number is not None and not second.may_save
    assert (
        shelf.match_number_of_record(sample_record())
        == other.match_number_of_record(sample_record())
        == number
    )
    made = replace(found, judge=judge_id())
    other.save_review(number, made)
    assert shelf.load_review(number, finished) is None and second.pop_problems() == ()
    shelf.save_review(number, made)
    assert shelf.load_review(number, finished) is not None
    assert other.load_review(number, finished) is not None
