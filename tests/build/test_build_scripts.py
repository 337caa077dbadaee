"""The build scripts name what is missing in one clear sentence and leave players' files alone."""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import struct
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Callable
from pathlib import Path

import bill_of_materials
import build_twice
import debian
import licensing
import macos_check
import packing
import pytest
import store_manifests
import virtual_environment
import yaml
from windows import check, installer

import hacktrick
from hacktrick.app import storage
from tests.support.unix_only import UNIX_ONLY

ROOT = Path(__file__).resolve().parents[2]


def test_an_older_python_is_refused_with_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 13, "final", 0))
    with pytest.raises(
        SystemExit, match=r"this is Python 3\.10, and the game needs 3\.11 or newer"
    ):
        virtual_environment.require_new_enough_python()


def test_the_oldest_python_is_the_one_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    oldest = ".".join(str(number) for number in virtual_environment.OLDEST_PYTHON)
    assert project["project"]["requires-python"] == f">={oldest}"
    assert virtual_environment.group_requirements(("dev",)) == project["dependency-groups"]["dev"]


class FakePip:
    """A fake pip that counts its calls and fails on request."""

    def __init__(self) -> None:
        self.commands: list[list[str]] = []
        self.status = 0

    def __call__(self, command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        self.commands.append(command)
        return subprocess.CompletedProcess(command, self.status)


@pytest.fixture
def fake_pip(monkeypatch: pytest.MonkeyPatch) -> FakePip:
    stand_in = FakePip()
    monkeypatch.setattr(virtual_environment.subprocess, "run", stand_in)  # type: ignore[attr-defined]

    class Builder:
        def __init__(self, **_: object) -> None: ...

        def create(self, folder: Path) -> None:
            python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
            python.parent.mkdir(parents=True)
            python.touch()
            (folder / "pyvenv.cfg").touch()

    monkeypatch.setattr(virtual_environment.venv, "EnvBuilder", Builder)  # type: ignore[attr-defined]
    return stand_in


def test_the_second_start_installs_nothing(fake_pip: FakePip, tmp_path: Path) -> None:
    folder = tmp_path / "venv"
    assert virtual_environment.prepare_environment(
        folder
    ) == virtual_environment.prepare_environment(folder)
    assert len(fake_pip.commands) == 1
    virtual_environment.prepare_environment(folder, ("dev",))
    virtual_environment.prepare_environment(folder, ("dev",))
    assert len(fake_pip.commands) == 3
    assert "--require-hashes" in fake_pip.commands[1]  # the tools, in exact versions
    assert any(word.startswith("pytest") for word in fake_pip.commands[2])


def test_a_failed_installation_says_one_sentence_and_is_tried_again(
    fake_pip: FakePip, tmp_path: Path
) -> None:
    fake_pip.status = 1
    with pytest.raises(SystemExit, match="is there an Internet connection"):
        virtual_environment.prepare_environment(tmp_path / "venv")
    fake_pip.status = 0
    virtual_environment.prepare_environment(tmp_path / "venv")
    assert len(fake_pip.commands) == 2


def test_an_environment_of_another_python_is_replaced(fake_pip: FakePip, tmp_path: Path) -> None:
    folder = tmp_path / "venv"
    virtual_environment.prepare_environment(folder)
    (folder / "made-for.txt").write_text("another", encoding="utf-8")
    virtual_environment.prepare_environment(folder)
    assert len(fake_pip.commands) == 2


def test_a_folder_of_something_else_is_not_deleted(fake_pip: FakePip, tmp_path: Path) -> None:
    (tmp_path / "poems.txt").touch()
    with pytest.raises(SystemExit, match="is not a Python environment"):
        virtual_environment.prepare_environment(tmp_path)
    assert (tmp_path / "poems.txt").exists()


def test_licences_of_everything_are_gathered(tmp_path: Path) -> None:
    required = licensing.required_packages("platformdirs")
    assert required == {"platformdirs"}
    # The whole command also needs the sources of all libraries.
    licensing._add_python_licence(tmp_path)
    assert "PYTHON SOFTWARE FOUNDATION" in (tmp_path / "python.txt").read_text(encoding="utf-8")


def test_the_archive_has_the_program_and_its_menu_entry(
    tmp_path: Path,
) -> None:
    program = tmp_path / "hacktrick"
    program.mkdir()
    (program / "hacktrick").touch()
    archive = packing.write_tar(program, tmp_path / "a.tar.gz")
    with tarfile.open(archive) as tar:
        names = set(tar.getnames())
        assert {entry.uname for entry in tar.getmembers()} == {""}
    assert {"hacktrick/hacktrick", "hacktrick/io.github.hacktrick.HackTrick.desktop"} <= names


def test_the_menu_entry_is_added_and_removed(tmp_path: Path) -> None:
    program = tmp_path / "a folder" / "hacktrick"
    shutil.copytree(packing.desktop_menu_folder(), program)
    script = ["sh", str(program / "add-to-menu.sh")]
    variables = {**os.environ, "XDG_DATA_HOME": str(tmp_path / "data")}
    for words, expected in (([], [f'Exec="{program}/hacktrick" --open %f']), (["--remove"], [])):
        subprocess.run([*script, *words], env=variables, check=True, capture_output=True)
        entries = (tmp_path / "data").rglob("*.desktop")
        lines = [line for entry in entries for line in entry.read_text("utf-8").splitlines()]
        assert [line for line in lines if line.startswith("Exec=")] == expected
    assert not [*(tmp_path / "data" / "mime" / "packages").iterdir()]


def test_the_disk_image_holds_the_program_and_a_link_to_where_it_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "Hack Trick.app" / "Contents").mkdir(parents=True)
    (tmp_path / "Hack Trick.app" / "link").symlink_to("Contents")
    seen = {}

    def hdiutil(command: list[str], check: bool) -> None:
        folder = Path(command[command.index("-srcfolder") + 1])
        seen.update({path.name: path.is_symlink() for path in folder.rglob("*")})

    monkeypatch.setattr(subprocess, "run", hdiutil)
    packing.write_disk_image(tmp_path / "Hack Trick.app", tmp_path / "a.dmg")
    assert seen == {"Hack Trick.app": False, "Applications": True, "Contents": False, "link": True}


@pytest.mark.parametrize("pack", [packing.write_tar, packing.write_zip])
def test_archives_of_the_same_files_have_the_same_bytes_on_another_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pack: Callable[[Path, Path], Path]
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    made = []
    for place, date, mode in (("a", 1_600_000_000, 0o600), ("b", 1_650_000_000, 0o644)):
        program = tmp_path / place / "hacktrick"
        program.mkdir(parents=True)
        for name in ("two", "one") if place == "a" else ("one", "two"):
            (program / name).write_text(name, encoding="utf-8")
            (program / name).chmod(mode)
            os.utime(program / name, (date, date))
        made.append(pack(program, tmp_path / f"{place}.packed").read_bytes())
    assert made[0] == made[1]


def test_what_is_packed_bears_the_date_of_the_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    monkeypatch.setattr(packing, "ROOT", Path("/"))
    assert packing.source_date_epoch() == packing.DATE_OUTSIDE_GIT
    monkeypatch.setenv("PATH", "")  # git is not installed
    assert packing.source_date_epoch() == packing.DATE_OUTSIDE_GIT
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    assert packing.source_date_epoch() == 1_700_000_000


def test_the_version_is_read_where_it_is_written() -> None:
    assert packing.game_version() == hacktrick.__version__


def test_the_debian_package_is_complete(tmp_path: Path) -> None:
    program = tmp_path / "hacktrick"
    (program / "_internal").mkdir(parents=True)
    (program / "hacktrick").write_bytes(b"GLIBC_2.34 GLIBC_2.4")
    (program / "hacktrick").chmod(0o755)
    (program / "_internal" / "a.so").write_bytes(b"GLIBC_2.36")
    (program / "_internal" / "b.so").symlink_to("a.so")
    icons = {16: b"small", 256: b"large"}
    made = debian.write_debian_package(
        program, tmp_path, "1.2.3", icons, packing.desktop_menu_folder(), date=1_700_000_000
    )
    assert made.read_bytes().startswith(b"!<arch>\n")
    parts = debian.ar_archive_files(made.read_bytes())
    assert list(parts) == ["debian-binary", "control.tar.xz", "data.tar.xz"]
    assert parts["debian-binary"] == b"2.0\n"
    with tarfile.open(fileobj=io.BytesIO(parts["control.tar.xz"])) as tar:
        control = tar.extractfile("./control")
        assert control
        about = control.read().decode()
    assert "Version: 1.2.3\n" in about
    assert "libc6 (>= 2.36)" in about
    with tarfile.open(fileobj=io.BytesIO(parts["data.tar.xz"])) as tar:
        entries = {entry.name: entry for entry in tar.getmembers()}
    assert entries["./opt/hacktrick/hacktrick"].mode == 0o755
    assert entries["./opt/hacktrick/_internal/b.so"].linkname == "a.so"
    assert entries["./usr/bin/hacktrick"].linkname == "../../opt/hacktrick/hacktrick"
    assert "./usr/share/icons/hicolor/256x256/apps/hacktrick.png" in entries
    assert "./usr/share/mime/packages/hacktrick.xml" in entries
    assert {entry.uname for entry in entries.values()} == {"root"}
    folders = {name for name, entry in entries.items() if entry.isdir()}
    assert {str(Path(name).parent) for name in entries} <= {str(Path(name)) for name in folders}


def test_what_differs_in_two_debian_packages_is_named(tmp_path: Path) -> None:
    made = []
    for content in (b"GLIBC_2.35", b"GLIBC_2.36"):
        program = tmp_path / content.decode() / "hacktrick"
        program.mkdir(parents=True)
        (program / "hacktrick").write_bytes(content)
        folder = program.parent
        made.append(
            debian.write_debian_package(
                program, folder, "1.2.3", {}, packing.desktop_menu_folder(), date=1
            )
        )
    inside = build_twice.differing_members(*(package.read_bytes() for package in made))
    assert inside == ["./control", "./md5sums", "./opt/hacktrick/hacktrick"]


def test_the_pictures_of_the_windows_icon_are_found() -> None:
    head = struct.pack("<HHH", 0, 1, 2)
    head += struct.pack("<BBBBHHII", 16, 16, 0, 0, 1, 32, 3, 38)
    head += struct.pack("<BBBBHHII", 0, 0, 0, 0, 1, 32, 4, 41)
    assert packing.png_pictures_of_icon(head + b"onemore") == {16: b"one", 256: b"more"}


def test_a_program_that_is_too_large_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "size_in_bytes", lambda _: 97_000_000)
    with pytest.raises(SystemExit, match="larger than 96 MB"):
        packing.print_and_limit_size(packing.DIST / "hacktrick", packing.MAX_UNPACKED_BYTES)


def test_two_builds_are_compared_file_by_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    archives = []
    for content in ("one", "other"):
        folder = tmp_path / content / "hacktrick"
        folder.mkdir(parents=True)
        (folder / "odd.txt").write_text(content, encoding="utf-8")
        (folder / "even.txt").touch()
        archives.append(packing.write_zip(folder, tmp_path / f"{content}.zip").read_bytes())
    assert build_twice.report_differences({"a.zip": archives[0]}, {"a.zip": archives[0]}) == 0
    assert build_twice.report_differences({"a.zip": archives[0]}, {"a.zip": archives[1]}) == 1
    assert "different: a.zip (hacktrick/odd.txt)" in capsys.readouterr().out
    assert build_twice.report_differences({"a.zip": b""}, {}) == 1


def test_the_bill_of_materials_names_every_package_inside() -> None:
    inside = licensing.required_packages("hacktrick") - {"hacktrick"}
    bill = bill_of_materials.make_bill_of_materials("1.2.3", 1_700_000_000, inside)
    assert {part["name"] for part in bill["components"]} == inside | {"python"}
    assert all(part["licenses"] for part in bill["components"])
    assert bill["metadata"]["timestamp"] == "2023-11-14T22:13:20+00:00"
    assert bill == bill_of_materials.make_bill_of_materials("1.2.3", 1_700_000_000, sorted(inside))


# What the schemas of winget require (winget-cli/schemas/JSON/manifests/v1.6.0).
WINGET_KEYS = {
    "version": {"DefaultLocale"},
    "installer": {"Installers"},
    "defaultLocale": {"PackageLocale", "Publisher", "PackageName", "License", "ShortDescription"},
}


def test_store_manifests_name_the_files_of_the_release(tmp_path: Path) -> None:
    version = packing.game_version()
    names = ("windows-setup.exe", "macos-arm64.dmg", "macos-x86_64.dmg", "linux-x86_64.tar.gz")
    for name in names:
        (tmp_path / f"hacktrick-{version}-{name}").write_text(name, encoding="utf-8")
    made = dict(store_manifests.release_manifests(tmp_path, "https://example.org/files"))
    assert len(made) == 5
    whole = "".join(made.values())
    for name in names:
        assert hashlib.sha256(name.encode()).hexdigest() in whole.lower()
    for path, text in made.items():
        if path.startswith("winget/"):
            manifest = yaml.safe_load(text)
            assert Path(path).parent == Path("winget/h/HackTrick/HackTrick", version)
            assert (manifest["PackageIdentifier"], manifest["PackageVersion"]) == (
                "HackTrick.HackTrick",
                version,
            )
            assert WINGET_KEYS[manifest["ManifestType"]] <= set(manifest)
        elif path.endswith(".yml"):
            assert yaml.safe_load(text)["modules"]
    cask = made["homebrew/hack-trick.rb"]
    assert macos_check.OLDEST_SYSTEM == (14, 0) and 'depends_on macos: ">= :sonoma"' in cask
    assert store_manifests.APP_NAME == check.DATA_FOLDER == storage.APP_NAME


def test_tests_that_are_left_out_on_windows_exist() -> None:
    names = [*check.LEFT_OUT, *(f"tests/{name}" for name in UNIX_ONLY)]
    for name in names:
        path, _, function = name.partition("::")
        assert (ROOT / path).exists(), name
        if function:
            assert f"\ndef {function}(" in (ROOT / path).read_text(encoding="utf-8"), name


def test_the_installer_takes_files_in_the_same_order_wherever_they_lie(tmp_path: Path) -> None:
    made = []
    for place, names in (
        ("a", ("b.dll", "inner/c.txt", "a.exe")),
        ("b", ("inner/c.txt", "a.exe", "b.dll")),
    ):
        for name in names:
            (tmp_path / place / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / place / name).touch()
        made.append(
            installer.nsis_file_commands(tmp_path / place).replace(str(tmp_path / place), "at")
        )
    assert made[0] == made[1]
    assert made[0].splitlines() == [
        'SetOutPath "$INSTDIR"',
        'File "at/a.exe"',
        'File "at/b.dll"',
        'SetOutPath "$INSTDIR\\inner"',
        'File "at/inner/c.txt"',
    ]


def test_a_manifest_without_its_file_is_left_out(tmp_path: Path) -> None:
    assert dict(store_manifests.release_manifests(tmp_path, "https://example.org")) == {}


def test_decisions_of_two_systems_are_compared_by_action_and_by_value() -> None:
    here = ["1:1:draw:draw=0x1p+0", "2:1:play_0:play_0=0x1p+0"]
    assert check.count_action_and_value_differences(here, here) == (0, 0)
    assert check.count_action_and_value_differences(
        here, [here[0], "2:1:play_0:play_0=0x2p+0"]
    ) == (0, 1)
    assert check.count_action_and_value_differences(here, [here[0], "2:1:draw:draw=0x1p+0"]) == (
        1,
        0,
    )
    assert check.count_action_and_value_differences(here, here[:1]) == (1, 0)
