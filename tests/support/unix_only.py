"""Tests that Windows leaves out, as tests/conftest.py and build/windows/check.py read them."""

from __future__ import annotations

UNIX_ONLY = {
    "app/test_autosave.py::test_a_folder_that_vanishes_is_made_again": (
        "Windows deletes no file that is open"
    ),
    "app/test_file_manager.py::test_each_system_opens_a_folder_with_its_own_program": (
        "looks for programs of Linux by their rights"
    ),
    "app/test_file_manager.py::test_a_file_manager_that_goes_on_has_opened_the_folder": "the same",
    "app/test_pipes_and_file_locks.py": "locks of fcntl, named pipes",
    "app/test_study_session.py::test_a_link_to_nowhere_hides_no_other_study": (
        "Windows lets only administrators make symbolic links"
    ),
    "architecture": "reads the sources, which are the same",
    "build": "builds for this system",
    "library/test_damaged_library.py::test_a_link_in_a_circle_is_reported": (
        "Windows lets only administrators make symbolic links"
    ),
    "terminal/commands/test_replay_and_analyse.py"
    "::test_an_unknown_home_folder_ends_in_one_sentence": "home folders by the names of users",
    "terminal/test_command_line.py::test_an_interrupt_ends_the_host_quietly": "signals",
    "ui/test_drawing_records.py": "letters are a little wider on Windows",
    "ui/window/test_faults.py::test_a_folder_that_vanishes_under_a_match_is_made_again": (
        "Windows deletes no file that is open"
    ),
}
"""Folders, files and tests below ``tests``, and why they run on Unix alone."""
