"""The HTML page of a match: self-contained, correct, and shown well by a real browser.

The browser has the window sizes of a desktop and of a telephone.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import shutil
import subprocess
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any

import pytest
from assets.shots import reviewed_match

from hacktrick.app.match_reviews import MatchReviews
from hacktrick.app.replay_session import ReplayPosition, ReplaySession
from hacktrick.app.themes import load_theme, theme_keys
from hacktrick.cli import main
from hacktrick.coach.review.round_review import RoundReview
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.game.view import SeatInfo
from hacktrick.i18n.match_sharing import (
    match_html_page,
    review_data_for_page,
    share_refusal,
    transcript_lines,
)
from hacktrick.match.record import read_record
from tests.support.scripted_matches import (
    finished_match_from_position,
    played_match,
    random_step,
    scripted_match,
)

BROWSER = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), None)
DESKTOP, TELEPHONE = (1280, 900), (390, 844)
REVIEW = {
    "told": "From 50 to 100 per cent",
    "curve": [[0, 50, 40], [9, 70, 60], [20, 100, None]],
    "moments": [{"state": 9, "text": "?? Ada drew"}],
}


def replayed(preset: str = "keypad", seed: int = 3) -> ReplaySession:
    record = played_match(rules_for(preset, {"target": 2}), seed).record
    return ReplaySession(read_record(record.as_text()))


def embedded_match_data(text: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="match">(.*?)</script>', text, re.S)
    assert found is not None
    data: dict[str, object] = json.loads(found[1])
    return data


class LinkParser(HTMLParser):
    """Collects the addresses of everything that a page would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name in ("src", "href", "action")]


@pytest.mark.parametrize("preset", PRESETS)
def test_the_page_is_self_contained_and_holds_the_states(
    preset: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = replayed(preset)
    stood, eye = shown.position, shown.perspective
    text = match_html_page(shown)
    assert (shown.position, shown.perspective) == (stood, eye)
    data = embedded_match_data(text)
    file = tmp_path / "match.hacktrick.json"
    file.write_text(json.dumps(data["record"]), encoding="utf-8")
    assert main(["replay", str(file), "--states"]) == 0
    assert data["states"] == capsys.readouterr().out.splitlines()
    assert len(data["lines"]) == len(shown.positions)  # type: ignore[arg-type]
    assert "{{" not in text and "://" not in text.replace("http://www.w3.org/2000/svg", "")
    links = LinkParser()
    links.feed(text)
    assert links.found == []


class PolicyParser(HTMLParser):
    """Collects what a page's policy allows, and the hashes of its scripts and styles.

    Attributes:
        others: what asks for another permission: code or style in an attribute.
    """

    def __init__(self) -> None:
        super().__init__()
        self.policy = ""
        self.hashes: dict[str, list[str]] = {"script": [], "style": []}
        self.others: list[str] = []
        self._inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policy = given["content"] or ""
        if tag in self.hashes and "type" not in given:
            self._inside = tag
        self.others += [name for name in given if name == "style" or name.startswith("on")]

    def handle_data(self, data: str) -> None:
        if self._inside:
            digest = base64.b64encode(hashlib.sha256(data.encode()).digest()).decode()
            self.hashes[self._inside].append(f"'sha256-{digest}'")
        self._inside = ""


def test_the_policy_allows_only_the_pages_own_script_and_style() -> None:
    policed = PolicyParser()
    policed.feed(match_html_page(replayed(), REVIEW))
    ((script,), (style,)) = policed.hashes.values()
    wanted = f"default-src 'none'; style-src {style}; script-src {script}"
    assert policed.policy == wanted
    assert policed.others == []


@pytest.mark.parametrize("key", theme_keys())
def test_the_page_has_the_colours_of_the_theme(key: str) -> None:
    theme = load_theme(key)
    text = match_html_page(replayed(), theme=theme)
    (rule,) = re.findall(r":root {([^}]*)}", text)
    colours = dict(re.findall(r"--(\w+): (#[0-9a-f]{6});", rule))
    for name, value in (
        ("background", theme.colours.background),
        ("card5", theme.colours.cards[5]),
    ):
        assert colours[name] == "#" + bytes(value).hex()
    used = set(re.findall(r"var\(--(\w+)\)", text)) - {"edge"}
    assert used <= set(colours) and len(used) > 20
    scheme = "light" if theme.light else "dark"
    assert f'<body class="{theme.material} {theme.board} {scheme}' in text
    assert f"color-scheme: {scheme};" in text


def test_the_page_shows_the_face_of_each_level_at_the_table() -> None:
    record = read_record(played_match(rules_for("keypad", {"target": 1}), 1).record.as_text())
    record.seats = (SeatInfo("Ada", "human"), SeatInfo("Zoe", "level:10"))
    text = match_html_page(ReplaySession(record))
    assert re.findall(r'<template id="face-(\d+)">', text) == ["10"]
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(set(ids)) == len(ids)


def test_names_with_markup_cannot_break_the_page() -> None:
    record = read_record(played_match(rules_for("keypad", {"target": 1}), 1).record.as_text())
    record.seats = tuple(
        replace(seat, name="</script><b>{{data}}") if n == 0 else seat
        for n, seat in enumerate(record.seats)
    )
    text = match_html_page(ReplaySession(record))
    assert text.count("</script>") == 2 and "<b>" not in text
    assert embedded_match_data(text)["names"][0] == "</script><b>{{data}}"  # type: ignore[index]


def run_browser(file: Path, place: str, size: tuple[int, int], *more: str) -> str:
    assert BROWSER is not None, "this needs chromium or google-chrome"
    done = subprocess.run(
        [
            *(BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"),
            *("--virtual-time-budget=2000", f"--window-size={size[0]},{size[1]}", *more),
            f"{file.as_uri()}{place}",
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return done.stdout


def page_with_probe(replayed: ReplaySession, probe: str) -> str:
    """Return the page of a match with a second script, which its policy is made to allow."""
    digest = base64.b64encode(hashlib.sha256(probe.encode()).digest()).decode()
    page = match_html_page(replayed).replace("script-src '", f"script-src 'sha256-{digest}' '")
    return page.replace("</body>", f"<script>{probe}</script></body>")


def body_attribute(text: str, name: str) -> str:
    found = re.search(rf'<body[^>]* {name}="([^"]*)"', text)
    assert found is not None
    return html.unescape(found[1])


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, TELEPHONE])
def test_a_browser_shows_every_figure(size: tuple[int, int], tmp_path: Path) -> None:
    shown = replayed("keypad")
    file = tmp_path / "match.html"
    file.write_text(match_html_page(shown, REVIEW), encoding="utf-8")
    states = shown.json_lines_of_states
    for n in (0, 7, len(states) - 1):
        drawn = run_browser(file, f"#{n}", size, "--dump-dom")
        state = json.loads(states[n])
        assert body_attribute(drawn, "data-state") == states[n]
        board = dict(re.findall(r'data-key="(\d)" data-markers="(\[\d+,\d+\])"', drawn))
        assert [json.loads(board[str(key)]) for key in range(1, 10)] == state["board"]
        row = re.search(r'<ul class="cards" id="row">(.*?)</ul>', drawn, re.S)
        assert row is not None
        cards = re.findall(r">(\d)</li>", row[1])
        assert list(map(int, cards)) == state["row"]
        announced = re.search(r'<p id="said"[^>]*aria-live="polite"[^>]*>([^<]+)</p>', drawn)
        assert announced is not None
        data: Any = embedded_match_data(file.read_text(encoding="utf-8"))
        assert html.unescape(announced[1]) == data["lines"][n]
        assert "?? Ada drew" in drawn and drawn.count("<polyline") == 2


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, TELEPHONE])
def test_nothing_on_the_page_is_wider_than_the_window(
    size: tuple[int, int], tmp_path: Path
) -> None:
    """The browser measures it; all controls are also large enough for a finger."""
    file = tmp_path / "match.html"
    probe = (
        "addEventListener('load', () => { const small = [...document.querySelectorAll("
        "'nav button')].filter(one => one.offsetHeight < 40 || one.offsetWidth < 40 || "
        "one.scrollWidth > one.offsetWidth).length; document.body.dataset.probe = "
        "[document.documentElement.scrollWidth <= innerWidth, small].join(); });"
    )
    file.write_text(page_with_probe(replayed(), probe), encoding="utf-8")
    assert body_attribute(run_browser(file, "#9", size, "--dump-dom"), "data-probe") == "true,0"


@pytest.mark.slow
def test_the_line_to_play_on_names_the_position_on_show(tmp_path: Path) -> None:
    file = tmp_path / "match.html"
    probe = (
        "addEventListener('load', () => { const line = document.getElementById('line'); "
        "const seen = [line.value]; document.getElementById('on').click(); seen.push(line.value); "
        "document.getElementById('take').click(); "
        "document.body.dataset.seen = [...seen, document.activeElement.id].join(); });"
    )
    shown = replayed()
    file.write_text(page_with_probe(shown, probe), encoding="utf-8")
    seen = body_attribute(run_browser(file, "#5", DESKTOP, "--dump-dom"), "data-seen")
    assert seen == f"{shown.share_code}#5,{shown.share_code}#6,line"


@pytest.mark.slow
def test_keys_step_through_the_match(tmp_path: Path) -> None:
    file = tmp_path / "match.html"
    probe = (
        "addEventListener('load', () => { const press = key => document.dispatchEvent("
        "new KeyboardEvent('keydown', {key, bubbles: true})); const seen = []; for (const key of "
        "['ArrowRight', 'ArrowRight', 'ArrowLeft', 'End', 'Home']) { press(key); "
        "seen.push(document.body.dataset.n); } document.getElementById('round-on').click(); "
        "seen.push(document.body.dataset.n); document.body.dataset.seen = seen.join(); });"
    )
    shown = replayed()
    file.write_text(page_with_probe(shown, probe), encoding="utf-8")
    last = len(shown.positions) - 1
    second = shown.n_actions_in_round(0) + 1
    seen = body_attribute(run_browser(file, "", DESKTOP, "--dump-dom"), "data-seen")
    assert seen == f"1,2,1,{last},0,{second}"


def test_the_page_shows_the_review_of_the_match() -> None:
    """The page has the judge's figures, and places are indices of states."""
    shown = ReplaySession(reviewed_match.sample_record())
    made = reviewed_match.sample_match_reviews()
    review_data = review_data_for_page(made, shown)
    review = made.review_of(0, 0)
    assert review_data is not None and review is not None
    states = [json.loads(line) for line in shown.json_lines_of_states]
    for (place, known, opened), (chance, truth) in zip(
        review_data["curve"], review.chance_curve(), strict=True
    ):
        assert states[place]["round"] == 0 and known == round(100 * chance)
        assert opened == (None if truth is None else round(100 * truth))
    assert (
        review_data["curve"][-1][0] == shown.n_actions_in_round(0)
        and states[shown.n_actions_in_round(0)]["result"]
    )
    for moment, turn in zip(review_data["moments"], review.mistakes_worst_first(), strict=True):
        after = states[moment["state"] + 1]
        assert after["action"] == str(turn.made[0]) and moment["text"].startswith("?")
    assert embedded_match_data(match_html_page(shown, review_data))["review"] == review_data


def test_the_review_of_a_later_round_begins_after_the_states_of_the_rounds_before() -> None:
    shown = ReplaySession(reviewed_match.sample_record())
    made = reviewed_match.sample_match_reviews()
    review = made.review_of(0, 0)
    assert review is not None and shown.n_rounds > 1

    class SecondRoundReviewed(MatchReviews):
        def review_of(self, round_number: int, seat: int) -> RoundReview | None:
            return review if round_number == 1 else None

    later = SecondRoundReviewed(reviewed_match.sample_record(), reviewed_match.IdleThinker())
    data = review_data_for_page(later, shown)
    assert data is not None
    before = shown.n_actions_in_round(0) + 1
    assert [place for place, _known, _opened in data["curve"]] == [
        *(before + turn.first_action for turn in review.turns),
        before + shown.n_actions_in_round(1),
    ]
    assert [moment["state"] for moment in data["moments"]] == [
        before + turn.first_action for turn in review.mistakes_worst_first()
    ]


# Tests of a match in lines of text.


def test_a_match_that_began_in_a_position_is_shared_without_a_line() -> None:
    shown = ReplaySession(finished_match_from_position())
    assert share_refusal(replayed(), "code") is None
    assert share_refusal(shown, "code") == "One line cannot hold a match that began in a position."
    assert share_refusal(shown, "transcript") is share_refusal(shown, "page") is None
    assert transcript_lines(shown)[-1].startswith("Score")
    assert embedded_match_data(match_html_page(shown))["code"] == ""


@pytest.mark.slow
def test_a_page_without_a_line_does_not_offer_to_copy_it(tmp_path: Path) -> None:
    file = tmp_path / "match.html"
    probe = (
        "addEventListener('load', () => { document.body.dataset.seen = ['take', 'line'].map("
        "id => document.getElementById(id).getClientRects().length).join(); });"
    )
    for shown, seen in (
        (replayed(), "1,1"),
        (ReplaySession(finished_match_from_position()), "0,0"),
    ):
        file.write_text(page_with_probe(shown, probe), encoding="utf-8")
        page = run_browser(file, "#2", DESKTOP, "--dump-dom")
        assert body_attribute(page, "data-seen") == seen


def test_a_transcript_begins_each_round_with_the_cards_as_dealt() -> None:
    match = scripted_match("keypad", ("045", "1223"), aside="01", options={"target": 1})
    match.submit_text("start 1", "play 4", "pass")
    while not match.is_round_over:
        random_step(match, Random(2))
    replay = ReplaySession(match.record)
    replay.go_to(ReplayPosition(0, 2))
    lines = transcript_lines(replay)
    begun = lines.index("Round 1")
    assert lines[begun + 1 : begun + 5] == (
        "Ada has 0 4 5; Ben has 1 2 2 3; set aside 0 1",
        "Ben starts the row with a 1; Sums: Ada has 9, Ben has 7",
        " 1 Ada plays a 4: key 5",
        " 1 Ada passes",
    )
    assert replay.position == ReplayPosition(0, 2)
