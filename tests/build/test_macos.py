"""What goes into the macOS edition is right, as far as that shows without a Mac."""

from __future__ import annotations

import plistlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import macos_check
import pytest
import virtual_environment
from macos_check import BuildStepStandIn, MachOLibrary

import hacktrick


@pytest.fixture
def collected_bundle(tmp_path: Path) -> tuple[BuildStepStandIn, dict[str, Any]]:
    """Return what the spec passes to PyInstaller's last step on macOS."""
    calls: list[tuple[BuildStepStandIn, dict[str, Any]]] = []
    macos_check.run_pyinstaller_spec(
        tmp_path / "work",
        lambda collected, **options: calls.append((collected, options)),
        [("libstdc++.so.6", "/usr/lib/libstdc++.so.6", "BINARY")],
    )
    (call,) = calls
    return call


def plist_of_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the Info.plist that PyInstaller makes from the spec's options."""
    own = {
        "CFBundleExecutable": "hacktrick",
        "CFBundleIconFile": Path(options["icon"]).name,
        "CFBundleIdentifier": options["bundle_identifier"],
        "CFBundlePackageType": "APPL",
        "CFBundleShortVersionString": options["version"],
    }
    return {**own, **options["info_plist"]}


def test_the_spec_makes_a_bundle_with_a_window(
    collected_bundle: tuple[BuildStepStandIn, dict[str, Any]],
) -> None:
    collected, options = collected_bundle
    assert options["name"] == "Hack Trick.app"
    assert [kind for _, _, kind in collected.toc].count("EXECUTABLE") == 1
    assert not collected.console
    assert Path(options["icon"]).read_bytes()[:4] == b"icns"


def test_info_plist_says_what_macos_asks_for(
    collected_bundle: tuple[BuildStepStandIn, dict[str, Any]],
) -> None:
    stated = plist_of_options(collected_bundle[1])
    assert [*macos_check.plist_faults(stated)] == []
    assert plistlib.loads(plistlib.dumps(stated)) == stated
    assert hacktrick.__version__ == stated["CFBundleVersion"]
    (kind,) = stated["CFBundleDocumentTypes"]
    assert "json" in kind["CFBundleTypeExtensions"] and kind["LSHandlerRank"] == "Alternate"


@pytest.mark.parametrize(
    "change",
    [
        {"CFBundleIdentifier": "hacktrick"},
        {"LSMinimumSystemVersion": "10.9"},
        {"LSBackgroundOnly": True},
        {"NSBonjourServices": None},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_wrong_fact_in_info_plist_is_named(
    collected_bundle: tuple[BuildStepStandIn, dict[str, Any]], change: dict[str, Any]
) -> None:
    stated = {**plist_of_options(collected_bundle[1]), **change}
    stated = {key: value for key, value in stated.items() if value is not None}
    assert len([*macos_check.plist_faults(stated)]) == 1


def test_the_bundle_carries_assets_and_licences_but_no_sources_of_them(
    collected_bundle: tuple[BuildStepStandIn, dict[str, Any]],
) -> None:
    inside = {name for name, _, _ in collected_bundle[0].toc}
    assert any(name.startswith("licences/") for name in inside)
    assert any(name.startswith("assets/fonts/") for name in inside)
    assert {Path(name).suffix for name in inside}.isdisjoint({".po", ".pot", ".ico", ".icns"})


def test_a_library_that_is_left_to_the_system_on_linux_stays_on_macos(
    collected_bundle: tuple[BuildStepStandIn, dict[str, Any]],
) -> None:
    assert "libstdc++.so.6" in {name for name, _, _ in collected_bundle[0].toc}


@pytest.mark.parametrize(
    ("reference", "fault"),
    [
        ("/usr/lib/libSystem.B.dylib", None),
        ("/System/Library/Frameworks/Cocoa.framework/Versions/A/Cocoa", None),
        ("@loader_path/.dylibs/libSDL2.dylib", None),
        ("@rpath/libSDL2.dylib", None),
        ("/opt/homebrew/lib/libSDL2.dylib", "refers to /opt/homebrew/lib/libSDL2.dylib"),
        ("@loader_path/libSDL2.dylib", "refers to @loader_path/libSDL2.dylib"),
        ("@loader_path/../../outside.dylib", "refers to @loader_path/../../outside.dylib"),
    ],
)
def test_a_library_may_refer_to_the_system_and_to_what_lies_inside(
    tmp_path: Path, reference: str, fault: str | None
) -> None:
    home = tmp_path / "site"
    (home / "pygame" / ".dylibs").mkdir(parents=True)
    (home / "pygame" / ".dylibs" / "libSDL2.dylib").touch()
    (tmp_path / "outside.dylib").touch()
    library = MachOLibrary((reference,), ("/usr/local/lib", "@loader_path/.dylibs"), (10, 13))
    found = [*macos_check.library_faults(library, home / "pygame" / "base.so", home)]
    assert found == ([] if fault is None else [fault])


@pytest.mark.parametrize("library", [MachOLibrary(fits=False), MachOLibrary(oldest_system=(99, 0))])
def test_a_library_for_other_macs_is_a_fault(tmp_path: Path, library: MachOLibrary) -> None:
    assert [*macos_check.library_faults(library, tmp_path / "a.so", tmp_path)]


def test_each_kind_of_mac_gets_the_packages_that_have_wheels_for_it() -> None:
    (lock,) = virtual_environment.lock_files(("freeze",))
    text = lock.read_text(encoding="utf-8")
    chosen = {
        machine: [*macos_check.locked_requirements(text, machine, "3.13")]
        for machine in ("arm64", "x86_64")
    }
    names = [sorted(line.partition("==")[0] for line in lines) for lines in chosen.values()]
    assert names[0] == names[1]
    assert {"macholib", "pygame-ce", "pyinstaller", "zeroconf"} <= {*names[0]}
    assert "pefile" not in names[0]
    assert all(" --hash=sha256:" in line for lines in chosen.values() for line in lines)
    assert any(line.startswith("zeroconf==0.148.0 ") for line in chosen["x86_64"])


@pytest.fixture
def bundle(tmp_path: Path, collected_bundle: tuple[BuildStepStandIn, dict[str, Any]]) -> Path:
    """A small bundle without a fault."""
    folder = tmp_path / "Hack Trick.app"
    contents = folder / "Contents"
    for name in ("MacOS", "Frameworks/pygame", "Resources/assets/fonts", "Resources/licences"):
        (contents / name).mkdir(parents=True)
    (contents / "Info.plist").write_bytes(plistlib.dumps(plist_of_options(collected_bundle[1])))
    (contents / "MacOS" / "hacktrick").write_bytes(macos_check.MACH_O[0])
    (contents / "MacOS" / "hacktrick").chmod(0o755)
    (contents / "Frameworks" / "pygame" / "base.so").write_bytes(macos_check.MACH_O[1])
    (contents / "Frameworks" / "assets").symlink_to("../Resources/assets")
    (contents / "Resources" / "icon.icns").write_bytes(b"icns")
    return folder


def test_a_sound_bundle_has_no_fault(bundle: Path) -> None:
    assert [*macos_check.bundle_faults(bundle)] == []


@pytest.mark.parametrize(
    ("place", "fault"),
    [
        ("Contents/Frameworks/notes.txt", "data among code"),
        ("Contents/Frameworks/numpy.libs/a.so", "has a dot"),
        ("README", "beside Contents"),
    ],
)
def test_a_misplaced_file_in_a_bundle_is_named(bundle: Path, place: str, fault: str) -> None:
    (bundle / place).parent.mkdir(exist_ok=True)
    (bundle / place).write_bytes(macos_check.MACH_O[0] if place.endswith(".so") else b"text")
    (found,) = macos_check.bundle_faults(bundle)
    assert fault in found


def test_a_link_to_the_outside_of_a_bundle_is_named(bundle: Path) -> None:
    (bundle / "Contents" / "Resources" / "elsewhere").symlink_to(bundle.parent)
    (found,) = macos_check.bundle_faults(bundle)
    assert "leads nowhere or to the outside" in found


def test_an_environment_without_the_tools_is_refused_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(macos_check, "TOOLS", ("packaging", "no_such_tool"))
    with pytest.raises(SystemExit, match=r"lacks no_such_tool: start the check outside"):
        macos_check.exit_without_macos_tools()
