"""A foreign program (an engine) as a player at the table, over the bot protocol.

An engine gets only the view of its seat, and it has a time limit. Its answers are not trusted:
every failure becomes a fault that the screen explains, and then a level can take over.
"""

from __future__ import annotations

import atexit
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Lock, Thread

from hacktrick.ai.agent import Decision
from hacktrick.ai.foreign_bot import BotFault, FaultKind, ForeignBot, split_command
from hacktrick.coach.thinking_client import DecisionAnswer
from hacktrick.game.actions import NotationError, parse
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import View, observation_of

DECISION_MS = 3000  # milliseconds for a decision; the first decision has extra time for starting


@dataclass(frozen=True, slots=True)
class EngineFault:
    """The reason why an engine has given no decision.

    Attributes:
        kind: the kind of fault.
        detail: the engine's output or the system's message; "" for none.
    """

    kind: FaultKind
    detail: str = ""


class EnginePlayer:
    """Asks an engine for one decision at a time, on a separate thread.

    Args:
        command: the command line that starts the engine, from the settings; "" for none.

    Attributes:
        fault: the reason why the last question has no answer; None if there is no fault.
        substitute: the level that decides instead of the engine; None while the engine plays.
    """

    def __init__(self, command: str, time_ms: int = DECISION_MS) -> None:
        self._command, self._time_ms = command, time_ms
        self.fault: EngineFault | None = None
        self.substitute: int | None = None
        self._bot: ForeignBot | None = None
        self._view: View | None = None  # the view of the pending question
        self._ticket = 0
        self._answers: SimpleQueue[tuple[int, str | EngineFault]] = SimpleQueue()
        self._one_at_a_time = Lock()

    def request_decision(self, view: View) -> None:
        """Request a decision in the position of ``view``.

        A new question replaces the previous one. ``poll_decision`` returns the answer.
        """
        self._ticket += 1
        self._view, self.fault = view, None
        Thread(target=self._answer_in_thread, args=(self._ticket, view), daemon=True).start()

    def poll_decision(self) -> DecisionAnswer | None:
        """Return the answer to the latest question, once; None while there is no answer.

        If the engine has failed, the answer is None and ``fault`` gives the reason.
        """
        with suppress(Empty):
            while True:
                ticket, answer = self._answers.get_nowait()
                if ticket != self._ticket or self._view is None:
                    continue
                if isinstance(answer, EngineFault):
                    self.fault = answer
                    return None
                self._view = None
                return DecisionAnswer(ticket, Decision(parse(answer), 0.0))
        return None

    def cancel_decision(self) -> None:
        """Cancel the pending question, so that its answer is ignored."""
        self._ticket += 1
        self._view = self.fault = None

    def restart_and_ask_again(self) -> None:
        """Restart the engine and ask the same question again."""
        if self._view is not None:
            self.request_decision(self._view)

    def replace_by_level(self, level: int) -> None:
        """Let a level decide instead of the engine for the rest of the match."""
        self.substitute, self.fault = level, None
        self.close()

    def close(self) -> None:
        """Stop the engine."""
        self._ticket += 1
        bot, self._bot = self._bot, None
        if bot is not None:
            atexit.unregister(bot.close)
            # In a thread, since stopping an engine may take a second.
            Thread(target=bot.close, daemon=False).start()

    def _answer_in_thread(self, ticket: int, view: View) -> None:
        """Answer one question on the separate thread, and queue the answer or the fault."""
        try:
            with self._one_at_a_time:
                answer = self._legal_answer(view) if ticket == self._ticket else ""
            self._answers.put((ticket, answer))
        except BotFault as fault:
            self._stop_running_bot()
            self._answers.put((ticket, EngineFault(fault.kind, str(fault))))

    def _legal_answer(self, view: View) -> str:
        """Return the engine's answer after checking that it is legal.

        Raises:
            BotFault: the engine gave no legal answer.
        """
        if self._bot is None:
            self._bot = ForeignBot(self._command_words())
            atexit.register(self._bot.close)
        legal = tuple(map(str, legal_actions(observation_of(view))))
        answer, _seconds = self._bot.choose(view, legal, self._time_ms)
        with suppress(NotationError):
            answer = str(parse(answer))
        if answer not in legal:
            raise BotFault(answer, "illegal")
        return answer

    def _command_words(self) -> list[str]:
        try:
            words = split_command(self._command)
        except ValueError as error:
            raise BotFault(str(error), "start") from error
        if not words:
            raise BotFault("", "missing")
        return words

    def _stop_running_bot(self) -> None:
        bot, self._bot = self._bot, None
        if bot is not None:
            atexit.unregister(bot.close)
            bot.close()
