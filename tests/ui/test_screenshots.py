"""One command makes pictures of the findings of earlier inspections."""

from __future__ import annotations

from pathlib import Path

import pytest
from assets.shots import visual_regressions

SIZE = (1280, 720)


@pytest.mark.parametrize("number", [1, 4, 5, 12])
def test_the_pictures_of_one_finding_differ_from_each_other(tmp_path: Path, number: int) -> None:
    made = list(visual_regressions.REGRESSION_PICTURES.values())[number - 1]
    found = dict(made(visual_regressions.PictureMaker(tmp_path, "keypad", SIZE)))
    assert len(found) > 1 and all(picture.get_size() == SIZE for picture in found.values())
    assert len({picture.get_buffer().raw for picture in found.values()}) == len(found)
