"""The ways between scenes that lead to each other in a circle.

Imported where they are needed: at the top of the modules they would wait for each other for ever.
"""

from __future__ import annotations

from hacktrick.seat.desk import Desk, NewMatch
from hacktrick.ui.stage.context import Context


def to_title(context: Context, desk: Desk) -> None:
    """Away from everything, an unfinished match kept."""
    from hacktrick.ui.menus.title import TitleScene  # noqa: PLC0415

    desk.leave()
    context.stack.clear(TitleScene(context, desk))


def to_table(context: Context, desk: Desk) -> None:
    """To the match of the desk's session; only the title stays below."""
    from hacktrick.ui.menus.title import TitleScene  # noqa: PLC0415
    from hacktrick.ui.table.scene import TableScene  # noqa: PLC0415

    context.stack.clear(TitleScene(context, desk))
    context.stack.push(TableScene(context, desk))


def begin(context: Context, desk: Desk, new: NewMatch) -> None:
    """Start a new match and go to its table."""
    desk.leave()
    desk.begin(new)
    to_table(context, desk)


def resume(context: Context, desk: Desk) -> None:
    """Go on with the saved match."""
    desk.resume()
    to_table(context, desk)
