"""The services of the program: the library, lessons, puzzles and the network."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from hacktrick.app.hand_deduction import PinScore
from hacktrick.app.learning_progress import LessonPlace, PinTotals

# The origin of a match as the library stores it, without a library.
from hacktrick.app.library_service import LibraryBrowser, _provenance_of_match
from hacktrick.app.local_table import MatchSetup
from hacktrick.app.online_service import OnlineService
from hacktrick.app.profiles import Profile, default_marker_styles
from hacktrick.app.program_services import ProgramServices
from hacktrick.app.puzzle_practice import PuzzlePractice, QuestionAttempt, QuestionSeries
from hacktrick.coach.daily_round import DAY_KEY
from hacktrick.coach.lessons.course import LESSONS
from hacktrick.coach.puzzles import PUZZLE_KINDS, shipped_puzzles
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.game.view import SeatInfo
from hacktrick.library.match_entries import LIBRARY_FILE, MatchProvenance
from hacktrick.match.player_kinds import level_of
from hacktrick.match.record import BEGAN_KEY, BRANCH_KEY, RATED_KEY, WATCHED_KEY, Record
from hacktrick.online.protocol.process_messages import LeaveTable
from tests.app.test_library_service import SOLO, play_out, services_in
from tests.support.scripted_matches import played_match

ADA = Profile("Ada", 0, 0)


def with_matches(folder: Path, n: int) -> ProgramServices:
    """Return the services of a program whose library has ``n`` matches."""
    services = services_in(folder)
    for _ in range(n):
        services.local_table.begin_match(MatchSetup("keypad", SOLO, {"target": 1}))
        play_out(services)
        services.leave_table()
    return services


# Tests of kept matches.


def test_what_was_deleted_last_comes_back_first(tmp_path: Path) -> None:
    services = with_matches(tmp_path, 3)
    kept = services.library_browser
    numbers = [entry.id for entry in kept.find_matches()]
    assert kept.last_deleted_number is None and kept.undo_delete() is None
    assert kept.delete(numbers[0]) and kept.delete(numbers[1])
    assert kept.last_deleted_number == numbers[1] and len(kept) == 1
    assert kept.undo_delete() == numbers[1] and kept.last_deleted_number == numbers[0]
    assert kept.undo_delete() == numbers[0] and kept.last_deleted_number is None
    assert sorted(entry.id for entry in kept.find_matches()) == sorted(numbers)


def test_once_the_program_ends_what_was_deleted_is_gone(tmp_path: Path) -> None:
    services = with_matches(tmp_path, 2)
    (first, second) = [entry.id for entry in services.library_browser.find_matches()]
    services.library_browser.delete(first)
    services.close()
    again = services_in(tmp_path)
    assert [entry.id for entry in again.library_browser.find_matches()] == [second]
    assert again.library_browser.last_deleted_number is None


def test_a_star_and_a_note_stay_with_their_match(tmp_path: Path) -> None:
    kept = with_matches(tmp_path, 1).library_browser
    (entry,) = kept.find_matches()
    assert (
        kept.may_write and kept.set_star(entry.id, True) and kept.set_note(entry.id, "well played")
    )
    (again,) = kept.find_matches()
    assert again.starred and again.note == "well played"
    assert kept.set_star(entry.id, False) and not kept.find_matches()[0].starred


def test_an_unusable_library_finds_and_changes_nothing(tmp_path: Path) -> None:
    from hacktrick.library.match_entries import LIBRARY_FILE  # noqa: PLC0415

    (tmp_path / LIBRARY_FILE).mkdir(parents=True)
    kept = services_in(tmp_path).library_browser
    assert not kept.may_write and kept.find_matches() == () and len(kept) == 0
    assert not kept.delete(1) and not kept.set_star(1, True) and not kept.set_note(1, "x")
    assert kept.last_deleted_number is None and kept.undo_delete() is None


def test_without_a_library_changes_to_matches_are_refused() -> None:
    nowhere: Any = SimpleNamespace(opened_library=None)
    kept = LibraryBrowser(nowhere, lambda seats: default_marker_styles(2))
    assert not (kept.may_write or kept.set_star(1, True) or kept.set_note(1, "x") or kept.delete(1))
    assert kept.find_matches() == () and len(kept) == 0 and kept.last_deleted_number is None


# Tests of ratings against the levels.


def finished_record(**more: object) -> Record:
    record = played_match(PRESETS["keypad"], 2, n_rounds=1).record
    return replace(record, seats=SOLO, extra=dict(more))


def test_one_person_against_the_computer_with_the_aids_of_the_rules_is_rated() -> None:
    for aids, rated in (
        ("memory", True),
        ("tournament", True),
        ("standard", True),
        ("learning", False),
    ):
        mark = _provenance_of_match(finished_record(), aids, (ADA,))
        assert (mark.rated, mark.aids, mark.source, mark.branch_at) == (rated, aids, "played", None)
        assert mark.profiles == ("Ada", None)


@pytest.mark.parametrize(
    "players", [("human", "human"), ("level:1", "level:2")], ids=["people", "computers"]
)
def test_matches_of_people_only_or_computers_only_are_not_rated(players: tuple[str, str]) -> None:
    seats = tuple(SeatInfo(name, one) for name, one in zip(("Ada", "Ben"), players, strict=True))
    mark = _provenance_of_match(replace(finished_record(), seats=seats), "standard", (ADA,))
    assert not mark.rated
    assert mark.profiles == (("Ada", None) if players[0] == "human" else (None, None))


def test_branches_and_matches_marked_unrated_are_not_rated() -> None:
    assert not _provenance_of_match(finished_record(**{RATED_KEY: False}), "standard", ()).rated
    assert _provenance_of_match(finished_record(**{RATED_KEY: True}), "standard", ()).rated
    branch = _provenance_of_match(finished_record(**{BRANCH_KEY: {"match": "x"}}), "standard", ())
    assert (branch.rated, branch.source, branch.branch_at) == (False, "branch", '{"match": "x"}')


def test_a_match_entry_names_its_source() -> None:
    assert _provenance_of_match(
        finished_record(**{WATCHED_KEY: True}), "standard", (ADA,)
    ) == MatchProvenance(source="watched")
    assert (
        _provenance_of_match(finished_record(**{DAY_KEY: "2026-11-22"}), "standard", ()).source
        == "today"
    )
    assert (
        _provenance_of_match(finished_record(**{BEGAN_KEY: "2026-11-22"}), "standard", ()).began
        == "2026-11-22"
    )
    assert _provenance_of_match(finished_record(**{BEGAN_KEY: 7}), "standard", ()).began is None


# Tests of the progress in lessons.


def test_the_next_lesson_is_the_first_unfinished_one(tmp_path: Path) -> None:
    lessons, names = services_in(tmp_path).lessons, [lesson.name for lesson in LESSONS]
    assert lessons.next_lesson("").name == names[0]
    lessons.save_place("", names[0], LessonPlace("done"))
    lessons.save_place("", names[1], LessonPlace("skipped"))
    lessons.save_place("", names[2], LessonPlace("begun", 1))
    assert lessons.next_lesson("").name == names[2]
    assert [lessons.lesson_status("", name) for name in names[:4]] == [
        "done",
        "skipped",
        "begun",
        None,
    ]
    assert lessons.next_lesson("Ada").name == names[0], "another learner has done nothing"
    for name in names:
        lessons.save_place("", name, LessonPlace("done"))
    assert lessons.next_lesson("").name == names[0]


def test_each_lesson_is_followed_by_the_next_and_the_last_by_none(tmp_path: Path) -> None:
    lessons = services_in(tmp_path).lessons
    following = [lessons.lesson_after(lesson.name) for lesson in LESSONS]
    assert following == [*LESSONS[1:], None] and lessons.lessons == LESSONS


def test_a_lesson_resumes_at_its_saved_step_if_that_exists(tmp_path: Path) -> None:
    lessons, lesson = services_in(tmp_path).lessons, LESSONS[0]
    last = len(lesson.steps) - 1
    assert lessons.resume_step_index("", lesson.name) == 0
    for kept, step in ((last, last), (last + 1, 0), (99, 0)):
        lessons.save_place("", lesson.name, LessonPlace("begun", kept))
        assert lessons.resume_step_index("", lesson.name) == step
    lessons.save_place("", lesson.name, LessonPlace("begun", last))
    stand = lessons.start_lesson(lesson.name, ("Ada", "Ben"), "keypad").shown_step
    assert stand.number == last + 1
    assert (
        lessons.start_lesson(
            lesson.name, ("Ada", "Ben"), "keypad", from_start=True
        ).shown_step.number
        == 1
    )


def test_progress_and_a_first_win_are_saved(tmp_path: Path) -> None:
    services = services_in(tmp_path)
    services.lessons.save_place("", LESSONS[0].name, LessonPlace("begun", 1))
    assert not services.lessons.progress.has_neither_win_nor_lesson(
        ""
    ) and not services.lessons.has_won_a_round("")
    services.lessons.record_round_win("Ada")
    services.lessons.record_round_win("Ada")
    services.close()
    again = services_in(tmp_path).lessons
    assert (
        again.resume_step_index("", LESSONS[0].name) == 1
        and again.has_won_a_round("Ada")
        and not again.has_won_a_round("")
    )
    assert not again.progress.has_neither_win_nor_lesson(
        "Ada"
    ) and again.progress.has_neither_win_nor_lesson("Ben")


def test_the_first_won_round_is_recorded(tmp_path: Path) -> None:
    services = services_in(tmp_path)
    session = services.local_table.begin_match(MatchSetup("keypad", SOLO, {"target": 1}))
    play_out(services)
    result = session.public.result
    assert result is not None
    for side in (1, 0):
        ended = session.public._replace(result=result._replace(side=side))
        there: Any = SimpleNamespace(
            local_seats=(0,),
            seats=session.seats,
            public=ended,
            is_over=False,
            rules=session.rules,
            sole_player_pin_score=PinScore(2, side),
        )
        services.lessons.record_round_and_match_result(there)
        assert services.lessons.has_won_a_round("") == (side == 0)
    assert services.lessons.progress.pin_totals("") == PinTotals(2, 0, 4, 1)


def test_a_match_against_a_level_counts_for_the_learner(tmp_path: Path) -> None:
    services = services_in(tmp_path)
    level = level_of(SOLO[1].player)
    assert level is not None
    for target, n_played in ((1, 0), (2, 1)):  # a match of one round does not count
        session = services.local_table.begin_match(MatchSetup("keypad", SOLO, {"target": target}))
        play_out(services)
        services.lessons.record_round_and_match_result(session)
        assert services.lessons.progress.result_against("", level).played == n_played
    assert services.lessons.progress.result_against("", level).won == (session.winners == (0,))


@pytest.mark.parametrize(
    ("players", "target", "counts"),
    [
        (("human", "level:3"), 2, True),
        (("level:3", "human"), 2, True),
        (("human", "level:3"), 1, False),  # the match has only one round
        (("human", "engine:x"), 2, False),  # the opponent is not a level
        (("human", "level:3", "level:3"), 2, False),  # three players take part
    ],
)
def test_a_match_counts_once_it_is_over_and_only_for_a_duel_with_a_level(
    tmp_path: Path, players: tuple[str, ...], target: int, counts: bool
) -> None:
    services = services_in(tmp_path)
    session = services.local_table.begin_match(MatchSetup("keypad", SOLO, {"target": 1}))
    play_out(services)
    seat = players.index("human")
    for is_over in (False, True):
        there: Any = SimpleNamespace(
            local_seats=(seat,),
            seats=tuple(SeatInfo(f"P{n}", player) for n, player in enumerate(players)),
            public=session.public,
            is_over=is_over,
            winners=(seat,),
            rules=rules_for("keypad", {"target": target}),
            sole_player_pin_score=None,
        )
        services.lessons.record_round_and_match_result(there)
        total = int(counts and is_over)
        assert services.lessons.progress.result_against("", 3) == (total, total)


def test_matches_that_an_older_version_kept_count_as_well(tmp_path: Path) -> None:
    services = services_in(tmp_path)
    for target in (1, 2):
        services.local_table.begin_match(MatchSetup("keypad", SOLO, {"target": target}))
        play_out(services)
    is_won = services.session is not None and services.session.winners == (0,)
    level = level_of(SOLO[1].player)
    assert level is not None and not services.count_library_results(), "nobody has won a round"
    services.lessons.record_round_win("")
    assert services.count_library_results()
    assert services.lessons.progress.result_against("", level) == (is_won, 1)
    assert not services.count_library_results(), "each counts once"


# Tests of the service for puzzles.


def test_a_series_asks_one_question_after_another_and_reports_each() -> None:
    some = list(shipped_puzzles()[:3])
    attempts: list[QuestionAttempt] = []
    asked = QuestionSeries("own", some, None, attempts.append)
    assert (asked.place, asked.total, asked.day) == (1, 3, "")
    seen = []
    while True:
        seen.append(asked.attempt.question)
        asked.report_outcome()
        if not asked.has_next:
            break
        asked.advance_to_next_question()
    assert seen == some and asked.place == 3 and [quiz.question for quiz in attempts] == some


def test_only_limited_series_tell_their_number_of_questions() -> None:
    totals = {
        origin: QuestionSeries(origin, list(shipped_puzzles()[:2]), None, lambda quiz: None).total
        for origin in ("own", "kind", "mixed", "today")
    }
    assert totals == {"own": 2, "kind": 2, "mixed": 0, "today": 0}


def puzzle_practice(services: ProgramServices) -> PuzzlePractice:
    made = PuzzlePractice(
        lambda: services.library.opened_library,
        services.thinker.claim_thinker,
        Random(1),
        lambda: date(2026, 11, 22),
    )
    made.player = "Ada"
    return made


def test_puzzles_are_asked_while_another_program_locks_the_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hacktrick.library.database.LOCK_TIMEOUT", 0.0)
    made = puzzle_practice(services_in(tmp_path))
    assert made.n_due_questions() == 0
    with closing(sqlite3.connect(tmp_path / LIBRARY_FILE, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        asked = made.mixed_puzzle_series()
        assert asked is not None
        asked.attempt.give_up()
        asked.report_outcome()
        assert made.n_due_questions() == 0 and made.n_tries_at_daily_puzzle is None
        assert made.due_question_series() is None and made.mistake_question_keys() == frozenset()
        assert not any(done for done, _n in made.solved_and_total_by_kind().values())


def test_puzzles_are_counted_by_kind_and_as_solved_only_at_the_first_try(tmp_path: Path) -> None:
    made = puzzle_practice(services_in(tmp_path))
    counts = made.solved_and_total_by_kind()
    assert tuple(counts) == PUZZLE_KINDS and sum(n for _done, n in counts.values()) == len(
        shipped_puzzles()
    )
    assert all(done == 0 for done, _n in counts.values()) and made.n_due_questions() == 0
    kind = shipped_puzzles()[0].kind
    asked = made.series_of_kind(kind)
    assert asked is not None and asked.total == counts[kind][1]
    right = asked.attempt.question.options[0][0]
    wrong = asked.attempt.question.options[-1][0]
    asked.attempt.judge_answer(right)
    asked.report_outcome()
    assert made.solved_and_total_by_kind()[kind][0] == 1
    asked.advance_to_next_question()
    asked.attempt.judge_answer(asked.attempt.question.options[-1][0])
    asked.attempt.try_again()
    asked.attempt.judge_answer(asked.attempt.question.options[0][0])
    asked.report_outcome()
    assert made.solved_and_total_by_kind()[kind][0] == 1 and wrong != right


def test_puzzles_never_tried_come_before_tried_ones(tmp_path: Path) -> None:
    made = puzzle_practice(services_in(tmp_path))
    kind = max(PUZZLE_KINDS, key=lambda kind: made.solved_and_total_by_kind()[kind][1])
    asked = made.series_of_kind(kind)
    assert asked is not None
    first = asked.attempt.question
    asked.attempt.judge_answer(first.options[0][0])
    asked.report_outcome()
    again = made.series_of_kind(kind)
    assert again is not None
    order = [again.attempt.question]
    while again.has_next:
        again.advance_to_next_question()
        order.append(again.attempt.question)
    assert order[-1].key == first.key and len(order) == again.total


def test_the_puzzle_of_a_day_has_its_date(tmp_path: Path) -> None:
    made = puzzle_practice(services_in(tmp_path))
    today, same = made.daily_puzzle_series(), made.daily_puzzle_series()
    assert today is not None and same is not None and not today.has_next
    assert today.day == "2026-11-22" and today.attempt.question == same.attempt.question


@pytest.mark.parametrize(("wrong", "solved", "tries"), [(0, 1, 1), (1, 1, 2), (2, 1, 3), (1, 0, 0)])
def test_the_first_attempt_at_the_puzzle_of_a_day_is_remembered(
    tmp_path: Path, wrong: int, solved: int, tries: int
) -> None:
    made = puzzle_practice(services_in(tmp_path))
    assert made.n_tries_at_daily_puzzle is None
    # A second attempt changes nothing, since the answer is known by then.
    for n_wrong in (wrong, 0):
        asked = made.daily_puzzle_series()
        assert asked is not None
        best, worst = asked.attempt.question.options[0], asked.attempt.question.options[-1]
        for _n in range(n_wrong):
            asked.attempt.judge_answer(worst[0])
            asked.attempt.try_again()
        if solved or not n_wrong:
            asked.attempt.judge_answer(best[0])
        else:
            asked.attempt.give_up()
        asked.report_outcome()
        assert made.n_tries_at_daily_puzzle == tries


def test_without_a_library_puzzles_are_played_but_not_recorded() -> None:
    made = PuzzlePractice(lambda: None, lambda: None, Random(1))  # type: ignore[arg-type, return-value]
    assert made.player_names() == ("",) and made.due_question_series() is None
    assert not list(made.statistics_in_steps())
    asked = made.mixed_puzzle_series()
    assert asked is not None and made.n_due_questions() == 0
    asked.attempt.give_up()
    asked.report_outcome()
    assert all(done == 0 for done, _n in made.solved_and_total_by_kind().values())


def test_the_most_frequent_player_practises_unless_another_is_selected(tmp_path: Path) -> None:
    services = with_matches(tmp_path, 1)
    made = puzzle_practice(services)
    made.player = "nobody"
    assert made.player_names() == ("Ada",)
    made.select_player()
    assert made.player == "Ada"
    made.select_player("Ben")
    assert made.player == "Ben"


# Tests of the service for online play.


class RecordingClient:
    """A network client that records the commands it is sent."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.closed, self.polls = folder, 0, 0
        self.sent: list[Any] = []
        self.state = SimpleNamespace(stage="lobby", invitations=(("direct", "7-blue"),))

    def send(self, message: object) -> None:
        self.sent.append(message)

    def poll(self) -> bool:
        self.polls += 1
        return False

    def close(self) -> None:
        self.closed += 1


class ClientFactory:
    """A factory that keeps all network clients it makes."""

    def __init__(self) -> None:
        self.made: list[RecordingClient] = []

    def __call__(self, folder: Path) -> RecordingClient:
        self.made.append(RecordingClient(folder))
        return self.made[-1]


def service_with_clients(folder: Path) -> tuple[OnlineService, ClientFactory]:
    from hacktrick.coach.thinking_client import InlineThinker  # noqa: PLC0415

    lines = ClientFactory()
    return OnlineService(folder, lines, InlineThinker, Random(1)), lines  # type: ignore[arg-type]


def test_no_network_process_runs_before_online_play(tmp_path: Path) -> None:
    made, lines = service_with_clients(tmp_path)
    made.leave_table()
    made.close()
    assert not lines.made
    assert made.network is made.network and len(lines.made) == 1
    assert lines.made[0].folder == tmp_path


def test_leaving_sends_a_farewell_only_if_there_is_a_table(tmp_path: Path) -> None:
    made, lines = service_with_clients(tmp_path)
    assert made.network
    (line,) = lines.made
    line.state.stage = "idle"
    made.leave_table()
    assert line.sent == []
    for stage in ("lobby", "playing", "over"):
        line.state.stage = stage
        made.leave_table()
        assert line.sent.pop() == LeaveTable() and not line.closed


def test_each_computer_guest_has_a_folder_of_its_own(tmp_path: Path) -> None:
    made, lines = service_with_clients(tmp_path)
    assert made.network
    made.add_computer(3, "Cipher")
    made.add_computer(4, "Cortex")
    assert [line.folder.name for line in lines.made[1:]] == ["computer-0", "computer-1"]
    assert [line.sent[0].invitation for line in lines.made[1:]] == ["7-blue"] * 2
    assert not made.update(0.1)
    assert [line.polls for line in lines.made] == [1, 1, 1]
    made.leave_table()
    assert [line.closed for line in lines.made] == [0, 1, 1]
    made.close()
    assert [line.closed for line in lines.made] == [1, 1, 1]
    made.add_computer(3, "Cipher")
    assert lines.made[-1].folder.name == "computer-0"


@pytest.mark.parametrize("preset", PRESETS)
def test_rounds_have_reviews_if_the_judge_supports_their_rules(tmp_path: Path, preset: str) -> None:
    services, n = services_in(tmp_path), PRESETS[preset].n_seats
    assert services.local_table.reviews is None, "nobody plays"
    services.local_table.begin_match(MatchSetup(preset, (*SOLO, *SOLO[1:] * 2)[:n]))
    assert (services.local_table.reviews is not None) == PRESETS[preset].has_solver
    assert services.local_table.reviews is services.local_table.reviews
