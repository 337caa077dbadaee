"""The first step of a hint looks at what the board and the legal actions show."""

from __future__ import annotations

from hacktrick.coach.hints import hint_focus
from hacktrick.game.actions import Play
from hacktrick.game.keypad import card_pairs_reaching
from hacktrick.game.legality import legal_actions
from hacktrick.game.state import PublicState, RevealedFacts
from hacktrick.game.transitions import apply_public_part
from hacktrick.game.view import View, observation_of
from tests.support.scripted_matches import scripted_match
from tests.support.solver_rounds import random_views


def played_keys(view: View) -> dict[int, PublicState]:
    """Return the keys that the player's cards reach, each with the state after a single there."""
    seen = observation_of(view)
    return {
        seen.public.row[-1] + action.card: apply_public_part(seen.public, action, RevealedFacts())
        for action in legal_actions(seen)
        if action.verb == "play" and not action.double
    }


def test_wins_come_first_and_captures_after_dangers() -> None:
    found = set()
    for view in random_views("keypad", range(12)):
        public, focus = observation_of(view).public, hint_focus(view)
        if public.phase != "turn":
            continue
        found.add(focus.code)
        after, side = played_keys(view), public.side
        wins = {
            key
            for key, state in after.items()
            if state.result is not None and state.result.side == side
        }
        assert (focus.code == "win") == bool(wins) and wins <= (set(focus.keys) or wins)
        taking = tuple(sorted(key for key in after if public.markers_on(key, 1 - side)))
        if focus.code == "capture":
            assert focus.keys == taking != ()
        if focus.code in ("plain", "obliged", "ask"):
            assert focus.keys == ()
        if focus.code == "plain":
            assert taking == ()
    assert found >= {"win", "danger", "capture", "plain"}


def test_a_danger_is_a_key_on_which_the_opponent_would_win() -> None:
    n_dangers = 0
    for view in random_views("keypad", range(12)):
        focus, public = hint_focus(view), observation_of(view).public
        if focus.code != "danger":
            continue
        n_dangers += 1
        other = 1 - public.seat
        for key in focus.keys:
            last, card = card_pairs_reaching(key, 6)[0]
            turn = public._replace(row=(last,), seat=other, phase="turn")
            result = apply_public_part(turn, Play(card), RevealedFacts()).result
            assert result is not None and result.side == 1 - public.side
        assert focus.keys and public.supply[1 - public.side]
    assert n_dangers


def test_a_capture_names_the_key_and_a_first_turn_nothing() -> None:
    match = scripted_match(hands=("124", "1335"))
    match.submit_text("start 3")
    assert (hint_focus(match.view(0)).code, hint_focus(match.view(0)).keys) == ("plain", ())
    match.submit_text("play 4", "pass")
    assert (hint_focus(match.view(1)).code, hint_focus(match.view(1)).keys) == ("capture", (7,))
