"""Real clicks on the cards, keys and buttons of a table, and on the coach's buttons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hacktrick.game.actions import Action

if TYPE_CHECKING:
    from hacktrick.ui.table.table_scene import TableScene
    from tests.support.rig import Rig

ENDS = {"pass": 0, "play": 1, "guard": 2}


def click_card(rig: Rig, card: int) -> None:
    """Click the leftmost card of this value in the player's hand."""
    scene: TableScene = rig.top
    widget = next(one for one in scene.widgets.cards if one.visible and one.value == card)
    rig.press(widget.rect.center)


def click_key(rig: Rig, key: int) -> None:
    """Click a key of the board."""
    rig.press(rig.top.widgets.widget_of_control(f"key_{key}").rect.center)


def click_end(rig: Rig, end: str = "pass") -> None:
    """Click the button that ends the turn: "pass", "play" or "guard"."""
    rig.press(rig.top.widgets.end_buttons[ENDS[end]].rect.center)


def click_turn(rig: Rig, actions: Sequence[Action], by_key: bool = False) -> None:
    """Click a whole turn.

    Args:
        by_key: whether to choose the card by clicking the key that it reaches.
    """
    scene: TableScene = rig.top
    first = actions[0]
    if first.verb == "draw":
        rig.press(scene.widgets.draw_button.rect.center)
        rig.press(scene.widgets.draw_button.rect.center)
    elif first.verb == "ask":
        rig.press(scene.widgets.ask.rect.center)
    elif first.verb == "play":
        if scene.turn.draft.card != first.card:
            if by_key:
                click_key(rig, scene.session.public.row[-1] + first.card)
            else:
                click_card(rig, first.card)
        if scene.turn.draft.double != first.double:
            rig.press(scene.widgets.double.rect.center)
        last = actions[-1]
        click_end(rig, last.kind if last.verb == "command" else "pass")


def coach_labels(rig: Rig) -> list[str]:
    """Return the labels of the coach's buttons."""
    return [widget.label for widget in rig.top.widgets.coach_panel.visible_buttons]


def coach_text(rig: Rig) -> str:
    """Return everything that the coach says."""
    return " ".join(line.text for line in rig.top.coach.panel_content().lines)


def click_coach(rig: Rig, label: str) -> None:
    """Click a button of the coach."""
    widget = next(one for one in rig.top.widgets.coach_panel.visible_buttons if one.label == label)
    rig.press(widget.rect.center)
