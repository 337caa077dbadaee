"""A player without cards is seen to have none."""

from __future__ import annotations

from pathlib import Path

import pygame

from tests.ui.screens.study.test_study_scene import StudyRig

EMPTY_HAND = "keypad turn=4 row=315 aside=02 hands=24/- board=4a,6Bb captured=1/0"


def test_an_empty_hand_is_a_dashed_outline_of_a_card(tmp_path: Path) -> None:
    study = StudyRig(tmp_path, EMPTY_HAND)
    picture = study.rig.draw()
    (place,) = study.scene.places.card_back_rects(1, 1)
    muted = pygame.Color(*study.rig.context.theme.colours.muted)
    edge = pygame.mask.from_threshold(picture.subsurface(place), muted, (40, 40, 40, 255))
    inside = edge.copy()
    inside.erase(
        pygame.mask.Mask((place.w // 2, place.h // 2), fill=True), (place.w // 4, place.h // 4)
    )
    assert edge.count() >= (place.w + place.h) // 2, "half of the edge is drawn"
    assert edge.count() == inside.count(), "and nothing in the middle"
