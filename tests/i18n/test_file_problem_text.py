"""Problems with files are named after what the file holds."""

from __future__ import annotations

import pytest

from hacktrick.app.storage import (
    AUTOSAVES,
    LEARNING_FILE,
    PROFILES_FILE,
    REVIEW_QUEUE_FILE,
    SETTINGS_FILE,
    StorageProblem,
)
from hacktrick.i18n.file_problem_text import problem_sentence, problem_title


@pytest.mark.parametrize(
    ("file", "title", "beginning"),
    [
        (AUTOSAVES[0], "The saved match", "The saved match in"),
        (SETTINGS_FILE, "A setting was repaired", "The settings in"),
        (PROFILES_FILE, "The profiles", "The profiles in"),
        (LEARNING_FILE, "Learn", "Your progress in"),
        (REVIEW_QUEUE_FILE, "Your mistakes", "The list of matches to judge in"),
    ],
)
def test_a_damaged_file_is_named_after_what_it_holds(file: str, title: str, beginning: str) -> None:
    kept = StorageProblem("broken", f"/data/{file}", f"/data/{file}.backup")
    left = StorageProblem("broken", f"/data/{file}")
    assert problem_title(kept) == problem_title(left) == title
    assert problem_sentence(kept).startswith(f"{beginning} {file}")
    assert problem_sentence(kept).endswith(f"{file}.backup.")
    assert problem_sentence(left).startswith(f"{beginning} /data/{file}")
