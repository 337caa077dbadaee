"""A player at the terminal who types given lines, then random actions until the end."""

from __future__ import annotations

import io
import re
from pathlib import Path
from random import Random

from hacktrick.app import crash_log
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.game.editions import PRESETS
from hacktrick.i18n import translator as words
from hacktrick.terminal.play.console import Terminal
from hacktrick.terminal.play.program import run_text_mode

CLEARED = "[cleared]"
ACTION = "Number or command:"
NEXT_ROUND = "Press Enter for the next round."
ALONE = "press Enter when you are alone."
READ = "press Enter to clear the screen."
AGAIN = "2. Back to the start"
_NUMBERED = re.compile(r"^(\d+)\. ")
_MATCH_RESULT = re.compile(r"[\w ]+ (wins?|cracked [\w ]+)(, \d+ to \d+)?")


def skip_sleep(seconds: float) -> None:
    """Return at once, as a replacement for ``sleep``."""


class ScriptedInput(io.StringIO):
    """Standard input that answers the prompts on the screen.

    Args:
        lines: the lines typed first, regardless of the screen.
        dice: chooses random actions after these lines; None to end the input instead.
        screen: the output of the program.
    """

    def __init__(self, lines: list[str], dice: Random | None, screen: io.StringIO) -> None:
        super().__init__()
        self.lines, self._dice, self._screen = list(lines), dice, screen

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        if self.lines:
            return self.lines.pop(0) + "\n"
        return "" if self._dice is None else self._answer_prompt(self._dice)

    def _answer_prompt(self, dice: Random) -> str:
        shown = self._screen.getvalue().splitlines()
        if shown[-1] == ACTION:
            return f"{dice.randint(1, number_of_actions(shown))}\n"
        if shown[-1].startswith("Press Enter") or shown[-1].endswith((ALONE, READ)):
            return "\n"
        return ""


def number_of_actions(shown: list[str]) -> int:
    """Return the number of actions in the list above the last prompt."""
    numbers = [found for line in shown if (found := _NUMBERED.match(line))]
    return int(numbers[-1].group(1))


def is_match_result(line: str) -> bool:
    """Return whether a line says who has won a match, such as "Vector wins, 5 to 3"."""
    return bool(_MATCH_RESULT.fullmatch(line))


def play_text_mode(
    folder: Path, lines: list[str], dice: Random | None = None, seed: int = 1
) -> tuple[int, str]:
    """Play in the text mode; return the exit code and the whole output."""
    screen = io.StringIO()
    terminal = Terminal(
        ScriptedInput(lines, dice, screen),
        screen,
        lambda target: print(CLEARED, file=target),
        skip_sleep,
    )
    code = run_text_mode(folder, terminal, InlineThinker, Random(seed))
    crash_log.close_log()
    words.set_language("en")
    return code, screen.getvalue()


def new_match(preset: str, players: list[str], menu: str = "2") -> list[str]:
    """Return the input lines that begin a match.

    Args:
        players: for each player, "1" for a human or "2 N" for a computer player of level N.
        menu: the answer that chooses the entry of the main menu.
    """
    seats = [(*player.split(), f"Player {n}") for n, player in enumerate(players, start=1)]
    answers = [answer for seat in seats for answer in seat]
    return [menu, str(list(PRESETS).index(preset) + 1), *answers, "1"]
