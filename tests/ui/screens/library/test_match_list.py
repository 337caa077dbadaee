"""The kept matches on the screen: found, starred, noted, deleted, brought back, taken in, played
on and given away; by real keys, clicks, drops and pastes."""

from __future__ import annotations

import json
from pathlib import Path

import pygame
import pytest

from hacktrick.app.replay_session import PUBLIC_PERSPECTIVE, ReplayPosition
from hacktrick.app.settings import Settings
from hacktrick.game.rules import rules_for
from hacktrick.library.database import Library
from hacktrick.match.record import Record, read_record
from hacktrick.match.share_code import share_code_of
from hacktrick.ui.screens.library.match_list import BranchScene, MatchListScene
from hacktrick.ui.screens.library.share_scene import ShareScene
from hacktrick.ui.screens.title.title_scene import TitleScene
from hacktrick.ui.table.replay.replay_scene import ReplayScene
from hacktrick.ui.table.table_scene import TableScene
from hacktrick.ui.widgets.dialogs import NoticeScene
from tests.support.rig import Rig
from tests.support.scripted_matches import played


def record_of(seed: int, preset: str = "keypad", target: int = 1) -> Record:
    return played(rules_for(preset, {"target": target}), seed).record


def with_matches(folder: Path, n: int = 4, **settings: object) -> Rig:
    library = Library(folder)
    for seed in range(n):
        library.add(record_of(seed, ("keypad", "servers")[seed % 2]))
    library.close()
    stage = Rig(folder, settings=Settings(animation_speed="off", **settings))  # type: ignore[arg-type]
    stage.show(MatchListScene(stage.context, stage.workspace))
    return stage


def notices(stage: Rig) -> str:
    assert isinstance(stage.top, NoticeScene)
    return stage.top.text


def test_the_title_leads_to_the_matches(tmp_path: Path) -> None:
    stage = Rig(tmp_path)
    stage.show(TitleScene(stage.context, stage.workspace))
    stage.click("matches")
    assert isinstance(stage.top, MatchListScene) and stage.top.entries == ()
    stage.key(pygame.K_ESCAPE)
    assert isinstance(stage.top, TitleScene)


def test_typing_searches_and_filters_narrow(tmp_path: Path) -> None:
    stage = with_matches(tmp_path)
    scene = stage.top
    assert len(scene.entries) == 4
    stage.click("edition")
    assert {entry.preset for entry in scene.entries} == {"keypad"}
    stage.click("stars")
    assert scene.entries == ()
    stage.click("stars")
    for sign in "servers":
        stage.key(ord(sign), text=sign)
    assert "s" in scene.field.text
    stage.key(pygame.K_ESCAPE)
    assert not scene.field.text and stage.top is scene
    stage.click("sort")
    assert scene.wanted.sort == "earliest"
    stage.click("outcome")
    assert all(any(p.won and p.level is None for p in e.players) for e in scene.entries)


def test_star_and_note_are_kept(tmp_path: Path) -> None:
    stage = with_matches(tmp_path)
    scene = stage.top
    scene.listing.choose(1)
    number = scene.entry.id
    stage.click("starred")
    stage.click("note")
    stage.type("a good one")
    stage.key(pygame.K_ESCAPE)
    stage.show(MatchListScene(stage.context, stage.workspace))
    (found,) = [entry for entry in stage.top.entries if entry.id == number]
    assert found.starred and found.note == "a good one"


def test_deleted_and_brought_back(tmp_path: Path) -> None:
    stage = with_matches(tmp_path)
    scene = stage.top
    first = scene.entry.id
    stage.click("delete")
    assert first not in [entry.id for entry in scene.entries] and scene.said
    stage.click("delete")
    assert scene.entry.id == first and len(scene.entries) == 4
    scene.group.set_focus(scene.listing)
    stage.key(pygame.K_DELETE)
    assert len(scene.entries) == 3
    stage.key(pygame.K_z, pygame.KMOD_CTRL)
    assert len(scene.entries) == 4
    stage.key(pygame.K_DELETE)
    stage.workspace.close()
    library = Library(tmp_path)
    library.undelete([first])
    assert len(library) == 3  # gone for good with the end of the program


def test_a_match_is_pasted_dropped_and_named(tmp_path: Path) -> None:
    stage = with_matches(tmp_path / "data", 0)
    scene = stage.top
    stage.clipboard.text = share_code_of(record_of(11))
    stage.key(pygame.K_v, pygame.KMOD_CTRL)
    assert len(scene.entries) == 1 and scene.entry.source == "imported"
    folder = tmp_path / "more"
    folder.mkdir()
    for seed in (12, 13):
        (folder / f"{seed}.hacktrick.json").write_text(record_of(seed).as_text())
    stage.post(pygame.Event(pygame.DROPFILE, file=str(folder)))
    stage.tick(n=8)
    assert len(scene.entries) == 3 and "2 matches" in scene.said
    stage.post(pygame.Event(pygame.DROPFILE, file=str(folder)))
    stage.tick(n=8)
    assert len(scene.entries) == 3 and "already" in scene.said
    stage.click("import")
    stage.type(str(folder / "12.hacktrick.json"))
    stage.key(pygame.K_RETURN)
    assert stage.top is scene and len(scene.entries) == 3


def test_a_bad_match_is_refused_with_its_first_fault(tmp_path: Path) -> None:
    stage = with_matches(tmp_path / "data", 1)
    scene = stage.top
    data = json.loads(record_of(5).as_text())
    data["rounds"][0]["actions"][3] = "play 5 double double"
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(data))
    stage.post(pygame.Event(pygame.DROPFILE, file=str(bad)))
    stage.tick()
    assert "round 1, action 4" in notices(stage) and str(bad) in notices(stage)
    stage.key(pygame.K_RETURN)
    assert stage.top is scene and len(scene.entries) == 1
    stage.clipboard.text = "HT1.nonsense"
    stage.key(pygame.K_v, pygame.KMOD_CTRL)
    assert "pasted text" in notices(stage)


def test_a_line_pasted_at_the_title_is_taken_in(tmp_path: Path) -> None:
    stage = Rig(tmp_path)
    stage.show(TitleScene(stage.context, stage.workspace))
    stage.clipboard.text = share_code_of(record_of(11))
    stage.key(pygame.K_v, pygame.KMOD_CTRL)
    stage.tick()
    assert isinstance(stage.top, MatchListScene) and len(stage.top.entries) == 1


def test_a_library_that_can_only_be_read_says_so(tmp_path: Path) -> None:
    stage = with_matches(tmp_path)
    library = stage.workspace.library.database
    assert library is not None
    library.may_write = False
    scene = stage.show(MatchListScene(stage.context, stage.workspace))
    stage.click("delete")
    assert scene.said and len(scene.entries) == 4
    stage.click("import")
    assert stage.top is scene


def test_the_chosen_match_is_replayed_on_the_table(tmp_path: Path) -> None:
    stage = with_matches(tmp_path)
    stage.key(pygame.K_RETURN)
    assert isinstance(stage.top, ReplayScene) and stage.top.replayed.source.number is not None
    stage.key(pygame.K_ESCAPE)
    assert isinstance(stage.top, MatchListScene)


# Playing on


def at_branch(stage: Rig, action: int = 8) -> BranchScene:
    stage.key(pygame.K_RETURN)
    replay = stage.top
    replay.go(ReplayPosition(0, action))
    stage.key(pygame.K_b, text="b")
    assert isinstance(stage.top, BranchScene)
    return stage.top


def test_a_branch_is_played_on_and_kept_apart(tmp_path: Path) -> None:
    stage = with_matches(tmp_path)
    parent = stage.top.entry
    scene = at_branch(stage)
    seen = scene.replayed.public
    stage.key(pygame.K_RETURN)
    stage.tick()
    assert isinstance(stage.top, TableScene)
    session = stage.workspace.session
    assert session is not None and session.public == seen
    assert len(session.humans) == 1
    match = stage.workspace.local_table._match
    assert match is not None
    told = match.record.extra["branch"]
    assert told["match"] == parent.key and not told["as_it_was"]
    stage.workspace.library.put(record_with(match.record), "standard", ())
    (entry,) = [one for one in stage.workspace.library_browser.find() if one.source == "branch"]
    assert not entry.rated and entry.preset == parent.preset


def record_with(record: Record) -> Record:
    """A finished match that says that it is this branch."""
    done = read_record(record_of(99, record.rules.preset).as_text())
    done.extra["branch"] = record.extra["branch"]
    return done


def test_the_same_deal_from_the_other_seat(tmp_path: Path) -> None:
    stage = with_matches(tmp_path)
    scene = at_branch(stage)
    deal = scene.replayed.record_text
    stage.click_right("seat")
    stage.click_right("cards")
    stage.click_right("from")
    chosen = scene.choices
    assert chosen.seat == 1 and not chosen.is_dealt_anew and chosen.is_from_deal
    stage.click("go")
    stage.tick()
    match = stage.workspace.local_table._match
    assert match is not None
    first = json.loads(deal)["rounds"][0]["deal"]
    assert [list(hand) for hand in match.record.rounds[0].hands] == first["hands"]
    assert match.seats[1].player == "human" and match.seats[0].player.startswith("level:")


def test_an_unfinished_match_is_not_lost_by_a_branch(tmp_path: Path) -> None:
    stage = with_matches(tmp_path)
    stage.save_a_match()
    at_branch(stage)
    stage.key(pygame.K_RETURN)
    assert isinstance(stage.top, NoticeScene)
    stage.key(pygame.K_RETURN)  # the way out has the focus
    assert stage.workspace.local_table.saved is not None and stage.workspace.session is None


# Giving away


@pytest.mark.parametrize("way", ["page", "record", "transcript", "picture", "film"])
def test_what_is_shared_is_a_whole_file(way: str, tmp_path: Path) -> None:
    stage = with_matches(tmp_path)
    entry = stage.top.entry
    stage.key(pygame.K_e, pygame.KMOD_CTRL)
    scene = stage.top
    assert isinstance(scene, ShareScene)
    stage.click(way)
    for _n in range(200):
        if stage.top is not scene:
            break
        stage.tick()
    path = Path(notices(stage))
    content = path.read_bytes()
    assert path.parent == tmp_path / "shared"
    library = stage.workspace.library.database
    assert library is not None
    record = library.record(entry.id)
    if way == "record":
        assert content.decode() == record.as_text()
    elif way in ("picture", "film"):
        assert content.startswith(b"\x89PNG") and content.endswith(b"IEND\xaeB`\x82")
        assert (b"acTL" in content) == (way == "film")
        assert pygame.image.load(path).get_width() > 500
    else:
        assert share_code_of(record) in content.decode()


def test_lines_are_copied(tmp_path: Path) -> None:
    stage = with_matches(tmp_path)
    entry = stage.top.entry
    stage.key(pygame.K_e, pygame.KMOD_CTRL)
    stage.click("code")
    library = stage.workspace.library.database
    assert library is not None
    record = library.record(entry.id)
    assert stage.clipboard.text == share_code_of(record)
    stage.click("position")
    assert stage.clipboard.text.startswith("keypad") or stage.clipboard.text.startswith("servers")


def test_before_the_end_only_the_own_view_can_be_given_away(tmp_path: Path) -> None:
    stage = Rig(tmp_path, settings=Settings(animation_speed="off"))
    stage.begin()
    session = stage.workspace.session
    assert session is not None
    session.open(session.public.seat)
    replayed = stage.workspace.local_table.replay_so_far()
    assert replayed is not None and replayed.eyes == (session.viewer, PUBLIC_PERSPECTIVE)
    scene = stage.show(ShareScene(stage.context, stage.workspace, replayed))
    for way in ("code", "record", "transcript", "page", "film"):
        stage.click(way)
        assert scene.said and stage.top is scene
        scene.say("")
    stage.click("position")
    assert stage.clipboard.text and "?" in stage.clipboard.text
    for text in ("record_text", "code", "state_lines"):
        with pytest.raises(ValueError, match="hidden"):
            getattr(replayed, text)
