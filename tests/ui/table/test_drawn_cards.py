"""Drawn cards and computer moves stay visible long enough, to those who may see them."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from hacktrick.app.profiles import MarkerStyle
from hacktrick.app.settings import Settings
from hacktrick.game.actions import DRAW, PASS, Draw, Play, parse
from hacktrick.game.cards import cards_of
from hacktrick.ui.paint.card_faces import CardLook
from hacktrick.ui.paint.markers import FORESHORTENING, marker_positions_on_key
from hacktrick.ui.table.match_playback import (
    CARD_FLIP_SECONDS,
    DRAWN_CARD_INPUT_DELAY,
    DRAWN_CARD_RING_SECONDS,
    DRAWN_CARD_VIEW_SECONDS,
    PAUSE_AFTER_ACTION,
)
from hacktrick.ui.table.panels.board import display_words_and_colour, markers_on_key
from hacktrick.ui.table.panels.last_turn_highlights import card_back_light_rect, newly_placed_marker
from hacktrick.ui.table.private_hands_and_handover import HandoverScene
from tests.support.rig import Rig, TableRig
from tests.support.scripted_matches import match_with_deal

PEOPLE = ("human", "human")


def hotseat(folder: Path, **settings: object) -> TableRig:
    """Return a table of two people at the leader's first turn, with the leader at the screen."""
    bench = TableRig(folder, players=PEOPLE, curtain=False)
    bench.tick()
    bench.key(pygame.K_0 + cards_of(bench.match.observe(1).hand)[0])
    bench.key(pygame.K_RETURN)
    bench.context.change_settings(curtain=True, **settings)
    bench.tick(0.1, 3)
    bench.stack.pop()
    bench.stack.apply_changes()
    bench.table.privacy.show_cards_of(0)
    return bench


def draw(bench: TableRig) -> None:
    bench.key(pygame.K_d)
    bench.key(pygame.K_d)


@pytest.mark.parametrize("speed", ["off", "normal"])
def test_the_drawer_sees_the_card_before_the_curtain_falls(tmp_path: Path, speed: str) -> None:
    bench = hotseat(tmp_path, animation_speed=speed)
    bench.table.playback.skip_animations_silently()
    before = cards_of(bench.match.observe(0).hand)
    draw(bench)
    while bench.table.playback.is_running:
        assert bench.table.model.new_cards == (), "a back is on its way"
        bench.tick(0.05)
    bench.tick(0.05, 12)
    drawn = list(cards_of(bench.match.observe(0).hand))
    for card in before:
        drawn.remove(card)
    assert bench.top is bench.table and bench.session.viewer == 0
    assert bench.table.model.new_cards == tuple(drawn)
    assert bench.table.model.shown_hand(0) == tuple(sorted((*before, *drawn))), "sorted, face up"
    assert bench.table.playback.motion.drawn_card_reveal == 1.0
    assert bench.table.widgets.end_turn_button.label == "On to the next player" and str(
        drawn[0]
    ) in _display(bench)
    assert bench.table.model.headline == "Your turn is over", "the marker beside it is theirs"
    bench.key(pygame.K_RETURN)
    bench.tick()
    assert isinstance(bench.top, HandoverScene) and bench.session.viewer is None
    assert set(bench.table.model.shown_hand(0)) == {None}


def _display(bench: TableRig) -> str:
    return display_words_and_colour(bench.context, bench.table.model, bench.table.playback.motion)[
        0
    ]


def test_the_screen_goes_on_automatically_after_a_while(tmp_path: Path) -> None:
    bench = hotseat(tmp_path)
    draw(bench)
    bench.tick(0.1, round(DRAWN_CARD_VIEW_SECONDS * 10) - 2)
    assert bench.top is bench.table
    bench.tick(0.1, 4)
    assert isinstance(bench.top, HandoverScene)


def test_a_press_that_was_meant_for_the_draw_does_not_pass_the_screen_on(tmp_path: Path) -> None:
    bench = hotseat(tmp_path)
    draw(bench)
    bench.key(pygame.K_RETURN)
    bench.tick(DRAWN_CARD_INPUT_DELAY / 4, 2)
    bench.key(pygame.K_RETURN)
    assert bench.session.is_showing_drawn_card
    bench.tick(DRAWN_CARD_INPUT_DELAY, 2)
    bench.press(bench.table.widgets.end_turn_button.rect.center)
    assert not bench.session.is_showing_drawn_card


def test_a_drawn_card_is_hidden_when_the_player_goes_away(tmp_path: Path) -> None:
    bench = hotseat(tmp_path)
    draw(bench)
    bench.stack.handle(pygame.Event(pygame.WINDOWFOCUSLOST))
    assert bench.session.viewer is None and not bench.session.is_showing_drawn_card
    assert set(bench.table.model.shown_hand(0)) == {None}
    bench.tick()
    assert isinstance(bench.top, HandoverScene)


def test_cards_of_a_drawer_are_open_only_while_they_look(tmp_path: Path) -> None:
    bench = hotseat(tmp_path)
    bench.session.submit(DRAW)
    assert bench.session.viewer is None, "who does not ask for it closes his cards at once"


def test_for_a_single_player_a_drawn_card_flips_and_goes_to_its_place(tmp_path: Path) -> None:
    bench = TableRig(tmp_path, animation_speed="normal")
    bench.table.playback.skip_animations_silently()
    bench.play_randomly_until(0)
    bench.table.playback.skip_animations_silently()
    draw(bench)
    while bench.table.playback.is_running:
        bench.tick(0.05)
    assert (
        len(bench.table.model.new_cards) == 1
        and bench.table.playback.motion.drawn_card_reveal == 0.0
    )
    seen = []
    for _n in range(12):
        bench.tick(0.05)
        seen.append(bench.table.playback.motion.drawn_card_reveal)
    assert seen == sorted(seen) and seen[-1] == 1.0 and 0 < seen[2] < 1
    bench.tick(0.1, round((CARD_FLIP_SECONDS + DRAWN_CARD_RING_SECONDS) * 10) + 1)
    assert bench.table.model.new_cards == ()
    assert bench.table.model.shown_hand(0) == cards_of(bench.match.observe(0).hand)


@pytest.mark.parametrize("speed", ["off", "normal", "double"])
@pytest.mark.parametrize("pace", sorted(PAUSE_AFTER_ACTION))
def test_a_computers_move_is_left_to_be_seen(tmp_path: Path, pace: str, speed: str) -> None:
    """A computer's draw or command stays on the table, and nothing else happens meanwhile."""
    players = ("human", "level:1", "level:1")
    bench = TableRig(tmp_path, "trio", players, thinks=True, pace=pace, animation_speed=speed)
    bench.table.playback.skip_animations_silently()
    bench.play_randomly_until(1)
    bench.table.playback.skip_animations_silently()
    # The pause after a turn can only be felt.
    bench.table._hold = 0.0
    for action in (Draw(), *bench.legal()):
        if action in bench.legal() and isinstance(action, Draw | Play):
            bench.do(action)
            break
    if bench.match.public.phase == "command":
        bench.do(PASS)
    while bench.table.playback.is_running:
        bench.tick(0.02)
    bench.table.refresh()
    move = bench.table.model.last_turns[1]
    assert move.drawn or move.plays
    version, waited = bench.match.version, 0.0
    while bench.table._hold > 0 and waited < 5:
        bench.tick(0.05)
        waited += 0.05
        assert bench.match.version == version or bench.table._hold <= 0
    assert waited >= PAUSE_AFTER_ACTION[pace] - 0.05
    assert (pace == "instant") == (PAUSE_AFTER_ACTION[pace] == 0)


def test_the_highlight_of_a_move_stays_until_the_player_acts(tmp_path: Path) -> None:
    bench = TableRig(tmp_path, seed=5)
    bench.play_randomly_until(1, 3)
    card = next((action for action in bench.legal() if isinstance(action, Play)), None)
    assert card is not None
    bench.do(card, PASS)
    if bench.match.is_round_over:
        return
    key = bench.table.model.last_turns[1].keys[0]
    assert isinstance(bench.table.model.marker_style(1), MarkerStyle)
    key_rect = bench.table.places.key_rect(key)
    n = len(markers_on_key(bench.table.model, key))
    (x, foot), width = marker_positions_on_key(key_rect, min(3, n))[-1]
    front = round(x), round(foot - width * 0.3 + width * 1.5 * FORESHORTENING / 2) - 1
    mine = bench.context.theme.colours.players[bench.table.model.marker_style(1).colour]

    def off() -> int:
        """Return how far the background before the marker is from the player's colour."""
        bench.draw()
        around = (bench.surface.get_at((front[0], front[1] + n))[:3] for n in range(-2, 3))
        return min(sum(abs(a - b) for a, b in zip(there, mine, strict=True)) for there in around)

    assert off() < 50, "a ring around its marker"
    draw(bench)
    assert 1 not in bench.table.model.last_turns
    assert off() > 100


@pytest.mark.parametrize("double", [0, 1], ids=["double first", "double second"])
def test_of_two_markers_on_a_key_the_one_placed_last_is_marked(tmp_path: Path, double: int) -> None:
    deal = ((1, 2, 5), (0, 3, 3, 4), (1, 5), (0, 0, 1, 2, 2, 3, 4, 4, 5))
    plays = ["play 0", "play 4"]  # both cards reach key 5
    plays[double] += " double"
    match = match_with_deal(deal, ("human", "level:1"))
    for text in ("start 3", "play 5", "pass", plays[0], "pass", "play 1", "pass", plays[1], "pass"):
        match.submit(match.public.seat, parse(text))
    bench = TableRig(tmp_path, match=match)
    bench.tick()
    marker = newly_placed_marker(bench.table.model, 5)
    assert marker is not None and marker.double == bool(double)
    assert marker in markers_on_key(bench.table.model, 5)
    assert newly_placed_marker(bench.table.model, 1) is None, "the player's own marker"


@pytest.mark.parametrize("theme", ["keypad", "servers"])  # themes in which outlines are thin
def test_the_light_around_a_back_is_equally_far_from_all_its_sides(
    tmp_path: Path, theme: str
) -> None:
    context = Rig(tmp_path, (1920, 1080), settings=Settings(theme=theme)).context
    card = pygame.Rect(100, 50, 90, 120)
    light = card_back_light_rect(context, card)
    # The outline of the back, in the colour of its owner, from the middle upwards and downwards.
    sprite = context.sprites.card(CardLook(None, owner=0), card.size)
    column = [
        sprite.surface.get_at((sprite.pad + 8, sprite.pad + y)) for y in range(sprite.size[1])
    ]
    owner = pygame.Color(*context.theme.colours.players[0])
    likeness = [sum(abs(a - b) for a, b in zip(one[:3], owner[:3], strict=True)) for one in column]
    middle = len(column) // 2
    top = min(range(middle), key=likeness.__getitem__)
    bottom = min(range(middle, len(column)), key=likeness.__getitem__)
    above, below = card.top + top - light.top, light.bottom - 1 - (card.top + bottom)
    assert card.left - light.left == light.right - card.right > 0
    assert abs(above - below) <= 1
