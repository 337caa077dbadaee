"""The notebook has four pages, states sums in plain words, and reveals no hidden card."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from hacktrick.coach.hand_odds import hand_odds
from hacktrick.game.actions import Action, Draw, LayStartCard, Pass, Play
from hacktrick.i18n.notebook_pages import (
    NOTEBOOK_TABS,
    NotebookLine,
    NotebookTab,
    chance_words,
    notebook_page,
)
from hacktrick.ui.table.panels.notebook_and_log import Notebook
from tests.support.rig import TableRig
from tests.support.scripted_matches import DEALS, match_with_deal


def rig_of(folder: Path, deal: int = 0, *actions: Action, **settings: object) -> TableRig:
    match = match_with_deal(DEALS[deal], ("human", "level:1"))
    made = TableRig(folder, match=match, **settings)  # type: ignore[arg-type]
    made.do(*actions)
    made.tick(0.1, 3)
    return made


def page(rig: TableRig, tab: NotebookTab, counted: bool = False) -> tuple[NotebookLine, ...]:
    odds = hand_odds(rig.match.view(0)) if counted else None
    return notebook_page(rig.table.model, tab, odds)


def texts(lines: tuple[NotebookLine, ...]) -> list[str]:
    return [line.text for line in lines if line.text]


def test_without_counting_the_hands_say_what_the_sums_say(tmp_path: Path) -> None:
    rig = rig_of(tmp_path, 0, LayStartCard(1))
    lines = texts(page(rig, "hands"))
    assert lines[:3] == ["Bert holds 3 cards", "said 8 at the start", "So the 3 cards left make 8."]
    assert lines[3:] == [
        "What Bert knows of you",
        "you said 6 at the start",
        "By that sum, none of your cards is certain.",
    ]


def test_the_last_card_of_a_sum_is_certain(tmp_path: Path) -> None:
    rig = rig_of(tmp_path, 0, LayStartCard(1), Play(2), Pass(), Play(5), Pass(), Play(0), Pass())
    assert texts(page(rig, "hands"))[-1] == "By that sum, your 4 is certain."


def test_counted_hands_have_chances_in_plain_words(tmp_path: Path) -> None:
    rig = rig_of(tmp_path, 0, LayStartCard(1))
    lines = page(rig, "hands", counted=True)
    hands = [line for line in lines if line.kind == "hand"]
    assert hands and all(sum(line.cards) == 8 and len(line.cards) == 3 for line in hands)
    chances = [line.chance for line in hands]
    assert chances == sorted(chances, key=lambda one: -(one or 0))
    assert all(" in " in line.text for line in hands)
    assert not any("=" in line.text or "[?]" in line.text for line in lines)


def test_sums_mention_cards_played_and_drawn_since(tmp_path: Path) -> None:
    rig = rig_of(tmp_path, 0, LayStartCard(1), Play(2), Pass(), Draw())
    lines = texts(page(rig, "hands"))
    assert "then took a card" in lines and "New cards have come since: the sum is old." in lines
    assert "then played 2" in lines


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (1.0, "sure"),
        (0.99, "nearly sure"),
        (0.8, "4 in 5"),
        (1 / 3, "1 in 3"),
        (0.02, "1 in 50"),
        (0.0, "never"),
    ],
)
def test_chances_are_written_without_per_cent(chance: float, words: str) -> None:
    assert chance_words(chance) == words


def test_the_pages_of_two_tables_that_differ_in_hidden_cards_are_the_same(tmp_path: Path) -> None:
    one, other = (rig_of(tmp_path / str(n), n, LayStartCard(1), Play(2), Pass()) for n in (0, 1))
    for tab in NOTEBOOK_TABS:
        assert page(one, tab) == page(other, tab)
        assert page(one, tab, counted=True) == page(other, tab, counted=True)


def test_without_counting_aids_the_notebook_counts_nothing(tmp_path: Path) -> None:
    rig = rig_of(tmp_path, 0, LayStartCard(1), aids="memory")
    for tab in ("hands", "cards"):
        (line,) = page(rig, tab)
        assert line.text == "At this table you remember that yourself."


def test_the_cards_count_what_the_viewer_has_not_seen(tmp_path: Path) -> None:
    rig = rig_of(tmp_path, 0, LayStartCard(1))
    counts = [line.counts for line in page(rig, "cards") if line.kind == "count"]
    assert counts == list(rig.table.model.card_copy_counts())
    assert texts(page(rig, "cards"))[-2:] == ["9 cards in the deck", "Out this round: 1 and 5"]


# Tests of the notebook's widget.


@pytest.fixture
def notebook(tmp_path: Path) -> Notebook:
    rig = rig_of(tmp_path, 0, LayStartCard(1), Play(2), Pass())
    made = Notebook(rig.context)
    made.rect = pygame.Rect(880, 70, 380, 160)
    made.show_match(rig.table.model, hand_odds(rig.match.view(0)))
    return made


def test_the_notebook_is_closed_at_first_and_opens_at_a_given_page(notebook: Notebook) -> None:
    assert not notebook.is_open and not notebook.visible and not notebook.needs_hand_odds
    notebook.open_notebook("hands")
    assert notebook.is_open and notebook.visible and notebook.tab == "hands"
    assert notebook.needs_hand_odds


def test_a_click_on_a_tab_turns_to_its_page(notebook: Notebook) -> None:
    notebook.open_notebook()
    for tab, rect in notebook.tab_rects().items():
        assert notebook.rect.contains(rect) and rect.height >= notebook.context.px(44)
        notebook.handle_press(rect.center)
        notebook.activate()
        assert notebook.tab == tab


def test_the_arrows_turn_the_pages_and_stop_at_the_ends(notebook: Notebook) -> None:
    notebook.open_notebook()
    right = pygame.Event(pygame.KEYDOWN, key=pygame.K_RIGHT, mod=0, unicode="")
    turned = [notebook.handle_key(right) for _ in range(4)]
    assert notebook.tab == "threats" and turned == [True, True, True, False]


def test_a_long_page_scrolls_by_wheel_and_drag_and_never_too_far(notebook: Notebook) -> None:
    notebook.open_notebook("cards")
    # No public name says how far the page can be scrolled.
    assert notebook._page_overflow_pixels() > 0
    notebook.handle_wheel(-1)
    # No public name says how far the page is scrolled.
    moved = notebook._page_scroll_offset
    assert 0 < moved <= notebook._page_overflow_pixels()
    notebook.handle_press((900, 200))
    notebook.handle_drag((900, 160))
    assert notebook._page_scroll_offset > moved
    notebook.activate()
    assert notebook.tab == "cards", "a drag turns no page"
    notebook.handle_wheel(-50)
    assert notebook._page_scroll_offset == notebook._page_overflow_pixels()
    notebook.handle_wheel(50)
    assert notebook._page_scroll_offset == 0


@pytest.mark.parametrize("tab", NOTEBOOK_TABS)
def test_every_page_draws_inside_its_rectangle(notebook: Notebook, tab: NotebookTab) -> None:
    surface = pygame.Surface((1280, 720))
    notebook.open_notebook(tab)
    notebook.draw(surface)
    outside = surface.copy()
    outside.fill(0, notebook.rect.inflate(16, 16))
    dark = pygame.mask.from_threshold(outside, (0, 0, 0), (1, 1, 1)).count()
    assert dark == 1280 * 720


def test_the_name_of_an_icon_lies_above_the_open_notebook(tmp_path: Path) -> None:
    rig = TableRig(tmp_path)
    rig.key(pygame.K_l)
    widgets = rig.table.widgets
    icon, notebook = widgets.rules, widgets.log
    assert notebook.is_open
    below = pygame.Rect(icon.rect.x, icon.rect.bottom, icon.rect.width, 40)
    below = below.clip(notebook.rect.inflate(-24, -24))
    pictures = []
    for place in (rig.table.places.table.keypad.center, icon.rect.center):
        rig.move(place)
        rig.tick()
        pictures.append(pygame.image.tobytes(rig.draw().subsurface(below), "RGB"))
    assert pictures[0] != pictures[1]
