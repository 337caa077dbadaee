"""Chat lines and other news of an online table at the terminal."""

from __future__ import annotations

import io
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from hacktrick.i18n.online_text import CHAT_PHRASES
from hacktrick.online.protocol.process_messages import (
    ChatLine,
    NetworkState,
    PauseState,
    SendChat,
    Spectator,
    TablePlayer,
)
from hacktrick.terminal.play.console import Terminal
from hacktrick.terminal.play.online_play import TableNews, ask_for_online_table, send_chat
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


def test_each_change_at_the_table_is_printed_once() -> None:
    out = io.StringIO()
    news = TableNews(Terminal(io.StringIO(), out))
    own, ben = TablePlayer("Ada", "human", "aa", True), TablePlayer("Ben", "human", "bb", False)
    sue, eve = Spectator("Sue", "cc", False), Spectator("Ada", "aa", True)

    def lines(state: NetworkState) -> list[str]:
        out.seek(0)
        out.truncate()
        news.print_news(state)
        return out.getvalue().splitlines()

    assert lines(NetworkState(players=(own, None))) == []
    there = NetworkState(players=(own, ben))
    assert lines(there) == ["Ben joins. You have not met before."] and lines(there) == []
    lost = replace(there, players=(own, ben._replace(presence="lost")))
    assert lines(lost) == ["Lost the connection to Ben. Reconnecting ..."] and lines(lost) == []
    assert lines(there) == ["Ben is connected."]
    cut_off = replace(there, is_broker_lost=True)
    assert lines(cut_off) == ["Lost the connection to the broker. Reconnecting ..."]
    assert lines(cut_off) == [] and lines(there) == []
    asked = replace(there, pause=PauseState(False, 1, (1,)))
    paused = replace(there, pause=PauseState(True, 1, (0, 1)))
    assert lines(asked) == [] and lines(paused)[0].startswith("Paused by Ben.")
    assert lines(paused) == [] and lines(there) == []
    watched = replace(there, spectators=(sue, eve))
    assert lines(watched) == ["Sue is watching."] and lines(watched) == []
    assert lines(replace(there, spectators=(eve,))) == ["Sue stopped watching."]
    chat = (ChatLine(1, "hello", ""), ChatLine(1, "", "Ready?"))
    assert lines(replace(there, chat=chat[:1])) == ["Ben: Hello!"]
    assert lines(replace(there, chat=chat)) == ["Ben: Ready?"]
    assert lines(NetworkState(players=(own, None), chat=chat)) == ["Someone left the table."]
