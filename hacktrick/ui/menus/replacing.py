"""A new match that takes the place of an unfinished one, after a question."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from hacktrick.ui.controls.notice import confirm
from hacktrick.words.translator import _

if TYPE_CHECKING:
    from hacktrick.seat.desk import Desk
    from hacktrick.ui.stage.context import Context


def is_unfinished(desk: Desk) -> bool:
    """Whether a new match would take the place of one that is not over."""
    return desk.saved is not None or (desk.session is not None and not desk.session.is_over)


def ask_to_replace(context: Context, desk: Desk, action: Callable[[], None]) -> None:
    """Do it, but ask first if an unfinished match would be lost by it."""
    if not is_unfinished(desk):
        action()
        return
    confirm(
        context,
        _("Give up the unfinished match?"),
        _("Only one match is kept. Starting a new one replaces the unfinished one."),
        _("Start the new match"),
        action,
        _("Keep the old one"),
    )
