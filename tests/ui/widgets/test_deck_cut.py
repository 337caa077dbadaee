"""The input that starts a deal also cuts the deck: by the place of a click, a digit or words.

Enter cuts in the middle.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from hacktrick.app.settings import Settings, with_changes
from hacktrick.game.legality import legal_actions
from hacktrick.match.deal_proof import DEFAULT_CUT
from hacktrick.ui.accessibility.accessibility_tree import TextRecorder
from hacktrick.ui.screens.new_match_scene import NewMatchScene
from hacktrick.ui.screens.title.title_scene import TitleScene
from hacktrick.ui.table.round_result import ResultScene
from hacktrick.ui.widgets.basic_widgets import Button
from hacktrick.ui.widgets.deck_cut import FingerprintScene
from tests.support.rig import AT_REST, WHOLE, BareTable, NoThinker, Rig, match_of_session

SOLO = {"preset": "keypad", "seats": [{"player": "human"}, {"player": "level:1"}]}
PAIR = {"preset": "keypad", "seats": [{"player": "human"}, {"player": "human"}]}


def at_title(folder: Path, choices: dict[str, Any]) -> tuple[Rig, TitleScene]:
    stage = Rig(folder, settings=Settings(last_match=choices), bare_table=True)
    scene = TitleScene(stage.context, stage.services)
    stage.show(scene)
    return stage, scene


def last_proof(stage: Rig) -> dict[str, Any]:
    """Return the proof of the round dealt last."""
    assert isinstance(stage.top, BareTable)
    return dict(match_of_session(stage.services.session).record.rounds[-1].extra["proof"])


@pytest.mark.parametrize(("share", "cut"), [(0.02, "1"), (0.5, "9"), (0.98, "17")])
def test_a_click_cuts_where_it_is_made(tmp_path: Path, share: float, cut: str) -> None:
    stage, scene = at_title(tmp_path, SOLO)
    shown = stage.services.local_table.next_match_fingerprint
    rect = scene.widgets["play"].rect
    stage.press((round(rect.left + share * rect.width), rect.centery))
    proof_data = last_proof(stage)
    assert (proof_data["commitment"], proof_data["cut"]) == (shown, cut)
    assert "unproved" not in proof_data


def test_enter_cuts_in_the_middle_and_the_record_says_that_nobody_chose(tmp_path: Path) -> None:
    stage, scene = at_title(tmp_path, SOLO)
    rect = scene.widgets["play"].rect
    stage.move(rect.center)
    stage.key(pygame.K_RETURN)
    proof_data = last_proof(stage)
    assert (proof_data["cut"], proof_data["unproved"]) == (DEFAULT_CUT, True)


@pytest.mark.parametrize("on_title", [True, False])
def test_a_digit_cuts_where_the_button_has_the_focus(tmp_path: Path, on_title: bool) -> None:
    stage, title = at_title(tmp_path, SOLO)
    if on_title:
        title.group.set_focus(title.widgets["play"])
    else:
        stage.show(NewMatchScene(stage.context, stage.services))
    stage.key(pygame.K_4, text="4")
    assert (last_proof(stage)["cut"], "unproved" in last_proof(stage)) == ("4", False)


def test_elsewhere_on_the_title_a_digit_presses_a_key_of_the_picture(tmp_path: Path) -> None:
    stage, title = at_title(tmp_path, SOLO)
    title.group.set_focus(title.widgets["rules"])
    stage.key(pygame.K_4, text="4")
    assert stage.top is title and title.art.pressed == 4


def test_the_players_own_words_cut_and_the_whole_fingerprint_is_shown(tmp_path: Path) -> None:
    stage, _title = at_title(tmp_path, SOLO)
    stage.click("seal")
    question = stage.top
    assert isinstance(question, FingerprintScene)
    stage.type("good luck to me")
    stage.click("deal")
    assert last_proof(stage)["cut"] == "good luck to me"


def rig_at_result(folder: Path, size: tuple[int, int] = WHOLE, **more: Any) -> tuple[Rig, str]:
    """Return a rig with a finished round at its result, and the fingerprint shown before it."""
    settings = with_changes(Settings(last_match=SOLO), **AT_REST, **more)
    stage = Rig(folder, size, settings, thinker=NoThinker)
    stage.show(TitleScene(stage.context, stage.services))
    shown = stage.services.local_table.next_match_fingerprint
    stage.click("play")
    match, dice = match_of_session(stage.services.session), Random(1)
    while not match.is_round_over:
        seat = match.public.seat
        match.submit(seat, dice.choice(legal_actions(match.observe(seat))))
    stage.wait(2.0)
    assert isinstance(stage.top, ResultScene)
    return stage, shown


def fair_play_texts(stage: Rig) -> set[str]:
    """Press *Log* and *Fair play* at a result and return what the dialog says."""
    for label in ("Log", "Fair play"):
        buttons = [one for one in stage.top.group.widgets if isinstance(one, Button)]
        stage.press(next(one for one in buttons if one.label == label).rect.center)
    assert isinstance(stage.top, FingerprintScene)
    recorder = TextRecorder()
    stage.context.set_text_recorder(recorder)
    stage.top.draw(stage.surface)
    return {one.text for one in recorder.collect_painted_texts()}


def test_fair_play_after_a_round_checks_its_deal(tmp_path: Path) -> None:
    stage, shown = rig_at_result(tmp_path)
    assert stage.services.session is not None
    assert stage.services.session.fingerprints_matching_deals == (shown,)
    words = fair_play_texts(stage)
    assert "The deal matches the fingerprint shown before it:" in words
    assert f"{shown[:4]} {shown[4:8]}" in words


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [(960, 600), (1280, 720), (900, 1400)])
def test_fair_play_fits_into_the_window_in_huge_text(
    size: tuple[int, int], language: str, tmp_path: Path
) -> None:
    stage, _shown = rig_at_result(tmp_path, size, ui_scale=200, language=language)
    local_table, session = stage.services.local_table, stage.services.session
    assert session is not None
    checked = session.fingerprints_matching_deals
    assert checked is not None
    dialog = FingerprintScene(stage.context, local_table.next_match_fingerprint, print, checked * 9)
    stage.show(dialog)
    recorder = TextRecorder()
    stage.context.set_text_recorder(recorder)
    dialog.draw(stage.surface)
    groups = local_table.next_match_fingerprint[:4], local_table.next_match_fingerprint[32:36]
    bottoms = [
        one.rect[3] for one in recorder.collect_painted_texts() if one.text.startswith(groups)
    ]
    assert len(bottoms) == 2
    assert max(bottoms) <= dialog.widgets["words"].rect.top
    assert stage.surface.get_rect().contains(dialog.widgets["back"].rect)


def test_fair_play_says_so_if_a_deal_contradicts_its_fingerprint(tmp_path: Path) -> None:
    stage, _shown = rig_at_result(tmp_path)
    match_of_session(stage.services.session).record.rounds[0].extra["proof"]["secret"] = "00" * 32
    assert "A deal contradicts the fingerprint shown before it." in fair_play_texts(stage)


def test_a_match_of_several_people_has_dice_and_no_fingerprint(tmp_path: Path) -> None:
    stage, scene = at_title(tmp_path, PAIR)
    assert scene.widgets["seal"].visible, "the ladder is for one person"
    stage.click("again")
    assert "proof" not in match_of_session(stage.services.session).record.rounds[0].extra


def test_the_screen_for_a_new_match_follows_who_plays(tmp_path: Path) -> None:
    stage, _title = at_title(tmp_path, SOLO)
    scene = NewMatchScene(stage.context, stage.services)
    stage.show(scene)
    alone = scene.widgets["start"].rect.width
    assert scene.widgets["seal"].visible
    scene.choices.seats[1].player = "human"
    # The screen calls this method after a change of players.
    scene._update_marker_buttons()
    assert not scene.widgets["seal"].visible and scene.widgets["start"].rect.width > alone
