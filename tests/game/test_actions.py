"""Actions are written as text and read back; any other text raises NotationError only."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hacktrick.game.actions import (
    CODES,
    Action,
    Ask,
    AskPartner,
    Call,
    Command,
    Draw,
    Fold,
    ForcePayment,
    LayCode,
    LayStartCard,
    NotationError,
    Pass,
    Play,
    PutUnderDeck,
    Stake,
    Swap,
    parse,
)

CONTRACT: dict[str, Action] = {
    "lay slavic": LayCode("slavic"),
    "lay none": LayCode(None),
    "start 3": LayStartCard(3),
    "ask": Ask(),
    "ask 2": Ask(2),
    "ask own": Ask(from_supply=True),
    "partner": AskPartner(),
    "swap 4": Swap(4),
    "discard": ForcePayment(),
    "stake": Stake(),
    "call": Call(),
    "fold": Fold(),
    "play 5": Play(5),
    "play 5 double": Play(5, double=True),
    "play 5 again": Play(5, is_second_card=True),
    "play 5 double again": Play(5, double=True, is_second_card=True),
    "draw": Draw(),
    "under 3": PutUnderDeck((3,)),
    "under 3 0 5": PutUnderDeck((3, 0, 5)),
    "pass": Pass(),
    "command play": Command("play"),
    "command guard": Command("guard"),
}


@pytest.mark.parametrize("text", list(CONTRACT))
def test_the_texts_of_the_contract_name_their_actions(text: str) -> None:
    assert parse(text) == CONTRACT[text]
    assert str(CONTRACT[text]) == text


def test_the_twelve_codes_go_by_their_last_words() -> None:
    listed = "slavic baltic god huang popescu vaeck sun kriskaya grigorova gorilla doo rukowski"
    assert list(CODES) == listed.split()
    for code in CODES:
        assert parse(f"lay {code}") == LayCode(code)


CARDS = st.integers(0, 5)
ACTIONS = st.one_of(
    st.sampled_from(list(CONTRACT.values())),
    st.builds(LayStartCard, CARDS),
    st.builds(Swap, CARDS),
    st.builds(Play, CARDS, st.booleans(), st.booleans()),
    st.builds(Ask, st.integers(0, 3)),
    st.builds(LayCode, st.sampled_from(CODES)),
    st.builds(PutUnderDeck, st.lists(CARDS, min_size=1, max_size=3).map(tuple)),
)


@given(ACTIONS)
def test_every_action_is_read_back_from_its_text(action: Action) -> None:
    assert parse(str(action)) == action


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "draw ", " draw", "Draw", "DRAW", "draw 5", "draw\n", "pass pass"),
        *("play", "play ", "play x", "play -1", "play 10", "play 1.0", "play  1", "play 1 "),
        *("play 1 again double", "play 1 double double", "play double", "play 1 twice"),
        *("play ١", "play １", "play ²", "start", "start 33", "swap", "swap 1 2"),
        *("ask 1 2", "ask own own", "ask none", "under", "under ", "under ?", "under 1  2"),
        *("lay", "lay ?", "lay None", "lay zeus", "lay slavic baltic", "command", "command hack"),
        *("command play guard", "none", "lay\tgod", "play 1\x00", "under 1,2"),
    ],
)
def test_a_text_that_names_no_action_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse(text)


WORDS = [*CODES, "lay", "start", "ask", "own", "play", "double", "again", "draw", "under", "none"]
WORDS += ["pass", "command", "guard", "swap", "?", "0", "5", "9", "-1", "²", "", "partner", "call"]


@given(st.one_of(st.text(), st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join)))
@example("under " + "1 " * 5000 + "1")
def test_any_text_is_an_action_or_a_notation_error(text: str) -> None:
    try:
        action = parse(text)
    except NotationError:
        return
    assert str(action) == text


def test_no_two_orders_under_the_deck_share_a_text() -> None:
    orders = [order for n in (1, 2, 3) for order in permutations((0, 1, 2), n)]
    assert len({str(PutUnderDeck(order)) for order in orders}) == len(orders)
