"""The languages that the environment of a terminal asks for."""

from __future__ import annotations

import pytest

from hacktrick.terminal.play.new_match import terminal_languages


@pytest.mark.parametrize(
    ("environ", "wishes"),
    [
        ({}, []),
        ({"LANG": "de_AT.UTF-8"}, ["de_AT.UTF-8"]),
        ({"LANG": "de_AT.UTF-8", "LC_ALL": "fr_FR"}, ["fr_FR"]),
        ({"LANG": "de_AT.UTF-8", "LANGUAGE": "hu:fr"}, ["hu", "fr", "de_AT.UTF-8"]),
        ({"LANG": "C.UTF-8", "LANGUAGE": "hu"}, []),
        ({"LC_ALL": "", "LC_MESSAGES": "it_IT", "LANG": "C"}, ["it_IT"]),
    ],
)
def test_languages_come_from_the_environment_in_its_order(
    environ: dict[str, str], wishes: list[str]
) -> None:
    assert terminal_languages(environ or {"LANG": "C"}) == wishes
