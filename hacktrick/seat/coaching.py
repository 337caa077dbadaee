"""The coach beside the player at the screen: what he is asked, and what has come of it.

Everything is made from the view of that player and of nobody else; nothing else crosses to the
thinking process. It works below the computer's own decisions, and as soon as the position has
moved on, or another player has come, all of it is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hacktrick.game.rules import Seat
from hacktrick.game.view import follow
from hacktrick.play.coaching import (
    GENTLE,
    STRICT,
    Chosen,
    Idea,
    Judgement,
    Kind,
    Look,
    Odds,
    Turns,
    Verdict,
    Why,
    idea,
    look,
    look_again,
    turns,
    verdict,
)
from hacktrick.settings import OWN_LIMITS

if TYPE_CHECKING:
    from hacktrick.game.actions import Action
    from hacktrick.game.view import View
    from hacktrick.play.thinker import Thinker

STEPS = 3  # of a hint
COUNTED = ("standard", "learning")
"""The memory aids with which others' cards may be counted for the player."""
Moment = tuple[int, Seat | None]  # the version of the match, and who is at the screen


@dataclass(frozen=True, slots=True)
class Known:
    """What has come of the present position.

    Attributes:
        open: what is still worked at.
        of: the turn that ``why`` is about; empty: the best of another kind.
    """

    judgement: Judgement | None = None
    chosen: Chosen | None = None
    odds: Odds | None = None
    why: Why | None = None
    of: tuple[str, ...] = ()
    open: frozenset[Kind] = frozenset()
    asked: frozenset[Kind] = frozenset()


class Coaching:
    """What the player at the screen is told of his position.

    Args:
        view_of: the view of the player at the screen; None while nobody's cards are open.
        moment: what all that is known belongs to.
        may_act: whether that player has the turn.
        key: of the present decision: the same one is always treated alike.
    """

    def __init__(
        self,
        thinker: Thinker,
        view_of: Callable[[], View | None],
        moment: Callable[[], Moment],
        may_act: Callable[[], bool],
        key: Callable[[], str],
    ) -> None:
        self._thinker, self._make_view, self._moment = thinker, view_of, moment
        self._viewed: tuple[Moment, View | None] | None = None
        self._may_act, self._key = may_act, key
        self._known_of: Moment | None = None
        self._known = Known()
        self._tickets: dict[int, Kind] = {}
        self._asked_about: Moment | None = None  # the decision that the tutor has spoken of
        self.silent = False  # no more questions of the tutor in this match

    @property
    def known(self) -> Known:
        """Of the position as it is now."""
        if self._known_of != self._moment():
            self.forget()
        return self._known

    def _view_of(self) -> View | None:
        """Made once for all that a frame asks, and for all frames until something happens."""
        moment = self._moment()
        if self._viewed is None or self._viewed[0] != moment:
            self._viewed = moment, self._make_view()
        return self._viewed[1]

    @property
    def may_hint(self) -> bool:
        """Whether there is something to decide, and whose cards are open has to."""
        return self._may_act() and self._view_of() is not None

    @property
    def may_count(self) -> bool:
        """Whether it can be told what another may hold."""
        view = self._view_of()
        return view is not None and bool(view.said)

    # Asking

    def judge(self) -> None:
        """The position, as the highest level solves it, or else what some levels would do."""
        view = self._view_of()
        if view is not None and self.may_hint:
            self._ask("judge" if view.rules.is_solved and not _lays_codes(view) else "levels")

    def check(self) -> None:
        """The longer look, and the one that reads no habits; then, below all else, trials of what
        seems a mistake."""
        if self.may_hint:
            self._ask("check")
            self._ask("try")

    def count(self) -> None:
        """What the other can hold."""
        if self.may_count:
            self._ask("odds")

    def explain(self, made: Sequence[Action] = ()) -> None:
        """Why the best turn is better than one that begins like this, or than another."""
        texts = tuple(map(str, made))
        known = self.known
        if self.may_hint and ("work" not in known.asked or known.of != texts):
            self._known = replace(known, why=None, of=texts, asked=known.asked - {"work"})
            self._ask("work", texts)

    def update(self) -> bool:
        """Once a frame; True if something has come."""
        known = self.known
        if not self._tickets:
            return False  # what comes was asked by somebody else
        for told in self._thinker.told():
            kind = self._tickets.get(told.ticket)
            if kind is not None:
                self._take(kind, told.value)
        return self._known is not known

    def forget(self) -> None:
        """Nothing of what was asked is of interest any more."""
        if self._known.asked:
            self._thinker.drop()
        self._known, self._known_of, self._tickets = Known(), self._moment(), {}

    def _ask(self, kind: Kind, made: tuple[str, ...] = ()) -> None:
        known, view = self.known, self._view_of()
        if view is None or kind in known.asked:
            return
        self._tickets[self._thinker.consider(kind, view, made)] = kind
        self._known = replace(known, open=known.open | {kind}, asked=known.asked | {kind})

    def _take(self, kind: Kind, value: Judgement | Why | Odds | Chosen | None) -> None:
        known = self._known
        if isinstance(value, Judgement):
            self._known = replace(known, judgement=_fuller(known.judgement, value))
        elif isinstance(value, Why):
            self._known = replace(known, why=value)
        elif isinstance(value, Odds):
            self._known = replace(known, odds=value)
        elif isinstance(value, Chosen):
            self._known = replace(known, chosen=value)
        else:
            self._known = replace(known, open=known.open - {kind})

    # What is told

    @property
    def look(self) -> Look | None:
        """Step 1 of the hint; at once, and again once the position is judged."""
        view = self._view_of()
        if not self.may_hint or view is None:
            return None
        judgement = self.known.judgement
        return look(view) if judgement is None else look_again(view, judgement)

    @property
    def idea(self) -> Idea | None:
        """Step 2; None until it is there."""
        judgement = self.known.judgement
        return None if judgement is None else idea(judgement)

    @property
    def turns(self) -> Turns | None:
        """Step 3; None until it is there."""
        judgement = self.known.judgement
        return None if judgement is None else turns(judgement)

    def verdict(self, made: Sequence[Action], threshold: float) -> Verdict | None:
        """What the tutor says before a turn is made: once for a decision, and nothing before both
        looks are there."""
        judgement = self.known.judgement
        if self.silent or judgement is None or self._asked_about == self._known_of:
            return None
        told = verdict(judgement, made, threshold, self._key())
        if told is not None:
            self._asked_about = self._known_of
        return told

    def costs(self, made: Sequence[Action], threshold: float) -> bool:
        """Whether it is known that a turn costs so much equity; nobody is asked about it."""
        judgement = self.known.judgement
        return judgement is not None and (
            verdict(judgement, made, threshold, self._key()) is not None
        )


def _lays_codes(view: View) -> bool:
    """Whether codes are laid now, which is a game by itself."""
    first, steps = follow(view)
    return (steps[-1].after if steps else first).phase == "codes"


def threshold(tutor: str) -> float | None:
    """The loss in equity from which a tutor of this setting speaks; None: it is silent."""
    if tutor in OWN_LIMITS:
        return 2 * OWN_LIMITS[tutor] / 100  # a round lost instead of won is two of equity
    return {"gentle": GENTLE, "strict": STRICT}.get(tutor)


def _fuller(known: Judgement | None, new: Judgement) -> Judgement:
    """Both together: questions are answered in any order, each with other looks."""
    if known is None:
        return new
    trials = (*new.trials, *(one for one in known.trials if one not in new.trials))
    looks = new.second or known.second, new.facts or known.facts
    return Judgement(new.first, *looks, trials)
