"""The scenes of every menu and dialog, by the name of their picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from time import sleep

import pygame

from assets.shots.daily_round import LEVEL_OUTCOMES, FinishedDailyRound
from assets.shots.online import PLAYING, host_and_join_scene, lobby_scene
from assets.shots.reviewed_match import (
    IdleThinker,
    sample_finished_round,
    sample_match_reviews,
    sample_question,
    sample_record,
    sample_review,
    sample_statistics,
)
from hacktrick.app.local_table import MatchSetup
from hacktrick.app.match_session import MatchSession
from hacktrick.app.profiles import Profile
from hacktrick.app.program_services import ProgramServices
from hacktrick.app.puzzle_practice import QuestionAttempt, RetriedTurnSource
from hacktrick.app.replay_session import OPEN_PERSPECTIVE, ReplayPosition, ReplaySession
from hacktrick.app.storage import StorageProblem
from hacktrick.app.study_session import StudySession, study_of_text, study_with_hand
from hacktrick.coach.judgement import judge_id
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import SeatInfo
from hacktrick.i18n.file_problem_text import problem_sentence, problem_title
from hacktrick.i18n.match_options_and_player_names import (
    NewMatchOptions,
    SeatOptions,
    options_to_setting,
)
from hacktrick.i18n.match_text import MatchSentences
from hacktrick.library.match_entries import MatchProvenance, MatchSource
from hacktrick.ui.scene.scenes_and_context import Scene
from hacktrick.ui.screens.about_scene import AboutScene
from hacktrick.ui.screens.daily_round_scene import DailyRoundScene
from hacktrick.ui.screens.lessons.lesson_list import LessonListScene
from hacktrick.ui.screens.library.match_import import MatchImportScene
from hacktrick.ui.screens.library.match_list import MatchListScene, PlayOnDialog
from hacktrick.ui.screens.library.share_scene import ShareScene
from hacktrick.ui.screens.new_match_scene import NewMatchScene
from hacktrick.ui.screens.pause_scene import PauseScene
from hacktrick.ui.screens.profiles_scene import ProfilesScene
from hacktrick.ui.screens.puzzles.puzzle_list_and_puzzle import PositionPuzzleScene, PuzzleListScene
from hacktrick.ui.screens.review.review_scene import ReviewScene
from hacktrick.ui.screens.rules.rules_scene import RulesScene
from hacktrick.ui.screens.settings.key_bindings_scene import KeyBindingsScene
from hacktrick.ui.screens.settings.settings_scene import SETTING_PAGES, SettingsScene
from hacktrick.ui.screens.statistics_and_mistakes_scenes import MistakesScene, StatisticsScene
from hacktrick.ui.screens.study.position_editor import PositionEditor
from hacktrick.ui.screens.study.position_search_scene import PositionSearchScene
from hacktrick.ui.screens.study.study_scene import StudyScene
from hacktrick.ui.screens.title.title_scene import TitleScene
from hacktrick.ui.table.private_hands_and_handover import HandoverScene
from hacktrick.ui.table.replay.replay_scene import ReplayScene
from hacktrick.ui.table.table_scene import TableScene
from hacktrick.ui.widgets.dialogs import NoticeScene, ask_confirmation
from tests.support.random_matches import random_record
from tests.support.rig import PEOPLE, Rig

SAMPLE_MATCHES: tuple[tuple[str, MatchSource], ...] = (
    *(("keypad", "played"), ("servers", "played"), ("wits", "imported"), ("club", "branch")),
    *(("arena", "played"), ("keypad", "branch"), ("keypad", "imported"), ("servers", "played")),
)
STUDIED_POSITION = (
    "keypad turn=4 row=315 aside=02 hands=24/??? board=4a,6Bb captured=1/0 sums=-/7+1"
)


def menu_scenes(rig: Rig) -> Iterator[tuple[str, list[Scene]]]:
    """Yield the name of each picture and its scenes, from the bottom of the stack to the top."""
    context, services = rig.context, rig.services
    title = TitleScene(context, services)
    yield "title-first", [title]
    yield "matches-none", [MatchListScene(context, services)]
    services.local_table.begin_match(MatchSetup("keypad", PEOPLE))
    assert services.session is not None
    session = services.session
    _play_until_command(session)
    recap = MatchSentences(session.rules, session.seats).recap_lines(
        session.public_history, session.public.seat
    )
    curtain = HandoverScene(context, session, session.public.seat, recap, lambda: None)
    yield "handover", [curtain]
    session.show_hand(session.public.seat)
    yield "pause", [TableScene(context, services), PauseScene(context, services)]
    services.leave_table()
    title = TitleScene(context, services)
    yield "title", [title]
    ask_confirmation(
        context, "Delete this match?", "It cannot be brought back.", "Delete", lambda: None
    )
    context.stack.apply_changes()
    question = context.stack.top
    assert isinstance(question, NoticeScene)
    empty_scene_stack(rig)
    question.rebuild_widgets()  # clearing the stack has removed the focus
    yield "confirm", [title, question]
    problem = StorageProblem(
        "broken", "/home/anna/match.hacktrick.json", "match.hacktrick.json.backup"
    )
    notice = NoticeScene(context, problem_title(problem), problem_sentence(problem))
    yield "notice", [title, notice]
    yield "online", [host_and_join_scene(rig)]
    yield "lobby", [lobby_scene(rig)]
    yield "online-proved", [lobby_scene(rig, PLAYING)]
    yield "learn", [LessonListScene(context, services)]
    yield "new-match", [NewMatchScene(context, services)]
    four = NewMatchOptions(
        "quartet", [SeatOptions("human", name) for name in ("", "BELA", "", "DORA")]
    )
    four.seats[2].player = four.seats[0].player = "level:2"
    four.set_option("out_of_markers", "when_obliged")
    four.set_option("second_command", "draw")
    context.change_settings(last_match=options_to_setting(four))
    yield "new-match-four", [NewMatchScene(context, services)]
    people = (Profile("Anna", 2, 1), Profile("Béla", 0, 3), Profile("Zoë", 3, 0))
    yield "profiles-none", [ProfilesScene(context, services, "", print, print)]
    services.profiles.save_profiles(people)
    yield "profiles", [ProfilesScene(context, services, "Anna", print, print)]
    two = NewMatchOptions("keypad", [SeatOptions("human", "Anna"), SeatOptions("human", "Béla")])
    two.seats += [SeatOptions(), SeatOptions()]
    context.change_settings(last_match=options_to_setting(two))
    yield "new-match-profiles", [NewMatchScene(context, services)]
    trio = NewMatchOptions("trio", [SeatOptions("human", p.name) for p in people] + [SeatOptions()])
    context.change_settings(last_match=options_to_setting(trio))
    yield "new-match-three", [NewMatchScene(context, services)]
    yield "review", [ReviewScene(context, services, sample_match_reviews(), 0)]
    figures = ReviewScene(context, services, sample_match_reviews(), 0)
    figures.page_name, figures.shows_chance_change = "sum", True
    yield "review-figures", [figures]
    turn = ReviewScene(context, services, sample_match_reviews(), 0)
    turn.page_name = "turn"
    yield "review-turn", [turn]
    hands = ReviewScene(context, services, sample_match_reviews(), 0)
    hands.page_name = "hands"
    yield "review-hands", [hands]
    for is_revealed in (False, True):
        guess = ReviewScene(context, services, sample_match_reviews(), 0)
        guess.set_guessing_before_review(True)
        guessed = guess.guess_first_review
        assert guessed is not None
        while guessed.index < 9 or not guessed.awaits_guess:
            guessed.guess(guessed.turns_to_guess_from[0])
            guessed.advance_to_next_turn()
        if is_revealed:
            guessed.guess(guessed.turns_to_guess_from[0])
            guess.page_name = "turn"
        guess.show_turn_at_index(guessed.index)
        guess.rebuild_widgets()
        yield "review-guess-told" if is_revealed else "review-guess", [guess]
    asked = RetriedTurnSource(
        QuestionAttempt(sample_question(), IdleThinker()), 17, lambda quiz: None
    )
    yield "puzzles", [PuzzleListScene(context, services)]
    yield "today", [DailyRoundScene(context, services)]
    usual, services.daily_round = services.daily_round, FinishedDailyRound(LEVEL_OUTCOMES)
    yield "today-played", [DailyRoundScene(context, services)]
    services.daily_round = usual
    figures_of_somebody = StatisticsScene(context, services)
    while figures_of_somebody.is_adding:
        figures_of_somebody.update(0.0)
    figures_of_somebody.statistics = sample_statistics()
    yield "figures", [figures_of_somebody]
    points = StatisticsScene(context, services)
    points.shows_points = True
    yield "points", [points]
    yield "question", [PositionPuzzleScene(context, services, asked)]
    answered = RetriedTurnSource(
        QuestionAttempt(sample_question(), IdleThinker()), 17, lambda quiz: None
    )
    answered.attempt.give_up()
    yield "question-answered", [PositionPuzzleScene(context, services, answered)]
    for page in SETTING_PAGES:
        scene = SettingsScene(context, services)
        scene.page_name = page
        yield f"settings-{page.lower()}", [scene]
    for name, query in (("few", "vol"), ("many", "a"), ("none", "xyz"), ("link", "fold")):
        scene = SettingsScene(context, services)
        scene.search_field.text = query
        yield f"settings-search-{name}", [scene]
    yield "keys", [KeyBindingsScene(context)]
    replayed = add_sample_matches(services)
    matches = MatchListScene(context, services)
    yield "matches", [matches]
    yield from match_judging_scenes(rig)
    yield "matches-import", [matches, MatchImportScene(context, print)]
    replayed.go_to(ReplayPosition(0, 9))
    yield "replay", [ReplayScene(context, replayed)]
    replayed.set_perspective(OPEN_PERSPECTIVE)
    replayed.go_to(replayed.end_position)
    yield "replay-end", [ReplayScene(context, replayed)]
    yield "share", [ShareScene(context, services, replayed)]
    yield from study_scenes(rig, replayed)
    replayed.go_to(ReplayPosition(0, 9))
    yield "branch", [ReplayScene(context, replayed), PlayOnDialog(context, services, replayed)]
    yield "about", [AboutScene(context, services)]
    yield "rules", [RulesScene(context, PRESETS["keypad"], "winning.double")]
    yield "rules-board", [RulesScene(context, PRESETS["keypad"], "winning")]
    found = RulesScene(context, PRESETS["club"])
    found.query = "cannot play"
    yield "rules-search", [found]
    yield "rules-codes", [RulesScene(context, PRESETS["wits"], "codes")]
    yield "rules-match", [RulesScene(context, PRESETS["servers"], "match")]


def study_scenes(rig: Rig, replayed: ReplaySession) -> Iterator[tuple[str, list[Scene]]]:
    """Yield the study board, the position editor, and the result of a position search."""
    context, services = rig.context, rig.services
    session = _restart_judge_of_study(_judged_study())
    board = StudyScene(context, services, session)
    yield "study", [board]
    yield (
        "study-fixed",
        [StudyScene(context, services, _restart_judge_of_study(_judged_study_with_hand()))],
    )
    looks = board.session.side_marker_styles
    yield "study-editor", [PositionEditor(context, STUDIED_POSITION, looks, session.open_study)]
    replayed.go_to(ReplayPosition(0, 1))
    diagram = replayed.diagram_at_turn_start
    assert diagram is not None
    for name in ("find", "openings", "replies"):
        found = PositionSearchScene(context, services, diagram, session.open_study)
        while not found.search.is_complete:
            sleep(0.01)
            found.search.update()
        if name != "find":
            found.switch_between_position_and_openings()
        if name == "openings":
            found.return_to_start_cards()
        yield f"study-{name}", [found]


def _restart_judge_of_study(study: StudySession) -> StudySession:
    """Restart the judge of a study, which stops after each picture; return the study."""
    study.judge.start_judging(study.study.current_node.views)
    return study


@cache
def _judged_study() -> StudySession:
    return _wait_until_study_is_judged(
        StudySession(study_of_text(STUDIED_POSITION), InlineThinker())
    )


@cache
def _judged_study_with_hand() -> StudySession:
    """Return a judged study in which the opponent's likeliest hand is treated as known."""
    study = _wait_until_study_is_judged(
        StudySession(study_of_text(STUDIED_POSITION), InlineThinker())
    )
    odds = study.assessment.odds
    assert odds is not None
    study.change_position(study_with_hand(study, odds.seat, odds.counted_hands[0].hand))
    return _wait_until_study_is_judged(study)


def _wait_until_study_is_judged(session: StudySession) -> StudySession:
    """Wait until a study's judge has finished; return the study."""
    while not session.assessment.is_final:
        session.update()
    return session


def match_judging_scenes(rig: Rig) -> Iterator[tuple[str, list[Scene]]]:
    """Yield the list of matches while they are judged, and the mistakes found in them."""
    context, services = rig.context, rig.services
    library, queue = services.library.opened_library, services.review_queue
    assert library is not None
    number = library.add_match(sample_record())
    found = sample_review(sample_finished_round())
    assert number is not None and found is not None
    services.library.save_review(number, replace(found, judge=judge_id()))
    queue.add_matches(services.library_browser.find_matches())
    queue.stop()
    matches = MatchListScene(context, services)
    matches.marked = {1, 2, 5}
    yield "matches-judged", [matches]
    queue.resume()
    services.puzzle_practice.select_player("ANNA")
    yield "mistakes", [MistakesScene(context, services)]
    library.mark_deleted((number,))
    yield "mistakes-none", [MistakesScene(context, services)]


def add_sample_matches(services: ProgramServices) -> ReplaySession:
    """Add some matches to the library; return the replay of one of them."""
    library = services.library.opened_library
    assert library is not None
    for n, (preset, source) in enumerate(SAMPLE_MATCHES):
        seats = PEOPLE if n % 2 else (PEOPLE[0], SeatInfo("CIPHER", "level:3"))
        number = library.add_match(
            random_record(rules_for(preset, {"target": 1}), seats, Random(n)),
            MatchProvenance(source=source),
        )
        if number is not None and n in (0, 3):
            library.set_star(number, True)
            library.set_note(number, "Taken too early")
    replayed = services.library_browser.open_replay(services.library_browser.find_matches()[-1])
    assert replayed is not None
    return replayed


def _play_until_command(session: MatchSession) -> None:
    """Play the session's match at random until a command begins a turn in mid-round."""
    rng = Random(2)
    while (
        session.public.phase != "turn"
        or len(session.public.row) < 5
        or not session.public.command_in_force
    ):
        session.show_hand(session.public.seat)
        assert session.observation is not None
        session.submit(rng.choice(legal_actions(session.observation)))
    assert not session.is_round_over


def picture_after_animations(rig: Rig, scenes: list[Scene]) -> pygame.Surface:
    """Return a picture of stacked scenes after their animations."""
    rig.show(*scenes)
    rig.tick(n=250)  # small tables are painted in pieces over several frames
    drawn = rig.draw().copy()
    empty_scene_stack(rig)
    return drawn


def empty_scene_stack(rig: Rig) -> None:
    """Reset the scene stack to its state before the picture."""
    rig.stack.clear()
    rig.stack.apply_changes()
