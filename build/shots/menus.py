"""Every menu and dialogue, each by its name."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pygame
from random_matches import random_match
from rig import PEOPLE, Rig

from hacktrick.game.rules import PRESETS, rules_for
from hacktrick.game.view import SeatInfo
from hacktrick.library.entries import Mark, Source
from hacktrick.profiles import Profile
from hacktrick.seat.desk import Desk
from hacktrick.seat.newmatch import NewMatch
from hacktrick.seat.quiz import Again, Quiz
from hacktrick.seat.replaying import OPEN, Place, ReplaySession
from hacktrick.storage import Problem
from hacktrick.ui.controls.notice import NoticeScene
from hacktrick.ui.menus.about import AboutScene
from hacktrick.ui.menus.branch import BranchScene
from hacktrick.ui.menus.figures import FiguresScene
from hacktrick.ui.menus.keys import KeysScene
from hacktrick.ui.menus.learn import LearnScene
from hacktrick.ui.menus.match_import import ImportScene
from hacktrick.ui.menus.matches import MatchesScene
from hacktrick.ui.menus.new_match import NewMatchScene
from hacktrick.ui.menus.pause import PauseScene
from hacktrick.ui.menus.profiles import ProfilesScene
from hacktrick.ui.menus.puzzles import PuzzlesScene
from hacktrick.ui.menus.question import QuestionScene
from hacktrick.ui.menus.replacing import ask_to_replace
from hacktrick.ui.menus.review import ReviewScene
from hacktrick.ui.menus.rules import RulesScene
from hacktrick.ui.menus.settings import PAGES, SettingsScene
from hacktrick.ui.menus.share import ShareScene
from hacktrick.ui.menus.title import TitleScene
from hacktrick.ui.menus.today import TodayScene
from hacktrick.ui.stage.scene import Scene
from hacktrick.ui.table.handover import HandoverScene
from hacktrick.ui.table.replay import ReplayScene
from hacktrick.words.choices import MatchChoices, SeatChoice, to_setting
from hacktrick.words.problems import problem_sentence, problem_title
from shots.daily import ALL, Played
from shots.online import PLAYING, lobby, meeting
from shots.reviewed import Idle, a_question, reviews, some_statistics

KEPT: tuple[tuple[str, Source], ...] = (
    *(("keypad", "played"), ("servers", "played"), ("wits", "imported"), ("club", "branch")),
    *(("arena", "played"), ("keypad", "branch"), ("keypad", "imported"), ("servers", "played")),
)


def shots(rig: Rig) -> Iterator[tuple[str, list[Scene]]]:
    """Name of a picture, and the scenes that lie on each other in it."""
    context, desk = rig.context, rig.desk
    title = TitleScene(context, desk)
    yield "title-first", [title]
    desk.begin(NewMatch("keypad", PEOPLE))
    yield (
        "handover",
        [
            HandoverScene(
                context,
                desk,
                1,
                ("ANNA played 4 on 5 and marked 9: 1 captured.", "Play! stands over this turn."),
                lambda: None,
            )
        ],
    )
    yield "pause", [TitleScene(context, desk), PauseScene(context, desk)]
    desk.leave()
    title = TitleScene(context, desk)
    yield "title", [title]
    ask_to_replace(context, desk, lambda: None)
    context.stack.apply()
    question = context.stack.top
    assert isinstance(question, NoticeScene)
    clear(rig)
    question.remake()  # the focus had gone with the stack
    yield "confirm", [title, question]
    problem = Problem("broken", "/home/anna/match.hacktrick.json", "match.hacktrick.json.backup")
    notice = NoticeScene(context, problem_title(problem), problem_sentence(problem))
    yield "notice", [title, notice]
    yield "online", [meeting(rig)]
    yield "lobby", [lobby(rig)]
    yield "online-proved", [lobby(rig, PLAYING)]
    yield "learn", [LearnScene(context, desk)]
    yield "new-match", [NewMatchScene(context, desk)]
    four = MatchChoices("quartet", [SeatChoice("human", name) for name in ("", "BELA", "", "DORA")])
    four.seats[2].player = four.seats[0].player = "level:2"
    four.set_option("out_of_markers", "when_obliged")
    four.set_option("second_command", "draw")
    context.change(last_match=to_setting(four))
    yield "new-match-four", [NewMatchScene(context, desk)]
    people = (Profile("Anna", 2, 1), Profile("Béla", 0, 3), Profile("Zoë", 3, 0))
    yield "profiles-none", [ProfilesScene(context, desk, "", print, print)]
    desk.keep_profiles(people)
    yield "profiles", [ProfilesScene(context, desk, "Anna", print, print)]
    two = MatchChoices("keypad", [SeatChoice("human", "Anna"), SeatChoice("human", "Béla")])
    two.seats += [SeatChoice(), SeatChoice()]
    context.change(last_match=to_setting(two))
    yield "new-match-profiles", [NewMatchScene(context, desk)]
    trio = MatchChoices("trio", [SeatChoice("human", p.name) for p in people] + [SeatChoice()])
    context.change(last_match=to_setting(trio))
    yield "new-match-three", [NewMatchScene(context, desk)]
    yield "review", [ReviewScene(context, desk, reviews(), 0)]
    figures = ReviewScene(context, desk, reviews(), 0)
    figures.page_name, figures.with_figures = "sum", True
    yield "review-figures", [figures]
    turn = ReviewScene(context, desk, reviews(), 0)
    turn.page_name = "turn"
    yield "review-turn", [turn]
    hands = ReviewScene(context, desk, reviews(), 0)
    hands.page_name = "hands"
    yield "review-hands", [hands]
    asked = Again(Quiz(a_question(), Idle()), 21, lambda quiz: None)
    yield "puzzles", [PuzzlesScene(context, desk)]
    yield "today", [TodayScene(context, desk)]
    usual, desk.today = desk.today, Played(ALL)
    yield "today-played", [TodayScene(context, desk)]
    desk.today = usual
    figures_of_somebody = FiguresScene(context, desk)
    figures_of_somebody.found = some_statistics()
    yield "figures", [figures_of_somebody]
    points = FiguresScene(context, desk)
    points.with_points = True
    yield "points", [points]
    yield "question", [QuestionScene(context, desk, asked)]
    answered = Again(Quiz(a_question(), Idle()), 21, lambda quiz: None)
    answered.quiz.give_up()
    yield "question-answered", [QuestionScene(context, desk, answered)]
    for page in PAGES:
        scene = SettingsScene(context, desk)
        scene.page_name = page
        yield f"settings-{page.lower()}", [scene]
    for name, query in (("few", "vol"), ("many", "a"), ("none", "xyz"), ("link", "fold")):
        scene = SettingsScene(context, desk)
        scene.field.text = query
        yield f"settings-search-{name}", [scene]
    yield "keys", [KeysScene(context)]
    yield "matches-none", [MatchesScene(context, desk)]
    replayed = keep_some(desk)
    matches = MatchesScene(context, desk)
    yield "matches", [matches]
    yield "matches-import", [matches, ImportScene(context, print)]
    replayed.go(Place(0, 9))
    yield "replay", [ReplayScene(context, replayed)]
    replayed.look_with(OPEN)
    replayed.go(replayed.end)
    yield "replay-end", [ReplayScene(context, replayed)]
    yield "share", [ShareScene(context, desk, replayed)]
    replayed.go(Place(0, 9))
    yield "branch", [ReplayScene(context, replayed), BranchScene(context, desk, replayed)]
    yield "about", [AboutScene(context, desk)]
    yield "rules", [RulesScene(context, PRESETS["keypad"], "winning.double")]
    yield "rules-board", [RulesScene(context, PRESETS["keypad"], "winning")]
    found = RulesScene(context, PRESETS["club"])
    found.query = "cannot play"
    yield "rules-search", [found]
    yield "rules-codes", [RulesScene(context, PRESETS["wits"], "codes")]
    yield "rules-match", [RulesScene(context, PRESETS["servers"], "match")]


def keep_some(desk: Desk) -> ReplaySession:
    """Some matches in the library; one of them to be shown again."""
    library = desk.library
    assert library is not None
    for n, (preset, source) in enumerate(KEPT):
        seats = PEOPLE if n % 2 else (PEOPLE[0], SeatInfo("CIPHER", "level:3"))
        number = library.add(
            random_match(rules_for(preset, {"target": 1}), seats, Random(n)), Mark(source=source)
        )
        if number is not None and n in (0, 3):
            library.star(number, True)
            library.note(number, "Taken too early")
    replayed = desk.kept.replay(desk.kept.find()[-1])
    assert replayed is not None
    return replayed


def picture(rig: Rig, scenes: list[Scene]) -> pygame.Surface:
    """Scenes on each other, once they are still."""
    rig.show(*scenes)
    rig.tick(n=250)  # small tables are painted a piece a frame
    drawn = rig.draw().copy()
    clear(rig)
    return drawn


def clear(rig: Rig) -> None:
    """The stack as it was before a picture."""
    rig.stack.clear()
    rig.stack.apply()
