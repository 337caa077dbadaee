"""Chat lines of an online table at the terminal."""

from __future__ import annotations

import io
from types import SimpleNamespace
from typing import Any

import pytest

from hacktrick.i18n.online_text import CHAT_PHRASES
from hacktrick.online.protocol.process_messages import SendChat
from hacktrick.terminal.play.console import Terminal
from hacktrick.terminal.play.online_play import ask_for_online_table, send_chat
from tests.support.terminal_player import ScriptedInput


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        (":2", SendChat(phrase="luck")),
        (": Good game ", SendChat(text="Good game")),
        (":99", SendChat(text="99")),
        (":" + "x" * 201, SendChat(text="x" * 200)),
    ],
)
def test_a_chat_line_is_a_phrase_by_number_or_a_text(typed: str, sent: SendChat) -> None:
    commands: list[object] = []
    network = SimpleNamespace(send=commands.append)
    services: Any = SimpleNamespace(online=SimpleNamespace(network=network))
    out = io.StringIO()
    send_chat(Terminal(io.StringIO(), out), services, typed)
    assert commands == [sent] and not out.getvalue()


def test_an_empty_chat_line_lists_the_phrases() -> None:
    services: Any = None  # no service is needed, since nothing is sent
    out = io.StringIO()
    send_chat(Terminal(io.StringIO(), out), services, ":")
    lines = out.getvalue().splitlines()
    assert len(lines) == len(CHAT_PHRASES)
    assert "1" in lines[0] and lines[0].endswith(CHAT_PHRASES["hello"]())


def test_the_last_answer_leads_back_without_a_table() -> None:
    state = SimpleNamespace(number=1, resumable_tables=())
    network = SimpleNamespace(start=lambda: None, state=state)
    services: Any = SimpleNamespace(online=SimpleNamespace(network=network))
    out = io.StringIO()
    terminal = Terminal(ScriptedInput(["5"], None, out), out)
    assert ask_for_online_table(terminal, services, "Ada", "keypad") is None
    assert "5. Back" in out.getvalue().splitlines()
