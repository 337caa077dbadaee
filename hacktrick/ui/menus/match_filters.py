"""What the list of kept matches can be asked for beside a word: one button a wish.

They know the wishes and their words; what the list does with a wish is the business of the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from hacktrick.game.rules import PRESETS
from hacktrick.library.entries import Outcome, Sort, Wanted
from hacktrick.ui.controls.widgets import Button
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.stage.context import Context
from hacktrick.words.library import outcome_name, sort_name
from hacktrick.words.rulebook.editions import preset_name
from hacktrick.words.translator import _

OUTCOMES: tuple[Outcome | None, ...] = (None, "won", "lost")
SORTS: tuple[Sort, ...] = ("latest", "earliest", "longest")
FILTERS = ("edition", "outcome", "stars", "sort")


class Filter(Button):
    """One of several wishes; a press goes on to the next. Framed while it is not the first."""

    def __init__(
        self,
        context: Context,
        options: Sequence[tuple[Any, str]],
        value: object,
        changed_to: Callable[[Any], None],
    ) -> None:
        super().__init__(context, "", self._next, centred=True)
        self.options, self.changed_to = options, changed_to
        self.index = [one for one, _text in options].index(value)
        self.label, self.style = options[self.index][1], styles.STRONG
        self.edge = context.theme.colours.accent if self.index else None

    def _next(self) -> None:
        self._go(1)

    def _go(self, by: int) -> None:
        self.changed_to(self.options[(self.index + by) % len(self.options)][0])

    def wheel(self, steps: int) -> bool:
        self._go(-1 if steps > 0 else 1)
        return True


def make_filters(
    context: Context, wanted: Wanted, want: Callable[[str, object], None]
) -> Iterator[tuple[str, Filter]]:
    """The filters with their names, in the order of ``FILTERS``.

    Args:
        want: told the field of ``Wanted`` that changes, and its new value.
    """
    editions = [(None, _("every edition")), *((one, preset_name(one, _)) for one in PRESETS)]
    outcomes = [(one, outcome_name(one)) for one in OUTCOMES]
    stars = [(None, _("all matches")), (True, _("with a star"))]
    sorts = [(one, sort_name(one)) for one in SORTS]
    for name, options, value, field in (
        ("edition", editions, wanted.preset, "preset"),
        ("outcome", outcomes, wanted.outcome, "outcome"),
        ("stars", stars, wanted.starred, "starred"),
        ("sort", sorts, wanted.sort, "sort"),
    ):
        yield name, Filter(context, options, value, partial(want, field))
