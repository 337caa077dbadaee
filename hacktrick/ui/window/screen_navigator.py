"""Opens every screen. This is the only module that imports all screens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from hacktrick.app.local_table import MatchSetup
from hacktrick.app.match_reviews import MatchReviews
from hacktrick.app.online_session import OnlineSession
from hacktrick.app.profiles import MarkerStyle
from hacktrick.app.program_services import ProgramServices
from hacktrick.app.puzzle_practice import QuestionSource
from hacktrick.app.replay_session import ReplaySession
from hacktrick.app.storage import SaveSlot
from hacktrick.app.study_positions import StudyRefusedError
from hacktrick.app.study_session import FIRST_STUDY, Study, StudySession, study_of_text
from hacktrick.game.editions import Rules
from hacktrick.game.notation.diagram import Diagram
from hacktrick.game.notation.position_parser import PositionError
from hacktrick.game.state import Seat
from hacktrick.i18n.lesson_text import lesson_player_names
from hacktrick.i18n.match_options_and_player_names import NewMatchOptions, options_from_setting
from hacktrick.i18n.review_text import whose_turns_question
from hacktrick.i18n.study_text import RUNNING_MATCH, study_error_sentence
from hacktrick.i18n.translator import _
from hacktrick.ui.scene.scenes_and_context import Context, Scene
from hacktrick.ui.screens.about_scene import AboutScene
from hacktrick.ui.screens.computer_decision_audit_scene import DecisionAuditScene
from hacktrick.ui.screens.daily_round_scene import DailyRoundScene
from hacktrick.ui.screens.lessons.lesson_list import LessonListScene
from hacktrick.ui.screens.lessons.lesson_scene import LessonScene
from hacktrick.ui.screens.library.match_list import MatchListScene, PlayOnDialog
from hacktrick.ui.screens.library.share_scene import ShareScene
from hacktrick.ui.screens.new_match_scene import NewMatchScene
from hacktrick.ui.screens.online.host_and_join import HostAndJoinScene
from hacktrick.ui.screens.online.online_table import OnlineTableScene
from hacktrick.ui.screens.online.table_lobby import OnlineLobbyScene
from hacktrick.ui.screens.pause_scene import PauseScene
from hacktrick.ui.screens.puzzles.puzzle_list_and_puzzle import PositionPuzzleScene, PuzzleListScene
from hacktrick.ui.screens.review.review_scene import ReviewScene
from hacktrick.ui.screens.rules.rules_scene import RulesScene
from hacktrick.ui.screens.settings.settings_scene import SettingsScene
from hacktrick.ui.screens.statistics_and_mistakes_scenes import MistakesScene, StatisticsScene
from hacktrick.ui.screens.study.position_search_scene import PositionSearchScene
from hacktrick.ui.screens.study.study_scene import StudyScene
from hacktrick.ui.screens.title.title_scene import TitleScene
from hacktrick.ui.table.motion.prerender import prerender_table_in_steps
from hacktrick.ui.table.replay.replay_scene import ReplayScene
from hacktrick.ui.table.table_scene import TableScene
from hacktrick.ui.widgets.dialogs import NoticeAnswer, NoticeScene


class ScreenNavigator:
    """Opens screens on the stack of a context.

    ``hacktrick.ui.scene.scenes_and_context.Navigator`` describes the methods.
    """

    def __init__(self, context: Context, services: ProgramServices) -> None:
        self.context, self.services = context, services

    def show_title(self) -> None:
        self.services.leave_table()
        self.context.stack.clear(self.make_title_scene())

    def show_table(self) -> None:
        assert self.services.session is not None
        self.context.use_edition_theme_if_chosen(self.services.session.rules.preset)
        self.context.stack.clear(self.make_title_scene())
        self.context.stack.push(self.make_table_scene())

    def prerender_table_in_steps(self, marker_styles: tuple[MarkerStyle, ...]) -> Iterator[None]:
        return prerender_table_in_steps(self.context, marker_styles=marker_styles)

    def start_match(self, new: MatchSetup) -> None:
        self.services.leave_table()
        self.services.local_table.begin_match(new)
        self.show_table()

    def resume_match(self, slot: SaveSlot = "match") -> None:
        self.services.leave_table()
        self.services.local_table.resume_match(slot)
        self.show_table()

    def resume_unfinished_match(self, key: str) -> bool:
        self.services.leave_table()
        if self.services.local_table.resume_unfinished_match(key) is None:
            return False
        self.show_table()
        return True

    def show_new_match(self, choices: NewMatchOptions | None = None) -> None:
        self.context.stack.push(NewMatchScene(self.context, self.services, choices))

    def show_review_or_ask_whose(
        self,
        reviews: MatchReviews,
        round_index: int | None = None,
        action: int | None = None,
        seat: Seat | None = None,
    ) -> None:
        if seat is None and action is None and len(reviews.reviewed_seats) > 1:
            self._ask_whose_review(reviews, round_index)
            return
        scene = ReviewScene(self.context, self.services, reviews, round_index, action, seat)
        self.context.stack.push(scene)

    def _ask_whose_review(self, reviews: MatchReviews, round_index: int | None) -> None:
        """Ask which of several players' turns to review, and open the review for that seat.

        Args:
            round_index: the index of the round to show first; None for the last finished round.
        """
        answers = [
            NoticeAnswer(
                reviews.seats[seat].name,
                partial(self.show_review_or_ask_whose, reviews, round_index, seat=seat),
            )
            for seat in reviews.reviewed_seats
        ]
        answers.append(NoticeAnswer(_("Cancel")))
        self.context.stack.push(
            NoticeScene(self.context, _("Review"), whose_turns_question(), answers)
        )

    def show_puzzles(self) -> None:
        self.context.stack.push(PuzzleListScene(self.context, self.services))

    def show_daily_round(self) -> None:
        self.context.stack.push(DailyRoundScene(self.context, self.services))

    def show_statistics(self) -> None:
        self.context.stack.push(StatisticsScene(self.context, self.services))

    def show_mistakes(self) -> None:
        self.context.stack.push(MistakesScene(self.context, self.services))

    def show_puzzle(self, source: QuestionSource) -> None:
        self.context.stack.push(PositionPuzzleScene(self.context, self.services, source))

    def show_host_and_join(self) -> None:
        self.context.stack.clear(self.make_title_scene())
        self.context.stack.push(HostAndJoinScene(self.context, self.services))

    def show_lobby(self) -> None:
        self.context.stack.push(OnlineLobbyScene(self.context, self.services))

    def show_online_table(self) -> None:
        self.services.open_online_match()
        self.show_table()

    def show_decision_audit(self) -> None:
        self.context.stack.push(DecisionAuditScene(self.context, self.services))

    def show_pause_menu(self) -> None:
        self.context.stack.push(PauseScene(self.context, self.services))

    def show_lessons(self) -> None:
        self.context.stack.push(LessonListScene(self.context, self.services))

    def show_lesson(self, name: str, from_start: bool = False) -> None:
        stack = self.context.stack
        choices = options_from_setting(self.context.settings.last_match)
        edition = choices.rules.words
        session = self.services.lessons.start_lesson(
            name, lesson_player_names(choices), edition, from_start
        )
        scene = LessonScene(self.context, self.services, session, self.show_lesson)
        if isinstance(stack.top, LessonScene):
            stack.replace(scene)
            return
        if not isinstance(stack.top, LessonListScene):
            self.show_lessons()
        stack.push(scene)

    def show_settings(self) -> None:
        self.context.stack.push(SettingsScene(self.context, self.services))

    def show_rules(self, rules: Rules, topic: str | None = None) -> None:
        self.context.stack.push(RulesScene(self.context, rules, topic))

    def show_match_list(self, match_to_import: str = "") -> None:
        self.context.stack.push(MatchListScene(self.context, self.services, match_to_import))

    def show_replay(self, replay: ReplaySession) -> None:
        library = self.services.library_browser
        self.context.stack.push(ReplayScene(self.context, replay, library))

    def show_branch_choices(self, replay: ReplaySession) -> None:
        self.context.stack.push(PlayOnDialog(self.context, self.services, replay))

    def show_position_or_return_fault(self, line: str = "") -> str:
        playing = self.services.session
        if playing is not None and not playing.is_over:
            return _(RUNNING_MATCH)
        try:
            study = study_of_text(line or FIRST_STUDY)
        except (PositionError, StudyRefusedError) as error:
            return study_error_sentence(error)
        self.show_study(study)
        return ""

    def show_study(self, study: Study) -> None:
        session = StudySession(study, self.services.thinker.claim_thinker())
        self.context.use_edition_theme_if_chosen(study.current_node.views[0].rules.preset)
        self.context.stack.push(StudyScene(self.context, self.services, session))

    def find_position_in_library(
        self, diagram: Diagram, open_study: Callable[[Study], None] | None = None
    ) -> None:
        opened = open_study or self.show_study
        scene = PositionSearchScene(self.context, self.services, diagram, opened)
        self.context.stack.push(scene)

    def show_share_options(self, replay: ReplaySession) -> None:
        self.context.stack.push(ShareScene(self.context, self.services, replay))

    def show_about(self) -> None:
        self.context.stack.push(AboutScene(self.context, self.services))

    def make_title_scene(self) -> Scene:
        """Return a new title screen."""
        return TitleScene(self.context, self.services)

    def make_table_scene(self) -> Scene:
        """Return a new table scene with the match of the program's session."""
        online = isinstance(self.services.session, OnlineSession)
        return (OnlineTableScene if online else TableScene)(self.context, self.services)


def connect_navigator(context: Context, services: ProgramServices) -> ScreenNavigator:
    """Create the navigator of a context and return it."""
    context.navigator = screens = ScreenNavigator(context, services)
    return screens
