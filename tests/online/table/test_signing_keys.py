"""Signing keys are readable only by their owner and survive imports, resets and damage."""

from __future__ import annotations

import datetime
import json
import os
from pathlib import Path

import pytest

from hacktrick.online.table import signing_keys
from hacktrick.online.table.signing_keys import KeyFileError, Keyring

needs_modes = pytest.mark.skipif(os.name == "nt", reason="Windows has no modes of files")


def key_of(ring: Keyring, profile: str = "Ada") -> bytes:
    return bytes(ring.get_or_make_signing_key(profile))


def mode_of(path: Path) -> int:
    return path.stat().st_mode & 0o777


@needs_modes
def test_a_key_file_is_readable_by_its_owner_alone_whatever_the_umask(tmp_path: Path) -> None:
    ring, exported = Keyring(tmp_path / "keys"), tmp_path / "exported.key"
    before = os.umask(0)
    try:
        ring.get_or_make_signing_key("Ada")
        exported.write_text("a file that was there before")
        exported.chmod(0o666)
        ring.export_key("Ada", exported)
    finally:
        os.umask(before)
    (stored,) = (tmp_path / "keys").glob("*.key")
    assert (mode_of(stored), mode_of(exported)) == (0o600, 0o600)
    assert mode_of(tmp_path / "keys") == 0o700


def test_a_key_stays_the_same_and_differs_by_profile(tmp_path: Path) -> None:
    ring = Keyring(tmp_path)
    assert key_of(ring) == key_of(Keyring(tmp_path)) == key_of(ring, "ada")
    assert key_of(ring) != key_of(ring, "Ben")


def replaced_keys(folder: Path) -> set[bytes]:
    """Return the keys in all files that were set aside."""
    # Compares the keys themselves; the interface only signs.
    return {bytes(signing_keys._read_key(path)) for path in folder.glob("*.key.*")}


def test_an_import_sets_the_old_key_aside(tmp_path: Path) -> None:
    ring, other = Keyring(tmp_path / "keys"), Keyring(tmp_path / "other")
    old, new = key_of(ring), key_of(other)
    other.export_key("Ada", tmp_path / "new.key")
    ring.import_key("Ada", tmp_path / "new.key")
    assert key_of(ring) == new
    assert replaced_keys(tmp_path / "keys") == {old}


def test_a_new_key_sets_the_old_one_aside(tmp_path: Path) -> None:
    ring = Keyring(tmp_path)
    old = key_of(ring)
    ring.replace_key("Ada")
    assert key_of(ring) != old and replaced_keys(tmp_path) == {old}


@pytest.mark.parametrize("content", [b"", b"[]", b'{"format":"other"}', b"x" * 5000])
def test_a_file_without_a_key_is_not_imported_and_the_old_key_stays(
    tmp_path: Path, content: bytes
) -> None:
    ring, bad = Keyring(tmp_path / "keys"), tmp_path / "bad.key"
    old = key_of(ring)
    bad.write_bytes(content)
    with pytest.raises(KeyFileError):
        ring.import_key("Ada", bad)
    assert key_of(ring) == old and not replaced_keys(tmp_path / "keys")


def test_a_damaged_key_is_kept_and_replaced(tmp_path: Path) -> None:
    ring = Keyring(tmp_path)
    key_of(ring)
    (path,) = tmp_path.glob("*.key")
    path.write_bytes(b"damaged")
    assert key_of(ring) == key_of(ring)
    (kept,) = tmp_path.glob("*.key.*")
    assert kept.read_bytes() == b"damaged"


@pytest.mark.parametrize("deed", ["import", "replace", "repair"])
def test_no_key_is_overwritten_if_the_old_one_cannot_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deed: str
) -> None:
    ring, new = Keyring(tmp_path / "keys"), tmp_path / "new.key"
    key_of(ring)
    Keyring(tmp_path / "other").export_key("Ada", new)
    (path,) = (tmp_path / "keys").glob("*.key")
    if deed == "repair":
        path.write_bytes(b"damaged")
    before, rename = path.read_bytes(), Path.replace

    def refuse_backups(self: Path, target: Path) -> Path:
        if target.suffix != ".key":
            raise PermissionError(13, "not allowed")
        return rename(self, target)

    monkeypatch.setattr(Path, "replace", refuse_backups)
    with pytest.raises(PermissionError):
        change_key(ring, deed, new)
    assert path.read_bytes() == before


def change_key(ring: Keyring, deed: str, new: Path) -> None:
    if deed == "import":
        ring.import_key("Ada", new)
    elif deed == "replace":
        ring.replace_key("Ada")
    else:
        ring.get_or_make_signing_key("Ada")


class SimulatedKill(BaseException):
    """Raised where the program is killed."""


@pytest.mark.parametrize("deed", ["import", "replace"])
@pytest.mark.parametrize("n_before", range(3))
def test_a_profile_has_a_key_whenever_the_program_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deed: str, n_before: int
) -> None:
    """The program is killed before each file operation, or after the last one."""
    ring, new = Keyring(tmp_path / "keys"), tmp_path / "new.key"
    old = key_of(ring)
    Keyring(tmp_path / "other").export_key("Ada", new)
    rename, done = Path.replace, list[Path]()

    def killed_at(self: Path, target: Path) -> Path:
        if len(done) == n_before:
            raise SimulatedKill
        done.append(target)
        return rename(self, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", killed_at)
        try:
            change_key(ring, deed, new)
        except SimulatedKill:
            assert n_before < 2
        else:
            assert n_before == 2
    now = key_of(Keyring(tmp_path / "keys"))
    assert (now == old) == (n_before < 2)
    assert replaced_keys(tmp_path / "keys") == ({old} if n_before else set())


def test_keys_replaced_in_one_second_are_all_kept_and_numbered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stopped(datetime.datetime):
        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> Stopped:
            return cls(2026, 1, 2, 3, 4, 5, tzinfo=tz)

    monkeypatch.setattr(signing_keys.datetime, "datetime", Stopped)  # type: ignore[attr-defined]
    ring, kept = Keyring(tmp_path), set()
    for _ in range(3):
        kept.add(key_of(ring))
        ring.replace_key("Ada")
    assert replaced_keys(tmp_path) == kept and len(kept) == 3
    assert {path.suffix for path in tmp_path.glob("*.key.*")} == {
        ".20260102-030405",
        ".20260102-030405-2",
        ".20260102-030405-3",
    }


def test_what_a_killed_program_left_of_a_key_is_deleted(tmp_path: Path) -> None:
    ring = Keyring(tmp_path)
    key_of(ring)
    (path,) = tmp_path.glob("*.key")
    left = [path.with_name(f".{path.name}.{half}.tmp") for half in ("abc", "20260102-030405.abc")]
    for half in left:
        half.write_bytes(path.read_bytes())
    ring.replace_key("Ada")
    assert not any(half.exists() for half in left)


@pytest.mark.parametrize("content", [b"[1]", b'{"aa": {"na', b"\xff", b'{"aa": 1}'])
def test_a_damaged_list_of_known_players_is_kept(tmp_path: Path, content: bytes) -> None:
    ring = Keyring(tmp_path)
    (tmp_path / "friends.json").write_bytes(content)
    assert ring.load_known_players() == {}
    ring.remember_players({"bb": "Cleo"})
    assert {key: one.name for key, one in ring.load_known_players().items()} == {"bb": "Cleo"}
    (kept,) = tmp_path.glob("friends.json.*")
    assert kept.read_bytes() == content


def test_a_bad_entry_costs_no_other_known_player(tmp_path: Path) -> None:
    ring = Keyring(tmp_path)
    ring.remember_players({"aa": "Ben", "bb": "Cleo"})
    data = json.loads((tmp_path / "friends.json").read_text())
    data["aa"] = {"name": "Ben"}
    (tmp_path / "friends.json").write_text(json.dumps(data))
    assert set(ring.load_known_players()) == {"bb"}
    ring.remember_players({"cc": "Dan"})
    assert set(ring.load_known_players()) == {"bb", "cc"}


def test_known_players_that_cannot_be_read_now_are_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ring = Keyring(tmp_path)
    ring.remember_players({"aa": "Ben"})
    before = (tmp_path / "friends.json").read_bytes()

    def refuse(self: Path, *_: object) -> None:
        raise PermissionError(13, "not allowed")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", refuse)
        assert ring.load_known_players() == {}
        with pytest.raises(PermissionError):
            ring.remember_players({"bb": "Cleo"})
    assert (tmp_path / "friends.json").read_bytes() == before


def test_known_players_keep_the_name_and_day_of_their_first_match(tmp_path: Path) -> None:
    ring = Keyring(tmp_path)
    ring.remember_players({"aa": "Ben", "bb": "Cleo"})
    first = ring.load_known_players()
    ring.remember_players({"aa": "Somebody else", "cc": "Dan"})
    assert {key: one.name for key, one in ring.load_known_players().items()} == {
        "aa": "Ben", "bb": "Cleo", "cc": "Dan",
    }  # fmt: skip
    assert ring.load_known_players()["aa"] == first["aa"]
