"""Text overlaps nothing, fits its box and is not cut, in any scene, language or window size."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest
from qa import text_overlaps
from qa.text_overlaps import DrawnTextOrPicture

from assets import translations
from hacktrick.i18n import translator as words


@pytest.fixture(scope="module")
def galleries(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[list[text_overlaps.SceneGallery]]:
    with text_overlaps.recording_drawings():
        yield list(text_overlaps.scene_galleries(tmp_path_factory.mktemp("overlaps")))
    words.set_language("en")


@pytest.mark.parametrize(
    ("language", "size"),
    [
        pytest.param(code, size, id=f"{code}-{n}")
        for code in text_overlaps.languages_to_check()
        for n, size in enumerate(text_overlaps.SIZES)
    ],
)
@pytest.mark.slow
def test_every_text_fits_its_place(
    language: str, size: tuple[int, int], galleries: list[text_overlaps.SceneGallery]
) -> None:
    """The artificial pseudo language is longer than any other: only there may text be cut."""
    with text_overlaps.with_pseudo_language_available(language):
        found = [
            fault
            for gallery in galleries
            for fault in gallery.overlap_faults_of_scenes(language, size)
        ]
    if language == translations.PSEUDO:
        found = [fault for fault in found if ": cut: " not in fault]
    assert found == []


@pytest.mark.slow
def test_boxes_and_signs_are_noted_as_well_as_texts(
    galleries: list[text_overlaps.SceneGallery],
) -> None:
    """Only with recorded boxes can the check find a text that leaves its card, key or panel."""
    gallery = galleries[0]
    marks = (mark for _, table in gallery.marks_of_scenes("en", (1280, 720)) for mark in table)
    assert {"text", *text_overlaps.BOX_KINDS, *text_overlaps.PICTURE_KINDS} <= {
        mark.kind for mark in marks
    }


def mark(
    kind: str, x: int, y: int, width: int, text: str = "", *, cut: bool = False
) -> DrawnTextOrPicture:
    return DrawnTextOrPicture(kind, pygame.Rect(x, y, width, 20), text, cut)


PANEL = DrawnTextOrPicture("panel", pygame.Rect(10, 10, 200, 80))


@pytest.mark.parametrize(
    ("marks", "fault"),
    [
        ([PANEL, mark("text", 20, 20, 80, "a"), mark("text", 110, 20, 80, "b")], None),
        ([PANEL, mark("text", 20, 20, 80, "a"), mark("text", 90, 20, 80, "b")], "overlap: a | b"),
        ([PANEL, mark("text", 20, 20, 300, "a")], "leaves its box: a"),
        ([mark("text", 350, 20, 80, "a")], "leaves the window: a"),
        ([mark("text", 20, 20, 80, "a…", cut=True)], "cut: a…"),
        ([mark("text", 20, 20, 80, "a"), mark("icon", 60, 20, 20)], "icon on: a"),
        ([mark("text", 0, 20, 80, "a"), PANEL, mark("text", 300, 0, 9, "b")], "panel on: a"),
        ([mark("text", 20, 20, 80, "a"), PANEL, mark("text", 30, 20, 80, "b")], None),
    ],
)
def test_the_check_finds_each_kind_of_fault(
    marks: list[DrawnTextOrPicture], fault: str | None
) -> None:
    assert list(text_overlaps.overlap_faults(marks, (400, 300))) == ([fault] if fault else [])
