"""Copies the files that build/assets/recompute_figures.py writes, so that tests can change them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from assets.figure_tables import DOCUMENTS

from assets import figures_file, puzzle_selection, recompute_figures_stages

ROOT = Path(__file__).resolve().parents[2]


def copy_recomputed_files(root: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy the files that stages write to ``root``, and make the stages use it as checkout."""
    for name in (figures_file.FILE, figures_file.NET, figures_file.PUZZLES, *DOCUMENTS):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, root / name)
    monkeypatch.setattr(recompute_figures_stages, "ROOT", root)
    monkeypatch.setattr(puzzle_selection, "ROOT", root)
    return root
