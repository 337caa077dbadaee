"""The match list: search, stars, notes, deletion, import, branches and sharing, by real input."""

from __future__ import annotations

import json
from pathlib import Path

import pygame
import pytest

from hacktrick.app.replay_session import PUBLIC_PERSPECTIVE, ReplayPosition, ReplaySession
from hacktrick.app.settings import Settings
from hacktrick.app.study_session import study_of_text
from hacktrick.game.editions import rules_for
from hacktrick.game.notation.diagram import text_of
from hacktrick.game.notation.position_parser import read_diagram
from hacktrick.i18n import study_text
from hacktrick.i18n.match_sharing import match_html_page
from hacktrick.library.database import Library
from hacktrick.match.record import Record, read_record
from hacktrick.match.share_code import share_code_of
from hacktrick.ui.accessibility.accessibility_tree import TextRecorder
from hacktrick.ui.screens.library.match_list import MatchListScene, PlayOnDialog
from hacktrick.ui.screens.library.share_scene import ShareScene
from hacktrick.ui.screens.study.study_scene import StudyScene
from hacktrick.ui.screens.title.title_scene import TitleScene
from hacktrick.ui.table.replay.replay_scene import ReplayScene
from hacktrick.ui.table.table_scene import TableScene
from hacktrick.ui.widgets.dialogs import NoticeScene
from tests.support.rig import Rig, saved_text
from tests.support.scripted_matches import played_match


def record_of(seed: int, preset: str = "keypad", target: int = 1) -> Record:
    return played_match(rules_for(preset, {"target": target}), seed).record


def match_list(folder: Path, n: int = 4, **settings: object) -> Rig:
    library = Library(folder)
    for seed in range(n):
        library.add_match(record_of(seed, ("keypad", "servers")[seed % 2]))
    library.close()
    rig = Rig(folder, settings=Settings(animation_speed="off", **settings))  # type: ignore[arg-type]
    rig.show(MatchListScene(rig.context, rig.services))
    return rig


def notice_text(rig: Rig) -> str:
    assert isinstance(rig.top, NoticeScene)
    return rig.top.text


def test_the_title_opens_the_match_list(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    rig.show(TitleScene(rig.context, rig.services))
    rig.click("matches")
    assert isinstance(rig.top, MatchListScene) and rig.top.entries == ()
    rig.key(pygame.K_ESCAPE)
    assert isinstance(rig.top, TitleScene)


def test_screen_readers_read_the_players_without_the_dash_between_them(tmp_path: Path) -> None:
    rig = match_list(tmp_path, n=1)
    rig.context.set_text_recorder(TextRecorder())
    rig.draw()
    rows = [
        child
        for node in rig.top.accessibility_nodes()
        if node.role == "list"
        for child in node.children
    ]
    assert rows and all(", –" not in row.name for row in rows)


def test_typing_searches_and_filters_narrow_the_list(tmp_path: Path) -> None:
    rig = match_list(tmp_path)
    scene = rig.top
    assert len(scene.entries) == 4
    rig.click("edition")
    assert {entry.preset for entry in scene.entries} == {"keypad"}
    rig.click("stars")
    assert scene.entries == ()
    rig.click("stars")
    for sign in "servers":
        rig.key(ord(sign), text=sign)
    assert "s" in scene.search_field.text
    rig.key(pygame.K_ESCAPE)
    assert not scene.search_field.text and rig.top is scene
    rig.click("sort")
    assert scene.query.sort == "earliest"
    rig.click("outcome")
    assert all(any(p.won and p.level is None for p in e.players) for e in scene.entries)


def test_star_and_note_are_saved(tmp_path: Path) -> None:
    rig = match_list(tmp_path)
    scene = rig.top
    scene.list_view.choose_row(1)
    number = scene.chosen_entry.id
    rig.click("starred")
    rig.click("note")
    rig.type("a good one")
    rig.key(pygame.K_ESCAPE)
    rig.show(MatchListScene(rig.context, rig.services))
    (found,) = [entry for entry in rig.top.entries if entry.id == number]
    assert found.starred and found.note == "a good one"


def test_a_deleted_match_can_be_brought_back_until_the_program_ends(tmp_path: Path) -> None:
    rig = match_list(tmp_path)
    scene = rig.top
    first = scene.chosen_entry.id
    rig.click("delete")
    assert first not in [entry.id for entry in scene.entries] and scene.message
    rig.click("delete")
    assert scene.chosen_entry.id == first and len(scene.entries) == 4
    scene.group.set_focus(scene.list_view)
    rig.key(pygame.K_DELETE)
    assert len(scene.entries) == 3
    rig.key(pygame.K_z, pygame.KMOD_CTRL)
    assert len(scene.entries) == 4
    rig.key(pygame.K_DELETE)
    rig.services.close()
    library = Library(tmp_path)
    library.restore_deleted([first])
    assert len(library) == 3  # the deletion is final once the program ends


def test_matches_are_imported_by_pasting_dropping_and_typing_a_path(tmp_path: Path) -> None:
    rig = match_list(tmp_path / "data", 0)
    scene = rig.top
    rig.clipboard.text = share_code_of(record_of(11))
    rig.key(pygame.K_v, pygame.KMOD_CTRL)
    assert len(scene.entries) == 1 and scene.chosen_entry.source == "imported"
    folder = tmp_path / "more"
    folder.mkdir()
    for seed in (12, 13):
        (folder / f"{seed}.hacktrick.json").write_text(record_of(seed).as_text())
    rig.post(pygame.Event(pygame.DROPFILE, file=str(folder)))
    rig.tick(n=8)
    assert len(scene.entries) == 3 and "2 matches" in scene.message
    rig.post(pygame.Event(pygame.DROPFILE, file=str(folder)))
    rig.tick(n=8)
    assert len(scene.entries) == 3 and "already" in scene.message
    rig.click("import")
    rig.type(str(folder / "12.hacktrick.json"))
    rig.key(pygame.K_RETURN)
    assert rig.top is scene and len(scene.entries) == 3


def test_the_line_of_a_web_page_opens_the_match_there_to_be_played_on(tmp_path: Path) -> None:
    rig = match_list(tmp_path, 1)
    rig.clipboard.text = f"{share_code_of(record_of(11))}#6"
    for _twice in range(2):  # the second time, the match is already there
        rig.key(pygame.K_v, pygame.KMOD_CTRL)
        assert isinstance(rig.top, PlayOnDialog)
        assert rig.top.replayed.position == ReplayPosition(0, 6)
        rig.key(pygame.K_ESCAPE)
        assert isinstance(rig.top, ReplayScene)
        rig.key(pygame.K_ESCAPE)
        assert isinstance(rig.top, MatchListScene) and len(rig.top.entries) == 2
    rig.clipboard.text += "999"  # beyond the end, so that the last position opens
    rig.key(pygame.K_v, pygame.KMOD_CTRL)
    assert isinstance(rig.top, ReplayScene) and rig.top.replayed.is_at_won_match_end


@pytest.mark.parametrize("text", ["~5 minutes", "~no such user/match.json", "x" * 400])
def test_a_pasted_text_that_is_no_path_is_refused(tmp_path: Path, text: str) -> None:
    rig = match_list(tmp_path, 0)
    rig.clipboard.text = text
    rig.key(pygame.K_v, pygame.KMOD_CTRL)
    assert notice_text(rig)


def test_a_held_delete_key_deletes_one_match(tmp_path: Path) -> None:
    rig = match_list(tmp_path)
    rig.top.group.set_focus(rig.top.list_view)
    for _n in range(3):
        rig.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_DELETE, mod=0, unicode=""))
    assert len(rig.top.entries) == 3
    rig.post(pygame.Event(pygame.KEYUP, key=pygame.K_DELETE, mod=0, unicode=""))
    rig.key(pygame.K_DELETE)
    assert len(rig.top.entries) == 2


def test_an_import_goes_on_after_another_one_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each frame imports one file, as if each file were large."""
    monkeypatch.setattr("hacktrick.ui.screens.library.match_import.FRAME_BUDGET", -1.0)
    rig = match_list(tmp_path / "data", 0)
    scene = rig.top
    for name, seeds in (("one", (12, 13, 14)), ("two", (15, 16))):
        (tmp_path / name).mkdir()
        for seed in seeds:
            (tmp_path / name / f"{seed}.hacktrick.json").write_text(record_of(seed).as_text())
    rig.post(pygame.Event(pygame.DROPFILE, file=str(tmp_path / "one")))
    rig.tick()
    rig.post(pygame.Event(pygame.DROPFILE, file=str(tmp_path / "two")))
    rig.tick(n=8)
    assert len(scene.entries) == 5 and "5 matches" in scene.message


def test_a_web_page_dropped_on_the_list_is_imported(tmp_path: Path) -> None:
    rig = match_list(tmp_path / "data", 0)
    page = tmp_path / "match.html"
    page.write_text(match_html_page(ReplaySession(record_of(11))), encoding="utf-8")
    rig.post(pygame.Event(pygame.DROPFILE, file=str(page)))
    rig.tick(n=2)
    (entry,) = rig.top.entries
    assert entry.key == record_of(11).key
    page.write_text("<!DOCTYPE html><p>Hello", encoding="utf-8")
    rig.post(pygame.Event(pygame.DROPFILE, file=str(page)))
    rig.tick(n=2)
    assert "no match" in notice_text(rig)


def test_an_invalid_match_is_refused_with_its_first_error(tmp_path: Path) -> None:
    rig = match_list(tmp_path / "data", 1)
    scene = rig.top
    data = json.loads(record_of(5).as_text())
    data["rounds"][0]["actions"][3] = "play 5 double double"
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(data))
    rig.post(pygame.Event(pygame.DROPFILE, file=str(bad)))
    rig.tick()
    assert "round 1, action 4" in notice_text(rig) and str(bad) in notice_text(rig)
    rig.key(pygame.K_RETURN)
    assert rig.top is scene and len(scene.entries) == 1
    rig.clipboard.text = "HT1.nonsense"
    rig.key(pygame.K_v, pygame.KMOD_CTRL)
    assert "pasted text" in notice_text(rig)


def test_a_share_code_pasted_at_the_title_is_imported(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    rig.show(TitleScene(rig.context, rig.services))
    rig.clipboard.text = share_code_of(record_of(11))
    rig.key(pygame.K_v, pygame.KMOD_CTRL)
    rig.tick()
    assert isinstance(rig.top, MatchListScene) and len(rig.top.entries) == 1


def test_a_read_only_library_refuses_changes(tmp_path: Path) -> None:
    rig = match_list(tmp_path)
    library = rig.services.library.opened_library
    assert library is not None
    library.may_write = False
    scene = rig.show(MatchListScene(rig.context, rig.services))
    rig.click("delete")
    assert scene.message and len(scene.entries) == 4
    rig.click("import")
    assert rig.top is scene


def test_the_chosen_match_is_replayed_on_the_table(tmp_path: Path) -> None:
    rig = match_list(tmp_path)
    rig.key(pygame.K_RETURN)
    assert isinstance(rig.top, ReplayScene) and rig.top.replayed.origin.number is not None
    rig.key(pygame.K_ESCAPE)
    assert isinstance(rig.top, MatchListScene)


# Tests of playing on from a saved match.


def open_branch_dialog(rig: Rig, action: int = 8) -> PlayOnDialog:
    rig.key(pygame.K_RETURN)
    replay = rig.top
    replay.go_to(ReplayPosition(0, action))
    rig.key(pygame.K_b, text="b")
    assert isinstance(rig.top, PlayOnDialog)
    return rig.top


def test_a_branch_is_played_and_listed_without_a_rating(tmp_path: Path) -> None:
    rig = match_list(tmp_path)
    parent = rig.top.chosen_entry
    scene = open_branch_dialog(rig)
    seen = scene.replayed.public
    rig.key(pygame.K_RETURN)
    rig.tick()
    assert isinstance(rig.top, TableScene)
    session = rig.services.session
    assert session is not None and session.public == seen
    assert len(session.local_seats) == 1
    # The record behind the table, which the window cannot reach.
    match = rig.services.local_table._match
    assert match is not None
    branch = match.record.extra["branch"]
    assert branch["match"] == parent.key and not branch["as_it_was"]
    rig.services.library.add_match(record_with(match.record), "standard", ())
    (entry,) = [
        one for one in rig.services.library_browser.find_matches() if one.source == "branch"
    ]
    assert not entry.rated and entry.preset == parent.preset


def record_with(record: Record) -> Record:
    """Return a finished match whose record is marked as the same branch as ``record``."""
    done = read_record(record_of(99, record.rules.preset).as_text())
    done.extra["branch"] = record.extra["branch"]
    return done


def test_a_branch_can_replay_the_deal_from_the_other_seat(tmp_path: Path) -> None:
    rig = match_list(tmp_path)
    scene = open_branch_dialog(rig)
    deal = scene.replayed.record_text
    rig.click_right("seat")
    rig.click_right("cards")
    rig.click_right("from")
    chosen = scene.choices
    assert chosen.seat == 1 and not chosen.is_dealt_anew and chosen.is_from_deal
    rig.click("go")
    rig.tick()
    match = rig.services.local_table._match
    assert match is not None
    first = json.loads(deal)["rounds"][0]["deal"]
    assert [list(hand) for hand in match.record.rounds[0].hands] == first["hands"]
    assert match.seats[1].player == "human" and match.seats[0].player.startswith("level:")


def test_a_branch_leaves_the_match_under_way_alone(tmp_path: Path) -> None:
    rig = match_list(tmp_path)
    rig.save_a_match()
    saved = saved_text(rig.services)
    open_branch_dialog(rig)
    rig.key(pygame.K_RETURN)
    assert isinstance(rig.top, TableScene)
    rig.services.leave_table()
    assert saved_text(rig.services) == saved
    sources = {entry.source for entry in rig.services.local_table.find_unfinished_matches()}
    assert sources == {"played", "branch"}


# Tests of sharing a match.


@pytest.mark.parametrize("way", ["page", "record", "transcript", "picture", "film"])
def test_sharing_writes_a_complete_file(way: str, tmp_path: Path) -> None:
    rig = match_list(tmp_path)
    entry = rig.top.chosen_entry
    rig.key(pygame.K_e, pygame.KMOD_CTRL)
    scene = rig.top
    assert isinstance(scene, ShareScene)
    rig.click(way)
    for _n in range(200):
        if rig.top is not scene:
            break
        rig.tick()
    path = Path(notice_text(rig))
    content = path.read_bytes()
    assert path.parent == tmp_path / "shared"
    rig.click("0")
    assert rig.top is scene and rig.file_manager.opened == [path.parent]
    library = rig.services.library.opened_library
    assert library is not None
    record = library.load_record(entry.id)
    if way == "record":
        assert content.decode() == record.as_text()
    elif way in ("picture", "film"):
        assert content.startswith(b"\x89PNG") and content.endswith(b"IEND\xaeB`\x82")
        assert (b"acTL" in content) == (way == "film")
        assert pygame.image.load(path).get_width() > 500
    else:
        assert share_code_of(record) in content.decode()


def test_share_code_and_position_are_copied_to_the_clipboard(tmp_path: Path) -> None:
    rig = match_list(tmp_path)
    entry = rig.top.chosen_entry
    rig.key(pygame.K_e, pygame.KMOD_CTRL)
    rig.click("code")
    library = rig.services.library.opened_library
    assert library is not None
    record = library.load_record(entry.id)
    assert rig.clipboard.text == share_code_of(record)
    rig.click("position")
    assert rig.clipboard.text.startswith("keypad") or rig.clipboard.text.startswith("servers")


def test_before_the_end_only_the_players_view_can_be_shared(tmp_path: Path) -> None:
    rig = Rig(tmp_path, settings=Settings(animation_speed="off"))
    rig.begin()
    session = rig.services.session
    assert session is not None
    session.show_hand(session.public.seat)
    replayed = rig.services.local_table.replay_of_running_match()
    assert replayed is not None and replayed.perspectives == (session.viewer, PUBLIC_PERSPECTIVE)
    scene = rig.show(ShareScene(rig.context, rig.services, replayed))
    for way in ("code", "record", "transcript", "page", "film"):
        rig.click(way)
        assert scene.message and rig.top is scene
        scene.show_message("")
    rig.click("position")
    assert rig.clipboard.text and "?" in rig.clipboard.text
    for text in ("record_text", "share_code", "json_lines_of_states"):
        with pytest.raises(ValueError, match="hidden"):
            getattr(replayed, text)


STUDY_LINE = "keypad turn=4 row=315 aside=02 hands=24/??? board=4a,6Bb captured=1/0 sums=-/7+1"


def list_with_study(folder: Path, name: str = "Two doors") -> Rig:
    """Return the list of two matches and a study, which is chosen."""
    rig = match_list(folder, 2)
    rig.services.study_files.save_study(name, study_of_text(STUDY_LINE))
    rig.show(MatchListScene(rig.context, rig.services))
    rig.top.list_view.choose_row(2)
    assert rig.top.chosen_entry is None and rig.top.chosen_study_name == name
    return rig


def test_kept_studies_are_rows_that_filters_and_search_find(tmp_path: Path) -> None:
    rig = list_with_study(tmp_path)
    scene = rig.top
    rig.click("edition")
    assert scene.studies == ("Two doors",) and len(scene.entries) == 1
    rig.click("stars")
    assert scene.studies == () == scene.entries
    rig.click("stars")
    assert scene.studies == ("Two doors",) and scene.entries == ()
    rig.click("edition")
    assert scene.studies == ()  # the study is of another edition
    rig.show(MatchListScene(rig.context, rig.services))
    rig.click("search")
    rig.type("doors")
    assert rig.top.studies == ("Two doors",) and rig.top.entries == ()
    rig.click("outcome")
    assert rig.top.studies == ()  # a study has no winner, so the filter hides it


def test_a_study_of_the_list_opens_on_its_board(tmp_path: Path) -> None:
    rig = list_with_study(tmp_path)
    rig.click("replay")
    assert isinstance(rig.top, StudyScene) and rig.top.study.study.name == "Two doors"
    assert rig.top.study.position_text == text_of(read_diagram(STUDY_LINE))


def test_a_study_of_the_list_becomes_a_page(tmp_path: Path) -> None:
    rig = list_with_study(tmp_path)
    rig.click("share")
    assert isinstance(rig.top, NoticeScene)
    (page,) = rig.services.shared_files.folder.glob("*.html")
    assert "<h1>Two doors</h1>" in page.read_text("utf-8")


def test_a_deleted_study_is_restored_by_the_same_button(tmp_path: Path) -> None:
    rig = list_with_study(tmp_path)
    scene, files = rig.top, rig.services.study_files
    text = files.path_of_study("Two doors").read_text()
    rig.click("delete")
    assert files.names == () == scene.studies and scene.row == 1
    rig.click("delete")
    assert files.names == ("Two doors",) == scene.studies and scene.chosen_study_name == "Two doors"
    assert files.path_of_study("Two doors").read_text() == text


def test_what_was_deleted_last_comes_back_first(tmp_path: Path) -> None:
    rig = list_with_study(tmp_path)
    scene = rig.top
    rig.click("delete")
    scene.list_view.choose_row(0)
    assert scene.widgets["delete"].label == "Delete match"
    rig.click("delete")
    assert len(scene.entries) == 1 and scene.studies == ()
    rig.key(pygame.K_u)
    assert len(scene.entries) == 2 and scene.studies == ()
    rig.key(pygame.K_u)
    assert len(scene.entries) == 2 and scene.studies == ("Two doors",)


def test_a_restored_study_leaves_a_new_one_of_its_name_alone(tmp_path: Path) -> None:
    rig = list_with_study(tmp_path)
    files = rig.services.study_files
    files.delete_study("Two doors")
    files.save_study("Two doors", study_of_text("keypad turn=0 row=3 aside=02 hands=0145/????"))
    new = files.path_of_study("Two doors").read_text()
    assert files.undo_delete() == "2 Two doors" and files.undo_delete() == ""
    assert files.path_of_study("Two doors").read_text() == new


def test_a_study_that_cannot_be_read_can_only_be_deleted(tmp_path: Path) -> None:
    rig = list_with_study(tmp_path)
    rig.services.study_files.path_of_study("Two doors").write_text("{}")
    rig.top.on_uncovered()
    reason = study_text.NO_STUDY_IN_FILE
    assert rig.top.widgets["replay"].reason == rig.top.widgets["share"].reason == reason
    assert rig.top.widgets["delete"].reason is None
    rig.wait(0.1)  # the list is drawn, too
