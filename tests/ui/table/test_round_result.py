"""The result of a round shows all hands, what decided it and the log, and stays until answered."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from hacktrick.game.rules import rules_for
from hacktrick.i18n.match_summaries import deciding_turn_sentence
from hacktrick.ui.table.round_result import RESULT_INPUT_DELAY, ResultScene, ResultStory
from tests.support.rig import TableRig


def over(folder: Path, seed: int = 3, preset: str = "keypad", **settings: object) -> TableRig:
    """Returns a rig with a finished random round and its result on the screen."""
    players = ("human", *("level:1",) * (rules_for(preset).n_seats - 1))
    bench = TableRig(folder, preset, players, seed=seed, **settings)  # type: ignore[arg-type]
    while not bench.match.is_round_over:
        bench.do(bench.rng.choice(bench.legal()))
    bench.tick(0.1, 3)
    assert isinstance(bench.top, ResultScene)
    return bench


def said(bench: TableRig, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Returns all texts of the result."""
    words: list[str] = []
    fonts = bench.context.fonts
    text, paragraph = fonts.draw_text, fonts.draw_paragraph

    def keep(*args: object, **more: object) -> object:
        words.append(str(args[1]))
        return text(*args, **more)  # type: ignore[arg-type]

    def keep_all(*args: object, **more: object) -> object:
        words.append(str(args[1]))
        return paragraph(*args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(fonts, "draw_text", keep)
    monkeypatch.setattr(fonts, "draw_paragraph", keep_all)
    surface = pygame.Surface(bench.context.size)
    bench.top.draw(surface)
    return words


@pytest.mark.parametrize("seed", [3, 5, 8])
def test_the_result_tells_all_hands_and_what_decided(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = over(tmp_path, seed)
    hands = bench.match.final_hands()
    words = said(bench, monkeypatch)
    assert "Held at the end" in words
    assert words.count("no card") == sum(not hand for hand in hands)
    moment = bench.session.decisive_turn
    if moment is not None:
        assert deciding_turn_sentence(moment, bench.table.wording) in words
    assert moment is not None or not [word for word in words if word.startswith("Turn ")]


def test_the_log_can_be_read_at_the_result(tmp_path: Path) -> None:
    bench = over(tmp_path)
    story = bench.picture()
    bench.tick(RESULT_INPUT_DELAY + 0.1)
    bench.key(pygame.K_l)
    assert bench.top.reading and bench.top.log.visible and bench.top.log.lines
    assert bench.picture() != story
    button = next(widget for widget in bench.top.group.widgets if widget.hint == "log")
    bench.press(button.rect.center)
    assert not bench.top.reading
    bench.move((0, 0))
    assert isinstance(bench.top, ResultScene), "nothing else has happened"


def test_the_result_ignores_presses_at_first(tmp_path: Path) -> None:
    bench = over(tmp_path)
    bench.key(pygame.K_l)
    bench.key(pygame.K_RETURN)
    assert isinstance(bench.top, ResultScene) and not bench.top.reading


@pytest.mark.parametrize("size", [(960, 600), (1280, 720), (900, 1400), (3440, 1440)])
@pytest.mark.parametrize("preset", ["keypad", "trio-individual"])
def test_all_texts_of_the_result_fit(tmp_path: Path, size: tuple[int, int], preset: str) -> None:
    bench = over(tmp_path, preset=preset, size=size)
    scene = bench.top
    assert isinstance(scene, ResultScene)
    widgets = [widget for widget in scene.group.widgets if widget.visible]
    for n, one in enumerate(widgets):
        assert scene._rect.contains(one.rect)
        assert not one.rect.colliderect(scene._room)
        assert not any(one.rect.colliderect(other.rect) for other in widgets[n + 1 :])
    ended = ResultStory(bench.context, bench.session, bench.session.decisive_turn)
    sections = ended._told(scene._room)
    gaps = bench.context.px(12) * (len(sections) - 1)
    assert sections[0].rank == 0
    assert sum(section.height for section in sections) + gaps <= scene._room.height


SIZES = [(1280, 720), (1920, 1080), (900, 1400), (3440, 1440)]


@pytest.mark.parametrize("size", SIZES)
def test_score_and_hands_are_told_at_the_end_of_a_match(
    tmp_path: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = over(tmp_path, size=size)
    while not bench.match.is_over:
        bench.match.deal()
        while not bench.match.is_round_over:
            bench.do(bench.rng.choice(bench.legal()))
    bench.stack.pop()
    bench.tick(0.1, 3)
    assert isinstance(bench.top, ResultScene)
    words = said(bench, monkeypatch)
    assert "Held at the end" in words
    for points in bench.match.public.score:
        assert str(points) in words


@pytest.mark.parametrize("size", [*SIZES, (960, 600)])
@pytest.mark.parametrize("preset", ["keypad", "servers", "trio"])
def test_the_result_covers_neither_board_nor_row(
    tmp_path: Path, size: tuple[int, int], preset: str
) -> None:
    bench = over(tmp_path, preset=preset, size=size)
    table, rect = bench.table.places.table, bench.top._rect
    row = bench.table.places.row(len(bench.match.public.row))
    assert rect.collidelist(list(table.keys.values())) < 0
    assert size == (960, 600) or rect.collidelist(row) < 0, "a small window has no room for both"


def test_no_button_of_the_turn_is_left(tmp_path: Path) -> None:
    bench = over(tmp_path)
    parts = bench.table.parts
    assert not any(
        one.visible for one in (*parts.end_buttons, parts.ask, parts.draw_button, parts.double)
    )
    bench.tick(RESULT_INPUT_DELAY + 0.1)
    bench.key(pygame.K_RETURN)
    bench.tick(0.1, 3)
    assert bench.top is bench.table and not bench.match.is_round_over


def test_no_result_is_shown_during_the_round(tmp_path: Path) -> None:
    bench = TableRig(tmp_path)
    bench.random_until(0, 3)
    assert bench.session.decisive_turn is None
