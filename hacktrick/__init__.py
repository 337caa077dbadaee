"""Hack Trick, the card and keypad game, for the desktop, and for Python programs.

    import hacktrick

    round = hacktrick.Round("keypad", seed=7)
    while round.seat is not None:
        round.apply(hacktrick.decide(round.view(), level=4).action)
    print(round.result)

Each name is imported when it is first used.
"""

from __future__ import annotations

TYPE_CHECKING = False  # importing typing would take longer than importing this whole module
if TYPE_CHECKING:
    from hacktrick.api import Round, decide
    from hacktrick.game.actions import parse
    from hacktrick.game.editions import PRESETS
    from hacktrick.game.legality import legal_actions
    from hacktrick.game.notation.diagram import text_of
    from hacktrick.game.notation.position_parser import read_diagram
    from hacktrick.game.view import observation_of
    from hacktrick.game.view_json import read_view

__version__ = "1.0.0"
__all__ = [
    "PRESETS",
    "Round",
    "decide",
    "legal_actions",
    "observation_of",
    "parse",
    "read_diagram",
    "read_view",
    "text_of",
]

_HOME_OF = {
    "PRESETS": "hacktrick.game.editions",
    "Round": "hacktrick.api",
    "decide": "hacktrick.api",
    "legal_actions": "hacktrick.game.legality",
    "observation_of": "hacktrick.game.view",
    "parse": "hacktrick.game.actions",
    "read_diagram": "hacktrick.game.notation.position_parser",
    "read_view": "hacktrick.game.view_json",
    "text_of": "hacktrick.game.notation.diagram",
}


if not TYPE_CHECKING:  # a type checker that saw this function would accept any name

    def __getattr__(name: str) -> object:
        if name not in _HOME_OF:
            raise AttributeError(f"module 'hacktrick' has no attribute {name!r}")
        from importlib import import_module  # noqa: PLC0415 - the program itself never needs it

        value = globals()[name] = getattr(import_module(_HOME_OF[name]), name)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
