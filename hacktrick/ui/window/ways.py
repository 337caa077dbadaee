"""Every way from screen to screen: the one module that knows all scenes."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator

import pygame

from hacktrick.game.rules import Rules, Seat
from hacktrick.seat.desk import Desk
from hacktrick.seat.looks import Look
from hacktrick.seat.newmatch import NewMatch
from hacktrick.seat.online import OnlineSession
from hacktrick.seat.quiz import Stream
from hacktrick.seat.replaying import ReplaySession
from hacktrick.seat.reviews import Reviews
from hacktrick.ui.menus.about import AboutScene
from hacktrick.ui.menus.branch import BranchScene
from hacktrick.ui.menus.figures import FiguresScene
from hacktrick.ui.menus.learn import LearnScene
from hacktrick.ui.menus.matches import MatchesScene
from hacktrick.ui.menus.new_match import NewMatchScene
from hacktrick.ui.menus.pause import PauseScene
from hacktrick.ui.menus.puzzles import PuzzlesScene
from hacktrick.ui.menus.question import QuestionScene
from hacktrick.ui.menus.review import ReviewScene
from hacktrick.ui.menus.rules import RulesScene
from hacktrick.ui.menus.settings import SettingsScene
from hacktrick.ui.menus.share import ShareScene
from hacktrick.ui.menus.title import TitleScene
from hacktrick.ui.menus.today import TodayScene
from hacktrick.ui.menus.witness import WitnessScene
from hacktrick.ui.online.lobby import LobbyScene
from hacktrick.ui.online.meeting import MeetingScene
from hacktrick.ui.online.result import OnlineResultScene
from hacktrick.ui.online.table import OnlineTableScene
from hacktrick.ui.stage.context import Context
from hacktrick.ui.stage.scene import Scene
from hacktrick.ui.stage.ways import TableWish
from hacktrick.ui.table.film import film_of, picture_of
from hacktrick.ui.table.handover import HandoverScene
from hacktrick.ui.table.lesson import LessonScene
from hacktrick.ui.table.replay import ReplayScene
from hacktrick.ui.table.result import ResultScene
from hacktrick.ui.table.scene import TableScene
from hacktrick.ui.table.warm import table_ahead
from hacktrick.ui.window.preview import table_picture
from hacktrick.words.choices import from_setting
from hacktrick.words.lessons import people


class Screens:
    """The ways of ``hacktrick.ui.stage.ways.Ways`` over the stack of a context."""

    def __init__(self, context: Context, desk: Desk) -> None:
        self.context, self.desk = context, desk

    def title(self) -> None:
        self.desk.leave()
        self.context.stack.clear(self.first())

    def table(self) -> None:
        assert self.desk.session is not None
        self.context.dress(self.desk.session.rules.preset)
        self.context.stack.clear(self.first())
        self.context.stack.push(self.at_table())

    def table_ahead(self, looks: tuple[Look, ...]) -> Iterator[None]:
        return table_ahead(self.context, looks=looks)

    def table_picture(self, wish: TableWish) -> Iterator[pygame.Surface | None]:
        return table_picture(self.context, self.desk, wish)

    def begin(self, new: NewMatch) -> None:
        self.desk.leave()
        self.desk.begin(new)
        self.table()

    def resume(self) -> None:
        self.desk.resume()
        self.table()

    def new_match(self) -> None:
        self.context.stack.push(NewMatchScene(self.context, self.desk))

    def result(self, place: Callable[[], pygame.Rect], done: Callable[[], None]) -> None:
        online = isinstance(self.desk.session, OnlineSession)
        made = OnlineResultScene if online else ResultScene
        self.context.stack.push(made(self.context, self.desk, place, done))

    def handover(self, seat: Seat, recap: tuple[str, ...], opened: Callable[[], None]) -> None:
        self.context.stack.push(HandoverScene(self.context, self.desk, seat, recap, opened))

    def review(
        self, reviews: Reviews, number: int | None = None, action: int | None = None
    ) -> None:
        scene = ReviewScene(self.context, self.desk, reviews, number, action)
        self.context.stack.push(scene)

    def puzzles(self) -> None:
        self.context.stack.push(PuzzlesScene(self.context, self.desk))

    def today(self) -> None:
        self.context.stack.push(TodayScene(self.context, self.desk))

    def figures(self) -> None:
        self.context.stack.push(FiguresScene(self.context, self.desk))

    def question(self, stream: Stream) -> None:
        self.context.stack.push(QuestionScene(self.context, self.desk, stream))

    def meeting(self) -> None:
        self.context.stack.clear(self.first())
        self.context.stack.push(MeetingScene(self.context, self.desk))

    def lobby(self) -> None:
        self.context.stack.push(LobbyScene(self.context, self.desk))

    def online_table(self) -> None:
        self.desk.sit_down_online()
        self.table()

    def witness(self) -> None:
        self.context.stack.push(WitnessScene(self.context, self.desk))

    def pause(self) -> None:
        self.context.stack.push(PauseScene(self.context, self.desk))

    def learn(self) -> None:
        self.context.stack.push(LearnScene(self.context, self.desk))

    def lesson(self, name: str, from_start: bool = False) -> None:
        stack = self.context.stack
        choices = from_setting(self.context.settings.last_match)
        edition = choices.rules.words
        session = self.desk.school.learn(name, people(choices), edition, from_start)
        scene = LessonScene(self.context, self.desk, session, self.lesson)
        if isinstance(stack.top, LessonScene):
            stack.replace(scene)
            return
        if not isinstance(stack.top, LearnScene):
            self.learn()
        stack.push(scene)

    def settings(self) -> None:
        self.context.stack.push(SettingsScene(self.context, self.desk))

    def rules(self, rules: Rules, topic: str | None = None) -> None:
        self.context.stack.push(RulesScene(self.context, rules, topic))

    def matches(self, given: str = "") -> None:
        self.context.stack.push(MatchesScene(self.context, self.desk, given))

    def replay(self, replayed: ReplaySession) -> None:
        self.context.stack.push(ReplayScene(self.context, replayed))

    def branch(self, replayed: ReplaySession) -> None:
        self.context.stack.push(BranchScene(self.context, self.desk, replayed))

    def picture(self, replayed: ReplaySession) -> pygame.Surface:
        return picture_of(self.context, replayed)

    def film(self, replayed: ReplaySession) -> Generator[float, None, bytes]:
        return film_of(self.context, replayed)

    def share(self, replayed: ReplaySession) -> None:
        self.context.stack.push(ShareScene(self.context, self.desk, replayed))

    def about(self) -> None:
        self.context.stack.push(AboutScene(self.context, self.desk))

    def first(self) -> Scene:
        """The first screen, new."""
        return TitleScene(self.context, self.desk)

    def at_table(self) -> Scene:
        """The table of the desk's session, new."""
        online = isinstance(self.desk.session, OnlineSession)
        return (OnlineTableScene if online else TableScene)(self.context, self.desk)


def connect(context: Context, desk: Desk) -> Screens:
    """Give a context its ways."""
    context.ways = screens = Screens(context, desk)
    return screens
