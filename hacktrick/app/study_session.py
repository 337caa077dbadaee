"""A study: a position, the tree of turns tried from it, and the judge's assessments.

A study contains the knowledge of its views: the view of one seat, or the views of all seats if all
cards are known. Studies are immutable, so every change can be undone. A running match cannot be
studied, since the judge would help the player.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from itertools import chain, count
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from hacktrick.ai.advice import Forecast
from hacktrick.app.live_coach import merged_judgement
from hacktrick.app.study_positions import study_start_view
from hacktrick.coach.branched_match import match_from_view
from hacktrick.coach.possible_moves import (
    PossibleOutcome,
    Views,
    possible_actions,
    possible_outcomes,
    public_state_of,
    views_after,
)
from hacktrick.game.actions import Action, parse, text_with_unknowns
from hacktrick.game.notation.diagram import Diagram, diagram_of_view, text_of
from hacktrick.game.notation.position_parser import read_diagram
from hacktrick.game.state import RevealedFacts, Seat
from hacktrick.game.view import (
    Event,
    SeatInfo,
    View,
    observation_of,
)
from hacktrick.game.view_json import ViewError, read_view, view_to_json
from hacktrick.library.match_entries import has_all_words
from hacktrick.match.record import Record, RecordError, read_record
from hacktrick.safe_files import (
    BadFile,
    read_text,
    safe_file_name,
    write_atomically,
    write_bytes_atomically,
)

if TYPE_CHECKING:
    from hacktrick.app.engine_player import EnginePlayer
    from hacktrick.app.replay_session import ReplaySession
    from hacktrick.coach.hand_odds import HandOdds
    from hacktrick.coach.hints import LevelChoices
    from hacktrick.coach.judgement import PositionJudgement
    from hacktrick.coach.position_analysis import ExpectedReplies
    from hacktrick.coach.puzzles import PositionQuestion
    from hacktrick.coach.reason_finder import Explanation
    from hacktrick.coach.thinking_client import AnalysisValue, Thinker
    from hacktrick.coach.thinking_worker import AnalysisKind
    from hacktrick.game.cards import Counts

STUDY_FOLDER = "studies"  # subfolder of the data folder for studies
STUDY_KEY = "study"
"""The key in a record for the tree of a study, whose main line is the first round."""
TURN_MARKS = ("", "!", "?", "!?", "?!")
MAX_COMMENT = 500  # maximum number of characters in a comment
MAX_NODES = 2000
MAX_UNDO = 500
FIRST_STUDY = "keypad turn=0 row=3 aside=02 hands=0145/????"
"""The position in which a study begins, if none is given."""
ROOT = 0
NO_PARENT = -1


@dataclass(frozen=True, slots=True)
class StudyNode:
    """A position in the tree of a study.

    Attributes:
        parent: the number of the previous position; ``NO_PARENT`` for the first position.
        views: the view of the seat that studies, or the views of all seats.
        event: the action that led to the position, as these seats know it; None for the first
            position.
        comment, mark: the player's comment and mark (such as "!") for that action.
    """

    parent: int
    views: Views
    event: Event | None = None
    comment: str = ""
    mark: str = ""

    @property
    def acting_or_studying_view(self) -> View:
        """The view of the seat to act if the study has it, otherwise of the seat that studies."""
        seat = public_state_of(self.views).seat
        return next((view for view in self.views if view.seat == seat), self.views[0])


@dataclass(frozen=True, slots=True)
class Study:
    """A tree of positions, one of which is on the screen.

    Attributes:
        nodes: the positions by number; None for a removed position.
        current_number: the number of the position on the screen.
        name: the name under which the study is saved; "" if it is not saved.
        known: the judge's assessments of the positions at the time when the study was saved.
    """

    nodes: tuple[StudyNode | None, ...]
    current_number: int = ROOT
    name: str = ""
    known: Mapping[Views, Assessment] = field(default_factory=dict, compare=False)

    @property
    def current_node(self) -> StudyNode:
        """The node of the position on the screen."""
        return self.node_at(self.current_number)

    def node_at(self, node_number: int) -> StudyNode:
        """Return the position with this number, which must not have been removed."""
        found = self.nodes[node_number]
        assert found is not None
        return found

    def with_current_node(self, node_number: int) -> Study:
        """Return the study with the position ``node_number`` on the screen."""
        return replace(self, current_number=node_number)

    def saved_assessment(self, views: Views) -> Assessment:
        """Return the assessment of a position that was saved with the study.

        The assessment is empty if none was saved.
        """
        return self.known.get(views, Assessment())

    def child_numbers(self, node_number: int) -> tuple[int, ...]:
        """Return the numbers of the positions after a position, in the order they were tried."""
        nodes = enumerate(self.nodes)
        return tuple(n for n, node in nodes if node is not None and node.parent == node_number)

    def main_line(self) -> tuple[int, ...]:
        """Return the numbers of the positions on the main line, from the first one to its end.

        At every position, the main line follows the action that was tried first.
        """
        found = [ROOT]
        while children := self.child_numbers(found[-1]):
            found.append(children[0])
        return tuple(found)

    def with_event(self, event: Event) -> Study:
        """Return the study after an action in the position on the screen.

        The position that follows is added to the tree if it is new.

        Raises:
            ValueError: the action does not fit the position, or the tree is full.
        """
        for number in self.child_numbers(self.current_number):
            if self.node_at(number).event == event:
                return replace(self, current_number=number)
        if len(self.nodes) >= MAX_NODES:
            raise ValueError("the tree is full")
        node = StudyNode(self.current_number, views_after(self.current_node.views, event), event)
        return replace(self, nodes=(*self.nodes, node), current_number=len(self.nodes))

    def without_node(self, node_number: int) -> Study:
        """Return the study without a position and all positions that follow it."""
        parent = self.node_at(node_number).parent
        if parent == NO_PARENT:
            return self
        gone = {node_number}
        for n, node in enumerate(self.nodes):
            if node is not None and node.parent in gone:
                gone.add(n)
        nodes = tuple(None if n in gone else node for n, node in enumerate(self.nodes))
        return replace(
            self,
            nodes=nodes,
            current_number=parent if self.current_number in gone else self.current_number,
        )

    def with_comment_or_mark(self, comment: str | None = None, mark: str | None = None) -> Study:
        """Return the study with a new comment or mark at the current position.

        Args:
            comment: the comment; None to keep the old one.
            mark: the mark; None to keep the old one.
        """
        node = self.current_node
        if comment is not None:
            node = replace(node, comment=comment.strip()[:MAX_COMMENT])
        if mark is not None:
            node = replace(node, mark=mark)
        return replace(
            self,
            nodes=(
                *self.nodes[: self.current_number],
                node,
                *self.nodes[self.current_number + 1 :],
            ),
        )


def diagram_of_views(views: Views) -> Diagram:
    """Return the position with everything that at least one of the views contains."""
    diagram = diagram_of_view(views[0])
    hands = list(diagram.hands)
    for view in views[1:]:
        hands[view.seat] = observation_of(view).hand
    return diagram._replace(hands=tuple(hands))


def study_of_views(views: Views) -> Study:
    """Return a new study that begins at the position of the views."""
    return Study((StudyNode(NO_PARENT, views),))


def study_of_question(question: PositionQuestion) -> Study:
    """Return a new study that begins at the position of a question, as its player knows it."""
    return study_of_views((question.view,))


def study_of_text(text: str) -> Study:
    """Return a new study that begins at the position in a line of text (docs/position.md).

    The players in the study have no names.

    Raises:
        PositionError: the line describes no position.
        StudyRefusedError: the position cannot be studied.
    """
    diagram = read_diagram(text)
    return study_of_views((study_start_view(diagram, ("",) * diagram.public.rules.n_seats),))


def study_of_replay(replayed: ReplaySession) -> Study | None:
    """Return a new study that begins at a replay's current position, as its perspective knows it.

    The result is None for the perspective of a spectator, who knows no hand, and once the round is
    over.

    Raises:
        ValueError: the match is still going on.
    """
    from hacktrick.match.record_replay import replay_record

    record, wanted = read_record(replayed.record_text), replayed.position
    for match, _ in replay_record(record):
        place = len(match.record.rounds) - 1, len(match.record.rounds[-1].actions)
        if place != wanted:
            continue
        perspective = replayed.perspective
        if match.is_round_over or perspective == "spectator":
            return None
        seats = range(len(record.seats)) if perspective == "open" else (perspective,)
        return study_of_views(tuple(match.view(seat) for seat in seats))
    return None


def study_with_hand(session: StudySession, seat: Seat, hand: Counts) -> Study:
    """Return a new study of the current position in which the cards of another player are known.

    All players know these cards. Once all hands are known, the study has the views of all seats.

    Raises:
        StudyRefusedError: the cards do not fit.
    """
    diagram = session.diagram
    hands = tuple(hand if n == seat else known for n, known in enumerate(diagram.hands))
    found = diagram._replace(hands=hands)
    names = tuple(one.name for one in session.seats)
    viewers = [session.viewer]
    if all(found.knows_hand(n) for n in range(len(hands))):
        viewers += [n for n in range(len(hands)) if n != session.viewer]
    return study_of_views(tuple(study_start_view(found, names, viewer) for viewer in viewers))


# The following classes hold the findings of the judge.

Depth = Literal["none", "glance", "judged", "checked", "tried"]
DEPTHS: tuple[Depth, ...] = ("none", "glance", "judged", "checked", "tried")
MAX_LINE = 4  # maximum number of turns in the likely line
MAX_TURNS_WITH_REVEALED_HANDS = 3  # number of turns for which the revealed information is computed


class LikelyTurn(NamedTuple):
    """A turn of the likely line, the turns that are likely to follow from a position."""

    seat: Seat
    actions: tuple[Action, ...]


class JudgedTurn(NamedTuple):
    """A turn, with the chances of its player to win after it."""

    actions: tuple[Action, ...]
    forecast: Forecast


@dataclass(frozen=True, slots=True)
class Assessment:
    """The judge's findings about a position.

    Attributes:
        depth: how thoroughly the judge has solved the position so far.
        judgement: the values of the turns of the seat to act, if its cards are known; rough at the
            depth "glance".
        lines: the turns of that seat, ranked as in a review, best first.
        replies: the opponent's likely turns, if the opponent's cards are unknown.
        odds: the hands that the opponent may hold.
        choices: the choices of some levels, under rules that the judge does not support.
        likely_line: the best turn and the turns likely to follow.
        explanation: the reasons why the best turn is better than ``explained``, if requested.
        revealed_hand_odds: the hands that the opponent would suspect after each turn; empty unless
            requested.
        is_final: whether no further answer will come.
    """

    depth: Depth = "none"
    judgement: PositionJudgement | None = None
    lines: tuple[JudgedTurn, ...] = ()
    replies: ExpectedReplies | None = None
    odds: HandOdds | None = None
    choices: LevelChoices | None = None
    likely_line: tuple[LikelyTurn, ...] = ()
    explanation: Explanation | None = None
    explained: tuple[Action, ...] = ()
    revealed_hand_odds: tuple[tuple[tuple[Action, ...], HandOdds], ...] = ()
    is_final: bool = False


AssessmentOf = Callable[[Views], Assessment]
"""Returns what the judge has found out about a position."""


def no_assessment(views: Views) -> Assessment:
    """Return an empty assessment of any position; for a study that was not judged."""
    return Assessment()


def record_of_study(
    study: Study, rng: Random, assessment_of: AssessmentOf = no_assessment
) -> Record:
    """Return a study in the format of match records.

    The round of the record is the main line; hidden cards are drawn so that they fit the study's
    knowledge. The entry ``study`` has the whole tree.

    Args:
        study: the study to save.
        rng: draws the hidden cards.
        assessment_of: returns the judge's assessment of a position, to be saved in the tree.

    Raises:
        UntraceableMovesError: hidden cards cannot be drawn in this position.
        ValueError: no deal fits.
    """
    from hacktrick.coach.judgement import judge_id

    line = study.main_line()
    studied, *_ = study.node_at(line[-1]).views
    record = match_from_view(studied, studied.seats, rng).record
    numbers = [n for n, node in enumerate(study.nodes) if node is not None]
    place = {number: n for n, number in enumerate(numbers)}
    root = study.node_at(ROOT)

    def node_as_json(node: StudyNode) -> dict[str, Any]:
        return _event_as_json(node, place) | _assessment_as_json(assessment_of(node.views))

    record.extra["rated"] = False
    record.extra[STUDY_KEY] = {
        "views": [view_to_json(view) for view in root.views],
        "here": place[study.current_number],
        "tree": [node_as_json(study.node_at(n)) for n in numbers if n != ROOT],
        "comment": root.comment,
        "mark": root.mark,
        "judge": judge_id(record.rules),
        **_assessment_as_json(assessment_of(root.views)),
    }
    return record


def _event_as_json(node: StudyNode, place: dict[int, int]) -> dict[str, Any]:
    """Return the action that leads to a position, with its facts, as JSON data.

    Args:
        place: the index in the saved list of each position, by its number.
    """
    assert node.event is not None
    facts, action = node.event.facts, text_with_unknowns(node.event.action)
    data: dict[str, Any] = {"parent": place[node.parent], "action": action}
    if facts.drawn:
        data["drawn"] = list(facts.drawn)
    if facts.said:
        data["said"] = [list(said) for said in facts.said]
    if facts.shown:
        data["shown"] = [[seat, list(cards)] for seat, cards in facts.shown]
    if facts.taken is not None:
        data["taken"] = facts.taken
    data |= {name: True for name in ("reshuffled", "stuck") if getattr(facts, name)}
    data |= {name: text for name in ("comment", "mark") if (text := getattr(node, name))}
    return data


def _assessment_as_json(known: Assessment) -> dict[str, Any]:
    """Return the judge's chances of turns and replies as JSON data; empty before the judgement."""
    if known.depth in ("none", "glance"):
        return {}
    data: dict[str, Any] = {"depth": known.depth}
    if known.lines:
        data["turns"] = [
            [*map(str, line.actions), [round(chance, 4) for chance in astuple(line.forecast)]]
            for line in known.lines
        ]
    if known.replies is not None:
        data["replies"] = [
            [*map(str, actions), round(chance, 4)] for actions, chance in known.replies.replies
        ]
        data["forecast"] = [round(chance, 4) for chance in astuple(known.replies.forecast)]
    return data


def _read_assessments(record: Record, study: Study) -> dict[Views, Assessment]:
    """Return the saved assessments of a study's positions.

    The result is empty if another version of the judge made them, since figures of different judges
    are never mixed.
    """
    from hacktrick.coach.judgement import judge_id

    data = record.extra[STUDY_KEY]
    entries = (data, *data["tree"])
    if data.get("judge") != judge_id(record.rules) or len(entries) != len(study.nodes):
        return {}
    return {
        node.views: found
        for node, entry in zip(study.nodes, entries, strict=True)
        if node is not None and (found := _read_assessment(entry)) is not None
    }


def _read_assessment(entry: dict[str, Any]) -> Assessment | None:
    """Return the assessment in an entry of a saved tree; None if the entry has no valid one."""
    from hacktrick.coach.position_analysis import ExpectedReplies

    try:
        depth = entry["depth"]
        if depth not in DEPTHS:
            return None
        lines = tuple(
            JudgedTurn(tuple(map(parse, actions)), Forecast(*map(float, chances)))
            for *actions, chances in entry.get("turns", ())
        )
        replies = tuple(
            (tuple(map(parse, actions)), float(chance))
            for *actions, chance in entry.get("replies", ())
        )
        if not replies:
            return Assessment(depth, lines=lines)
        forecast = Forecast(*map(float, entry["forecast"]))
        return Assessment(depth, lines=lines, replies=ExpectedReplies(forecast, replies))
    except (KeyError, TypeError, ValueError):
        return None


class StudyFileError(ValueError):
    """Raised for a record without a study, or with a study that contradicts itself."""


def study_of_record(record: Record) -> Study:
    """Return the study in a record.

    Raises:
        StudyFileError: the record has no study, or its study contradicts itself.
    """
    data = record.extra.get(STUDY_KEY)
    if not isinstance(data, dict):
        raise StudyFileError("the record holds no study")
    try:
        views = tuple(read_view(view) for view in data["views"])
        study = study_of_views(views)
        for entry in (data, *data["tree"]):
            if entry is not data:
                if entry["parent"] not in range(len(study.nodes)):
                    raise StudyFileError("a position follows none")
                study = study.with_current_node(entry["parent"])
                study = study.with_event(_read_event(entry, study.current_node.views))
            mark = str(entry.get("mark", ""))
            study = study.with_comment_or_mark(
                str(entry.get("comment", "")), mark if mark in TURN_MARKS else ""
            )
        current_number = int(data.get("here", ROOT))
        current_number = current_number if 0 <= current_number < len(study.nodes) else ROOT
        return replace(study, current_number=current_number, known=_read_assessments(record, study))
    except (KeyError, TypeError, IndexError, AssertionError, ValueError, ViewError) as error:
        raise StudyFileError("the study contradicts itself") from error


def _read_event(entry: dict[str, Any], views: Views) -> Event:
    """Return the action in an entry of a saved tree.

    Raises:
        ValueError: the action cannot follow in this position.
    """
    facts = RevealedFacts(
        said=tuple((int(seat), int(total)) for seat, total in entry.get("said", ())),
        shown=tuple((int(seat), tuple(map(int, cards))) for seat, cards in entry.get("shown", ())),
        drawn=tuple(map(int, entry.get("drawn", ()))),
        taken=entry.get("taken"),
        reshuffled=entry.get("reshuffled") is True,
        stuck=entry.get("stuck") is True,
    )
    for outcome in _outcomes_by_text(views, str(entry["action"])):
        if outcome.event.facts == facts:
            return outcome.event
    raise ValueError("the action cannot follow")


class FoundStudyPosition(NamedTuple):
    """A position in a saved study that a search has found.

    Attributes:
        name: the name of the study.
        number: the number of the position in the study's tree.
    """

    name: str
    number: int


class StudyFiles:
    """The player's saved studies: files in a folder, by name."""

    ending = ".hacktrick.json"

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._deleted: list[tuple[str, bytes]] = []  # the names and contents of deleted studies

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all saved studies, the newest first."""
        try:
            found = [path for path in self.folder.iterdir() if path.name.endswith(self.ending)]
        except OSError:
            return ()
        found.sort(key=_time_changed, reverse=True)
        return tuple(path.name.removesuffix(self.ending) for path in found)

    def find_names(self, text: str) -> tuple[str, ...]:
        """Return the names that contain all words of ``text``, ignoring case."""
        return tuple(name for name in self.names if has_all_words(name, text))

    def path_of_study(self, name: str) -> Path:
        """Return the path of the file for a study of this name.

        Characters that file names cannot have are left out.
        """
        return self.folder / f"{safe_file_name(name, STUDY_KEY)}{self.ending}"

    def load_study(self, name: str) -> Study:
        """Return a saved study.

        Raises:
            OSError: the file cannot be read.
            RecordError: the file is not a match record.
            StudyFileError: the file is no text, or its record contains no study.
        """
        try:
            text = read_text(self.path_of_study(name))
        except BadFile as error:
            raise StudyFileError("the file holds no study") from error
        return replace(study_of_record(read_record(text)), name=name)

    def save_study(
        self, name: str, study: Study, assessment_of: AssessmentOf = no_assessment
    ) -> Path:
        """Save a study under a name, replacing a saved study of that name.

        Returns:
            The path of the file.

        Raises:
            OSError: the file cannot be written.
            UntraceableMovesError: no cards can be drawn for the study's record.
            ValueError: no deal fits.
        """
        text = record_of_study(study, Random(0), assessment_of).as_text()
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.path_of_study(name)
        write_atomically(path, text)
        return path

    def find_position(self, diagram: Diagram) -> tuple[FoundStudyPosition, ...]:
        """Return the saved studies in which a turn begins in this position or its mirror image.

        Two positions count as equal if the row and the sums are equal, or if the boards are equal.
        """
        from hacktrick.library.position_index import is_same_position, position_keys

        wanted, found = position_keys(diagram.public, diagram.sums), []
        for name in self.names:
            try:
                study = self.load_study(name)
            except (OSError, RecordError, StudyFileError):
                continue
            for number, node in enumerate(study.nodes):
                known = None if node is None else diagram_of_views(node.views)
                if known is None or known.public.phase != "turn":
                    continue
                if is_same_position(position_keys(known.public, known.sums), wanted):
                    found.append(FoundStudyPosition(name, number))
                    break
        return tuple(found)

    def delete_study(self, name: str) -> None:
        """Delete a saved study; ``undo_delete`` restores it until the program ends.

        Raises:
            OSError: the file cannot be deleted.
        """
        path = self.path_of_study(name)
        content = path.read_bytes()
        path.unlink()
        self._deleted.append((name, content))

    @property
    def last_deleted_name(self) -> str:
        """The name of the study that ``undo_delete`` would restore; "" for none."""
        return self._deleted[-1][0] if self._deleted else ""

    def undo_delete(self) -> str:
        """Restore the last deleted study; return its name, or "" if there is none.

        The study gets another name if a new study has taken the old name.

        Raises:
            OSError: the file cannot be written.
        """
        if not self._deleted:
            return ""
        name, content = self._deleted[-1]
        numbered = (f"{n} {name}" for n in count(2))
        free = next(one for one in chain((name,), numbered) if not self.path_of_study(one).exists())
        write_bytes_atomically(self.path_of_study(free), content)
        self._deleted.pop()
        return free


def _time_changed(path: Path) -> float:
    """Return when a file was last changed; 0 if the system does not say."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _outcomes_by_text(views: Views, text: str) -> tuple[PossibleOutcome, ...]:
    for action in possible_actions(views):
        if str(action) == text or (text.startswith("under ?") and action.verb == "under"):
            found = possible_outcomes(views, action)
            if any(text_with_unknowns(outcome.event.action) == text for outcome in found):
                return found
    return ()


class StudyJudge:
    """Lets the worker process judge the position on the screen, more deeply as time passes.

    Assessments are cached, so that earlier findings are there at once when the player goes back to
    a position.
    """

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._known: dict[Views, Assessment] = {}
        self._views: Views | None = None
        self._tickets: dict[int, AnalysisKind] = {}
        self._revealed_hands_tickets: dict[int, tuple[Action, ...]] = {}
        # Turns whose revealed hands still have to be requested.
        self._turns_to_request: list[tuple[Action, ...]] = []
        self._line_views: Views | None = None  # the views at the end of the likely line
        # Whether the line ends because an outcome that only one player sees was assumed.
        self._is_line_ending = False
        self._line_ticket = 0

    @property
    def assessment(self) -> Assessment:
        """The assessment of the current position so far."""
        return Assessment() if self._views is None else self.assessment_of(self._views)

    def assessment_of(self, views: Views) -> Assessment:
        """Return what is known of a position so far; empty if it has not been judged."""
        return self._known.get(views, Assessment())

    def add_saved_assessments(self, known: Mapping[Views, Assessment]) -> None:
        """Add the assessments that were saved with a study."""
        self._known = {**known, **self._known}

    def start_judging(self, views: Views | None) -> None:
        """Start to judge a position; None stops the judging."""
        if views == self._views:
            return
        self._thinker.cancel_analyses()
        self._tickets.clear()
        self._revealed_hands_tickets.clear()
        self._turns_to_request.clear()
        self._views, self._line_views, self._line_ticket = views, None, 0
        self._is_line_ending = False
        if views is None or public_state_of(views).result is not None:
            return
        self._request_judgements(views)

    def _request_judgements(self, views: Views) -> None:
        """Request all missing findings about the position, the quickest answer first."""
        node, public = StudyNode(NO_PARENT, views), public_state_of(views)
        view, known = node.acting_or_studying_view, self.assessment_of(views)
        is_judged = view.rules.has_solver and public.phase != "codes"
        if is_judged and view.seat == public.seat and known.depth == "none":
            # The first request is quick, so that an answer comes at once.
            self._request_analysis("glance", view)
        if known.odds is None and public.row:
            self._request_analysis("odds", view)
        if not is_judged:
            if view.seat == public.seat and known.choices is None:
                self._request_analysis("levels", view)
            return
        if view.seat != public.seat:
            if known.replies is None:
                self._request_analysis("replies", view)
            return
        if known.judgement is None or known.depth == "glance":
            self._request_analysis("judge", view)
        if known.judgement is None or known.depth != "tried":
            self._request_analysis("check", view)
            self._request_analysis("try", view)

    def request_reasons_against(self, actions_made: Sequence[Action]) -> None:
        """Request the reasons why the best turn beats one that begins with ``actions_made``."""
        if self._views is None:
            return
        view = StudyNode(NO_PARENT, self._views).acting_or_studying_view
        self._update_assessment(explanation=None, explained=tuple(actions_made))
        self._request_analysis("explain", view, tuple(map(str, actions_made)))

    def request_hands_revealed_by_turns(self) -> None:
        """Request the hands that the opponent would suspect after each of the best turns."""
        known = self.assessment
        if not (known.revealed_hand_odds or self.awaits_revealed_hands):
            self._turns_to_request = [
                line.actions for line in known.lines[:MAX_TURNS_WITH_REVEALED_HANDS]
            ]

    def _request_next_revealed_hands(self) -> None:
        """Request the hands that the next turn reveals, once nothing similar is being computed.

        A thinker drops a request when it gets another one of its kind.
        """
        if self._revealed_hands_tickets or "odds" in self._tickets.values():
            return
        while self._turns_to_request and not self._revealed_hands_tickets:
            actions = self._turns_to_request.pop(0)
            assert self._views is not None
            after = _likely_views_after(self._views, actions)
            if after is not None:
                self._revealed_hands_tickets[self._thinker.request_analysis("odds", after[0])] = (
                    actions
                )

    def repeat_unanswered_requests(self) -> None:
        """Repeat the unanswered requests, after the thinker was used for something else."""
        views, self._views = self._views, None
        self.start_judging(views)

    @property
    def awaits_revealed_hands(self) -> bool:
        """Whether a result of ``request_hands_revealed_by_turns`` is still to come."""
        return bool(self._revealed_hands_tickets or self._turns_to_request)

    @property
    def is_explaining(self) -> bool:
        """Whether a requested explanation is still to come."""
        return "explain" in self._tickets.values()

    def update(self) -> bool:
        """Collect the answers that have arrived; return whether anything changed."""
        if self._views is None:
            return False
        if self.assessment.is_final and not (self._tickets or self.awaits_revealed_hands):
            return False
        before = self.assessment
        self._request_next_revealed_hands()
        for update in self._thinker.pop_analysis_updates():
            if update.ticket == self._line_ticket and update.ticket:
                self._store_likely_turn(update.value)
                continue
            if update.ticket in self._revealed_hands_tickets:
                self._store_revealed_hands(update.ticket, update.value)
                continue
            kind = self._tickets.get(update.ticket)
            if kind is not None:
                self._store_answer(kind, update.ticket, update.value)
        if not self._tickets and not self._line_ticket:
            self._extend_likely_line()
        return self.assessment != before

    def close(self) -> None:
        """Stop all work on the current position."""
        self._thinker.cancel_analyses()
        self._tickets.clear()
        self._views = None

    def _update_assessment(self, **changes: Any) -> None:
        assert self._views is not None
        self._known[self._views] = replace(self.assessment_of(self._views), **changes)

    def _request_analysis(
        self, kind: AnalysisKind, view: View, actions_made: tuple[str, ...] = ()
    ) -> None:
        self._tickets[self._thinker.request_analysis(kind, view, actions_made)] = kind

    def _store_answer(self, kind: AnalysisKind, ticket: int, value: AnalysisValue) -> None:
        from hacktrick.coach.hand_odds import HandOdds
        from hacktrick.coach.hints import LevelChoices
        from hacktrick.coach.judgement import PositionJudgement
        from hacktrick.coach.position_analysis import ExpectedReplies
        from hacktrick.coach.reason_finder import Explanation

        if isinstance(value, PositionJudgement):
            self._store_judgement(kind, value)
        elif isinstance(value, ExpectedReplies):
            self._update_assessment(replies=value, depth="judged")
        elif isinstance(value, HandOdds):
            self._update_assessment(odds=value)
        elif isinstance(value, LevelChoices):
            self._update_assessment(choices=value)
        elif isinstance(value, Explanation):
            self._update_assessment(explanation=value)
        else:
            del self._tickets[ticket]
            if kind == "try" and self.assessment.judgement is not None:
                self._update_assessment(depth="tried")

    def _store_revealed_hands(self, ticket: int, value: AnalysisValue) -> None:
        from hacktrick.coach.hand_odds import HandOdds

        if isinstance(value, HandOdds):
            actions = self._revealed_hands_tickets[ticket]
            self._update_assessment(
                revealed_hand_odds=(*self.assessment.revealed_hand_odds, (actions, value))
            )
        elif value is None:
            del self._revealed_hands_tickets[ticket]

    def _store_judgement(self, kind: AnalysisKind, value: PositionJudgement) -> None:
        known = self.assessment
        if kind == "glance":
            if known.depth == "none":
                self._update_assessment(judgement=value, depth="glance", lines=_judged_turns(value))
            return
        earlier = known.judgement if known.depth not in ("none", "glance") else None
        found = merged_judgement(earlier, value)
        depth: Depth = "checked" if found.is_checked else "judged"
        deepest = max(depth, known.depth, key=DEPTHS.index)
        self._update_assessment(judgement=found, lines=_judged_turns(found), depth=deepest)

    # Methods for the likely line.

    def _extend_likely_line(self) -> None:
        """Request the next turn of the likely line, if that turn can be known."""
        if self._views is None or self.assessment.is_final:
            return
        known = self.assessment
        if not known.likely_line:
            first = _first_turn_of_likely_line(known)
            if first is None:
                self._update_assessment(is_final=True)
            else:
                self._append_to_likely_line(self._views, first)
            return
        if self._line_views is None or len(known.likely_line) >= MAX_LINE:
            self._update_assessment(is_final=True)
            return
        view = StudyNode(NO_PARENT, self._line_views).acting_or_studying_view
        kind: AnalysisKind = (
            "glance" if view.seat == public_state_of(self._line_views).seat else "replies"
        )
        self._line_ticket = self._thinker.request_analysis(kind, view)

    def _store_likely_turn(self, value: AnalysisValue) -> None:
        from hacktrick.coach.judgement import PositionJudgement
        from hacktrick.coach.position_analysis import ExpectedReplies

        if value is None:
            self._line_ticket = 0
        elif self._line_views is not None and isinstance(value, PositionJudgement):
            self._append_to_likely_line(self._line_views, value.first.turns[0].actions)
        elif self._line_views is not None and isinstance(value, ExpectedReplies) and value.replies:
            self._append_to_likely_line(self._line_views, value.replies[0][0])

    def _append_to_likely_line(self, views: Views, actions: tuple[Action, ...]) -> None:
        """Add a turn to the likely line, and find the position in which the line goes on.

        The line ends where chance or a hidden card decides the outcome of a turn. If the other
        player, who does not see the outcome, acts next, their turn still belongs to the line.

        Args:
            views: the views at the end of the line so far.
        """
        turn = LikelyTurn(public_state_of(views).seat, actions)
        self._update_assessment(likely_line=(*self.assessment.likely_line, turn))
        is_last = self._is_line_ending
        after = None if is_last else _likely_views_after(views, actions)
        self._is_line_ending = not _has_certain_outcome(views, actions)
        if self._is_line_ending and after is not None:
            is_hidden = len(after) == 1 and public_state_of(after).seat != turn.seat
            after = after if is_hidden else None
        self._line_views = after


def _view_before_card(view: View) -> View:
    """Return a view in which a command is due, before the card that was played or drawn last."""
    n = len(view.actions) - 1
    return replace(
        view,
        actions=view.actions[:n],
        reshuffles=tuple(one for one in view.reshuffles if one < n),
        shown=tuple(one for one in view.shown if one[0] < n),
    )


def _judged_turns(judgement: PositionJudgement) -> tuple[JudgedTurn, ...]:
    return tuple(JudgedTurn(line.actions, line.forecast) for line in judgement.ranked_turns)


def _first_turn_of_likely_line(known: Assessment) -> tuple[Action, ...] | None:
    if known.lines:
        return known.lines[0].actions
    if known.replies is not None and known.replies.replies:
        return known.replies.replies[0][0]
    return None


def _likely_views_after(views: Views, actions: Sequence[Action]) -> Views | None:
    """Return the views after a turn in which each action has its likeliest outcome.

    The result is None if the turn ends the round.
    """
    for action in actions:
        found = possible_outcomes(views, action)
        if not found:
            return None
        views = views_after(views, found[0].event)
    return None if public_state_of(views).result is not None else views


def _has_certain_outcome(views: Views, actions: Sequence[Action]) -> bool:
    """Return whether neither chance nor a hidden card decides the outcome of a turn."""
    for action in actions:
        found = possible_outcomes(views, action)
        if len(found) != 1:
            return False
        views = views_after(views, found[0].event)
    return True


class StudySession:
    """A study on the screen, with its operations, undo and the judge.

    Args:
        study: the study with which the session begins.
        thinker: judges positions and decides for levels.

    Attributes:
        judge: assesses the position on the screen.
    """

    def __init__(self, study: Study, thinker: Thinker) -> None:
        self._study, self._thinker = study, thinker
        self._past: list[Study] = []
        self._future: list[Study] = []
        self._turns_before_change: dict[Views, tuple[JudgedTurn, ...]] = {}
        self.judge = StudyJudge(thinker)
        self.judge.add_saved_assessments(study.known)
        self._level = self._level_ticket = 0
        self._judge_present_position()

    @property
    def study(self) -> Study:
        return self._study

    @property
    def thinker(self) -> Thinker:
        return self._thinker

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        return self._study.current_node.views[0].seats

    @property
    def viewer(self) -> Seat:
        """The seat from whose view the position is studied."""
        return self._study.current_node.views[0].seat

    @property
    def position_text(self) -> str:
        """The current position as a line of text (docs/position.md), as the study knows it."""
        return text_of(self.diagram)

    @property
    def diagram(self) -> Diagram:
        """The current position, as the study knows it."""
        return diagram_of_views(self._study.current_node.views)

    @property
    def turn_diagram(self) -> Diagram | None:
        """The position at the beginning of the current turn; None once the round is over."""
        views = self._study.current_node.views
        while public_state_of(views).phase == "command":
            views = tuple(map(_view_before_card, views))
        return None if public_state_of(views).result is not None else diagram_of_views(views)

    @property
    def assessment(self) -> Assessment:
        return self.judge.assessment

    @property
    def is_level_thinking(self) -> bool:
        """Whether a level has been asked and has not answered yet."""
        return bool(self._level_ticket)

    @property
    def possible_actions(self) -> dict[Action, float]:
        """The possible actions of the seat to act.

        Each has the chance that the seat's cards allow it.
        """
        return possible_actions(self._study.current_node.views)

    def possible_outcomes(self, action: Action) -> tuple[PossibleOutcome, ...]:
        """Return the possible outcomes of an action, the likeliest first."""
        return possible_outcomes(self._study.current_node.views, action)

    def play_action(self, action: Action, outcome: PossibleOutcome | None = None) -> None:
        """Carry out an action in the position on the screen.

        Args:
            action: the action of the seat to act.
            outcome: the result of chance and hidden cards; None for the likeliest outcome.
        """
        found = [outcome] if outcome is not None else list(self.possible_outcomes(action)[:1])
        if not found:
            raise ValueError("the action is not possible here")
        self._apply_change(self._study.with_event(found[0].event))

    def go_to_node(self, node_number: int) -> None:
        """Go to a position of the tree; ``undo`` does not take this back."""
        self._study = self._study.with_current_node(node_number)
        self._judge_present_position()

    def go_to_neighbour(self, by: int) -> bool:
        """Go to a neighbouring position.

        Args:
            by: -1 for the previous position, 1 for the first of those that follow.

        Returns:
            False if there is no such position.
        """
        study = self._study
        after = study.child_numbers(study.current_number)
        goal = study.current_node.parent if by < 0 else next(iter(after), NO_PARENT)
        if goal == NO_PARENT:
            return False
        self.go_to_node(goal)
        return True

    def remove_position(self) -> None:
        """Remove the current position and all positions after it."""
        self._apply_change(self._study.without_node(self._study.current_number))

    def set_comment_or_mark(self, comment: str | None = None, mark: str | None = None) -> None:
        """Change the comment or the mark of the current position.

        Args:
            comment: the comment; None to keep the old one.
            mark: the mark; None to keep the old one.
        """
        self._apply_change(self._study.with_comment_or_mark(comment, mark))

    def open_study(self, study: Study) -> None:
        """Show another study on the screen; ``undo`` returns to the current study."""
        self.judge.add_saved_assessments(study.known)
        self._apply_change(study)

    def save(self, files: StudyFiles, name: str) -> Path:
        """Save the study under a name, with the judge's assessments.

        Returns:
            The path of the file.

        Raises:
            OSError, UntraceableMovesError, ValueError: as in ``StudyFiles.save``.
        """
        path = files.save_study(name, self._study, self.judge.assessment_of)
        self._study = replace(self._study, name=name)
        return path

    def change_position(self, study: Study) -> None:
        """Replace the study by one with a changed position; ``undo`` returns to the current study.

        The best turns of the old position stay in ``best_turns_before_change``.
        """
        self._turns_before_change[study.current_node.views] = self.assessment.lines
        self._apply_change(study)

    @property
    def best_turns_before_change(self) -> tuple[JudgedTurn, ...]:
        """The best turns before the current position was changed; empty without a change."""
        return self._turns_before_change.get(self._study.current_node.views, ())

    @property
    def can_undo(self) -> bool:
        """Whether there is a change that can be undone."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone change that can be repeated."""
        return bool(self._future)

    @property
    def can_remove(self) -> bool:
        """Whether the current position may be removed; the first position may not."""
        return self._study.current_node.parent != NO_PARENT

    def undo(self) -> bool:
        """Undo the last change; return False if there is none."""
        if not self.can_undo:
            return False
        self._future.append(self._study)
        self._study = self._past.pop()
        self._judge_present_position()
        return True

    def redo(self) -> bool:
        """Repeat the change that was undone last; return False if there is none."""
        if not self.can_redo:
            return False
        self._past.append(self._study)
        self._study = self._future.pop()
        self._judge_present_position()
        return True

    def _apply_change(self, study: Study) -> None:
        if study == self._study:
            return
        self._past = [*self._past[-MAX_UNDO:], self._study]
        self._future.clear()
        self._study = study
        self._judge_present_position()

    # Methods for the judge and the levels.

    def update(self) -> bool:
        """Collect the answers of judge and levels; return whether anything changed."""
        changed = self.judge.update()
        answer = self._thinker.poll_decision() if self._level_ticket else None
        if answer is None or answer.ticket != self._level_ticket:
            return changed
        self._level_ticket = 0
        seat, level = public_state_of(self._study.current_node.views).seat, self._level
        try:
            self.play_action(parse(str(answer.action)))
        except ValueError:  # the study's tree is full
            return True
        # After a card, the level may still have to give a command.
        if public_state_of(self._study.current_node.views).seat == seat:
            self.request_level_action(level)
        return True

    def request_level_action(self, level: int) -> None:
        """Let a level choose the action of the seat to act.

        If the study does not know all cards of that seat, the others are drawn by their
        probabilities, with the same result each time.

        Raises:
            ValueError: no seat has to act, or no cards can be drawn.
        """
        public, view = (
            public_state_of(self._study.current_node.views),
            self._study.current_node.acting_or_studying_view,
        )
        if public.result is not None:
            raise ValueError("nobody has to act")
        if view.seat != public.seat:
            rng = Random(f"{self._study.current_number} {len(view.actions)}")
            view = match_from_view(view, view.seats, rng).view(public.seat)
        self._level = level
        self._level_ticket = self._thinker.request_decision(level, view, self._study.current_number)

    def request_engine_action(self, engine: EnginePlayer) -> None:
        """Ask the player's own program for the action of the seat to act.

        Args:
            engine: the running program; its ``poll_decision`` returns the answer.
        """
        engine.request_decision(self._study.current_node.acting_or_studying_view)

    def close(self) -> None:
        """Stop all work of the judge and the levels."""
        self.judge.close()
        self._thinker.cancel_decision()

    def _judge_present_position(self) -> None:
        self.judge.start_judging(self._study.current_node.views)
        if self._level_ticket:
            self._thinker.cancel_decision()
            self._level_ticket = 0
