"""Plates over the board stay within it, and words beside a hand never cover its cards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from hacktrick.game.actions import ASK, Play
from hacktrick.ui.paint.canvas import Sprite
from tests.support.rig import TableRig


def takes_one(bench: TableRig, play: Play) -> bool:
    public = bench.match.public
    return bool(public.markers_on(public.row[-1] + play.card, 1 - public.side))


def asked(bench: TableRig) -> None:
    """Plays until a plate shows the answer to a question."""
    bench.table.playback.cut()
    while ASK not in bench.legal():
        legal = bench.legal()
        takes = [one for one in legal if isinstance(one, Play) and takes_one(bench, one)]
        bench.do(takes[0] if takes else bench.rng.choice(legal))
        bench.table.playback.cut()
        assert not bench.match.is_round_over
    bench.do(ASK)
    while bench.table.playback.motion.plate is None:
        bench.tick(0.02)


@pytest.mark.parametrize("language", ["en", "de", "hu"])
@pytest.mark.parametrize("size", [(1280, 720), (960, 600), (900, 1400)])
def test_a_plate_is_no_wider_than_the_board(
    tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    bench = TableRig(tmp_path, size=size, language=language, animation_speed="normal")
    asked(bench)
    motion, board = bench.table.playback.motion, bench.table.places.table.keypad
    assert motion.plate is not None and motion.plate.text
    with_it = bench.draw().copy()
    motion.plate = None
    alike = pygame.mask.from_threshold(bench.draw(), (0, 0, 0), (9, 9, 9, 255), with_it)
    alike.invert()
    rects = alike.get_bounding_rects()
    glow = bench.context.px(20)
    assert board.inflate(2 * glow, 0).contains(rects[0].unionall(rects[1:]))


def test_the_words_beside_a_hand_move_with_its_last_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The words once covered cards that had not moved aside yet."""
    bench = TableRig(tmp_path, leader=1, animation_speed="normal")
    bench.table.playback.cut()
    bench.random_until(1)
    bench.table.playback.cut()
    bench.do(next(one for one in bench.legal() if isinstance(one, Play)))
    assert pictures_with_a_card_aside(bench, monkeypatch) > 3


def pictures_with_a_card_aside(bench: TableRig, patch: pytest.MonkeyPatch) -> int:
    """Returns in how many frames of the motion the last card is still right of its place."""
    cards, words = followed(bench, patch)
    n_aside = 0
    while bench.table.playback.running:
        bench.tick(0.02)
        cards.clear()
        words.clear()
        bench.draw()
        if words and cards:
            assert words[0] >= max(rect.right for rect in cards)
            last = len(bench.table.frame.hand(1)) - 1
            n_aside += bench.table.playback.motion.offset_of(1, last) > 0
    return n_aside


def followed(
    bench: TableRig, monkeypatch: pytest.MonkeyPatch
) -> tuple[list[pygame.Rect], list[int]]:
    """Returns lists filled by each frame: card backs of the other hand, left edges of the words."""
    zone = bench.table.places.backs(1, 1)[0]
    cards: list[pygame.Rect] = []
    words: list[int] = []
    draw, text = Sprite.draw_centred, bench.context.fonts.draw_text

    def keep(sprite: Sprite, target: pygame.Surface, centre: Any) -> None:
        rect = pygame.Rect((0, 0), zone.size)
        rect.center = round(centre[0]), round(centre[1])
        if sprite.size == zone.size and rect.y == zone.y:
            cards.append(rect)
        draw(sprite, target, centre)

    def note(surface: pygame.Surface, said: str, place: Any, *rest: Any, **more: Any) -> Any:
        if " holds " in said:
            words.append(place[0])
        return text(surface, said, place, *rest, **more)

    monkeypatch.setattr(Sprite, "draw_centred", keep)
    monkeypatch.setattr(bench.context.fonts, "draw_text", note)
    return cards, words
