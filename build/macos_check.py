#!/usr/bin/env python3
"""Checks what can be checked of the macOS edition without a Mac.

python build/macos_check.py [--python 3.13] [FOLDER]

wheels      every locked package has a wheel for both kinds of Macs, which pip fetches by its hash
libraries   every library fits its Mac, needs no newer macOS than the program states, and refers to
            nothing but the system and its own wheel
bundle      what `hacktrick.spec` makes of these libraries on a simulated macOS has everything in
            its place, no link to the outside, and the right facts in Info.plist; PyInstaller's own
            code puts the bundle together

The bundle has no interpreter, is neither signed nor started, and PyInstaller does not rewrite
references in it: these need a Mac. FOLDER (default: .work/macos) keeps wheels and bundles.
"""

from __future__ import annotations

import argparse
import importlib.util
import logging
import os
import plistlib
import re
import runpy
import shutil
import subprocess
import sys
import types
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent))

import licensing
import packing
import virtual_environment

ROOT = virtual_environment.ROOT
SPEC = ROOT / "hacktrick.spec"
MACHINES = ("arm64", "x86_64")
# On release machines, pip chooses numpy wheels for this macOS version and later.
OLDEST_SYSTEM = (14, 0)
# The macOS version of the release machines, as in .github/workflows/release.yml.
RELEASE_SYSTEM = (15, 0)
SYSTEM_FOLDERS = ("/usr/lib/", "/System/Library/")
TOOLS = ("macholib", "packaging", "PyInstaller")
# Magic numbers of files for one machine type and for several.
MACH_O = (b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe")
# Path in the bundle, path of the source, and kind of file, as in PyInstaller.
Entry = tuple[str, str, str]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / ".work" / "macos")
    parser.add_argument("--python", default="3.13", help="Python version of a release")
    arguments = parser.parse_args()
    if sys.prefix == sys.base_prefix:
        python = virtual_environment.prepare_environment(ROOT / ".work" / "macos-venv", ("macos",))
        os.execv(python, [str(python), *sys.argv])
    exit_without_macos_tools()
    faults = []
    for machine in MACHINES:
        folder = arguments.folder.absolute() / f"{machine}-{arguments.python}"
        wheels = download_wheels(folder, machine, arguments.python)
        site = unpack_wheels(wheels, folder / "site")
        libraries = {path: read_mach_o_library(path, machine) for path in mach_o_files(site)}
        faults += [
            f"{machine}: {path.relative_to(site)}: {fault}"
            for path, library in libraries.items()
            for fault in library_faults(library, path, site)
        ]
        bundle = make_bundle(site, [*libraries], folder / "dist")
        faults += [f"{machine}: {fault}" for fault in bundle_faults(bundle)]
        faults += [
            f"{machine}: {path.relative_to(bundle)}: {fault}"
            for path in mach_o_files(bundle)
            if path.parent.name != "MacOS"
            for fault in library_faults(read_mach_o_library(path, machine), path, bundle)
        ]
        print(f"{machine}: {len(wheels)} wheels, {len(libraries)} libraries, one bundle")
    print(*(faults or ["Nothing is missing or refers to the outside."]), sep="\n")
    return bool(faults)


def exit_without_macos_tools() -> None:
    """Exit with a message if the tools of the group `macos` are missing."""
    missing = [name for name in TOOLS if importlib.util.find_spec(name) is None]
    if missing:
        raise virtual_environment.failure_exit(
            f"{sys.prefix} lacks {' and '.join(missing)}: start the check outside of an "
            "environment, where it makes its own."
        )


def download_wheels(folder: Path, machine: str, version: str) -> list[Path]:
    """Download the locked wheels for one kind of Mac, and return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    listed = folder / "requirements.txt"
    (lock,) = virtual_environment.lock_files(("freeze",))
    wanted = [*locked_requirements(lock.read_text(encoding="utf-8"), machine, version)]
    listed.write_text("\n".join(wanted), encoding="utf-8")
    wheels = folder / "wheels"
    shutil.rmtree(wheels, ignore_errors=True)
    system = "_".join(map(str, RELEASE_SYSTEM))
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--require-hashes"]
    command += ["--disable-pip-version-check", "--only-binary", ":all:", "--dest", str(wheels)]
    command += ["--platform", f"macosx_{system}_{machine}", "--python-version", version]
    command += ["--implementation", "cp", "--requirement", str(listed)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
        raise virtual_environment.failure_exit(
            "\n".join([f"a wheel is missing for {machine}.", *lines])
        )
    return sorted(wheels.glob("*.whl"))


def locked_requirements(lock: str, machine: str, version: str) -> Iterator[str]:
    """Yield the requirements of a lock file that apply to one kind of Mac, without conditions."""
    from packaging.requirements import Requirement  # noqa: PLC0415  # not in every environment

    facts = {
        "sys_platform": "darwin",
        "platform_system": "Darwin",
        "platform_machine": machine,
        "os_name": "posix",
        "python_version": version,
        "python_full_version": f"{version}.0",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
    }
    lines = [line for line in lock.splitlines() if line and not line.startswith("#")]
    for entry in re.split(r"(?<!\\)\n", "\n".join(lines)):
        stated, *hashes = entry.replace("\\\n", "").split("--hash=")
        requirement = Requirement(stated.strip())
        if requirement.marker is None or requirement.marker.evaluate(facts):
            hashed = "".join(f" --hash={one.strip()}" for one in hashes)
            yield f"{requirement.name}{requirement.specifier}{hashed}"


def unpack_wheels(wheels: Iterable[Path], site: Path) -> Path:
    """Unpack wheels into the folder ``site``, which is emptied first, and return it."""
    shutil.rmtree(site, ignore_errors=True)
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(site)
    return site


@dataclass(frozen=True)
class MachOLibrary:
    """The header of a library, as one kind of Mac reads it.

    Attributes:
        references: the libraries to which the library refers.
        search_paths: the folders for which `@rpath` stands.
        oldest_system: the oldest version of macOS that the library supports; empty if not stated.
        fits: whether the library has code for this kind of Mac.
    """

    references: tuple[str, ...] = ()
    search_paths: tuple[str, ...] = ()
    oldest_system: tuple[int, ...] = ()
    fits: bool = True


def mach_o_files(folder: Path) -> list[Path]:
    """Return the libraries and programs for macOS below a folder, without symbolic links."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink())
    return [path for path in files if _first_bytes(path) in MACH_O]


def _first_bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(4)


def read_mach_o_library(path: Path, machine: str) -> MachOLibrary:
    """Read the header of a library for one kind of Mac."""
    from macholib import mach_o  # noqa: PLC0415  # of the group `macos`
    from macholib.MachO import MachO  # noqa: PLC0415

    for header in MachO(str(path)).headers:
        if mach_o.CPU_TYPE_NAMES[header.header.cputype].lower() != machine:
            continue
        searched: list[str] = []
        oldest: tuple[int, ...] = ()
        for load, command, data in header.commands:
            if load.cmd == mach_o.LC_RPATH:
                searched.append(data.rstrip(b"\0").decode())
            elif load.cmd in (mach_o.LC_VERSION_MIN_MACOSX, mach_o.LC_BUILD_VERSION):
                stated = getattr(command, "minos", None) or command.version
                oldest = (int(stated) >> 16, int(stated) >> 8 & 255)
        references = tuple(name for _, _, name in header.walkRelocatables())
        return MachOLibrary(references, tuple(searched), oldest)
    return MachOLibrary(fits=False)


def library_faults(library: MachOLibrary, path: Path, home: Path) -> Iterator[str]:
    """Yield the reasons why a library does not work on every Mac that the program supports.

    Args:
        path: the path of the library.
        home: the folder outside of which no reference may lead.
    """
    if not library.fits:
        yield "no code for this kind of Mac"
    if library.oldest_system > OLDEST_SYSTEM:
        yield f"needs macOS {'.'.join(map(str, library.oldest_system))}"
    for reference in library.references:
        if not reference.startswith(SYSTEM_FOLDERS) and not any(
            place.is_relative_to(home) and place.exists()
            for place in _possible_reference_targets(reference, library, path)
        ):
            yield f"refers to {reference}"


def _possible_reference_targets(
    reference: str, library: MachOLibrary, path: Path
) -> Iterator[Path]:
    """Yield the files that a reference relative to its library can mean."""
    kind, _, rest = reference.partition("/")
    if kind == "@loader_path":
        yield Path(os.path.normpath(path.parent / rest))
    elif kind == "@rpath":
        for searched in library.search_paths:
            if searched.startswith("@loader_path"):
                yield from _possible_reference_targets(f"{searched}/{rest}", library, path)


def make_bundle(site: Path, libraries: Iterable[Path], target: Path) -> Path:
    """Let PyInstaller's code for macOS put the bundle together, and return its path."""
    from PyInstaller import config  # noqa: PLC0415  # of the group `macos`
    from PyInstaller.building import osx  # noqa: PLC0415

    shutil.rmtree(target, ignore_errors=True)
    work = target.with_name("work")
    shutil.rmtree(work, ignore_errors=True)
    target.mkdir(parents=True)
    work.mkdir()
    logging.getLogger("PyInstaller").setLevel(logging.WARNING)
    config.CONF.update(distpath=str(target), workpath=str(work), specpath=str(ROOT))
    config.CONF.update(spec=str(SPEC), warnfile=str(work / "warnings.txt"), cachedir=str(work))
    inside = [
        (path.relative_to(site).as_posix(), str(path), "BINARY")
        for path in libraries
        if "PyInstaller" not in path.parts
    ]
    bootloader = site / "PyInstaller" / "bootloader" / "Darwin-64bit" / "runw"
    starter = Path(shutil.copy2(bootloader, work / packing.NAME))
    unsigned = types.SimpleNamespace(sign_binary=lambda *_, **__: None)
    with (
        mock.patch.object(osx, "is_darwin", True),
        mock.patch.object(osx, "COLLECT", BuildStepStandIn),
        mock.patch.object(osx, "osxutils", unsigned, create=True),
    ):
        run_pyinstaller_spec(work, osx.BUNDLE, inside, starter)
    return target / "Hack Trick.app"


@dataclass
class BuildStepStandIn:
    """Replaces the results of PyInstaller's steps EXE and COLLECT.

    Attributes:
        toc: the files that the step would collect.
        console: whether the program runs in a terminal.
    """

    toc: list[Entry]
    console: bool
    strip_binaries: bool = False
    upx_binaries: bool = False
    upx_exclude: tuple[str, ...] = ()
    target_arch: str | None = None
    codesign_identity: str | None = None
    entitlements_file: str | None = None


def run_pyinstaller_spec(
    work: Path,
    bundle: Callable[..., object],
    binaries: Iterable[Entry] = (),
    starter: Path = Path("starter"),
) -> None:
    """Run `hacktrick.spec` as PyInstaller does on macOS, with stand-ins for PyInstaller's steps.

    Args:
        work: PyInstaller's folder for intermediate files.
        bundle: the stand-in for PyInstaller's last step.
        binaries: the libraries that the analysis finds.
        starter: the program that starts Python.
    """

    def analysis(scripts: list[str], **options: Any) -> types.SimpleNamespace:
        data = [entry for pair in options["datas"] for entry in _data_entries(*map(Path, pair))]
        pure = [(name, "", "PYMODULE") for name in options["hiddenimports"]]
        return types.SimpleNamespace(
            scripts=scripts, binaries=[*binaries], datas=data, pure=pure, zipfiles=[]
        )

    def program(*_: object, **options: Any) -> BuildStepStandIn:
        return BuildStepStandIn([(options["name"], str(starter), "EXECUTABLE")], options["console"])

    def collect(start: BuildStepStandIn, *parts: Iterable[Entry], **_: object) -> BuildStepStandIn:
        return BuildStepStandIn([*start.toc, *(e for part in parts for e in part)], start.console)

    hooks = types.SimpleNamespace(collect_submodules=lambda name, chosen: [name])
    modules = {"PyInstaller": hooks, "PyInstaller.utils": hooks, "PyInstaller.utils.hooks": hooks}
    names = {
        "SPECPATH": str(ROOT),
        "workpath": str(work),
        "Analysis": analysis,
        "PYZ": lambda pure: pure,
        "EXE": program,
        "COLLECT": collect,
        "BUNDLE": bundle,
    }
    with (
        mock.patch.dict(sys.modules, modules),
        mock.patch.object(sys, "path", [*sys.path]),
        mock.patch.object(sys, "platform", "darwin"),
        mock.patch.object(
            licensing, "collect_licences", lambda folder: ROOT / "build" / "licences"
        ),
        mock.patch.object(licensing, "required_packages", lambda name: {name, "numpy"}),
        mock.patch.dict(os.environ, {"HACKTRICK_ONEFILE": ""}),
    ):
        runpy.run_path(str(SPEC), init_globals=names)


def _data_entries(source: Path, inside: Path) -> Iterator[Entry]:
    for path in sorted(source.rglob("*")):
        if path.is_file():
            yield (inside / path.relative_to(source)).as_posix(), str(path), "DATA"


def bundle_faults(bundle: Path) -> Iterator[str]:
    """Yield the reasons why a folder is not a bundle that macOS can start and sign."""
    contents = bundle / "Contents"
    facts = plistlib.loads((contents / "Info.plist").read_bytes())
    yield from plist_faults(facts)
    if not os.access(contents / "MacOS" / facts["CFBundleExecutable"], os.X_OK):
        yield "the program that Info.plist names is missing"
    if not (contents / "Resources" / facts["CFBundleIconFile"]).is_file():
        yield "the icon that Info.plist names is missing"
    if {path.name for path in bundle.iterdir()} != {"Contents"}:
        yield "something lies beside Contents"
    for path in sorted(contents.rglob("*")):
        place = path.relative_to(contents)
        if path.is_symlink():
            if not path.exists() or not path.resolve().is_relative_to(contents.resolve()):
                yield f"{place} leads nowhere or to the outside"
        elif path.is_dir():
            if place.parts[0] != "Resources" and "." in path.name:
                yield f"{place} has a dot, as only frameworks may"  # codesign refuses such a folder
        elif place.name != "Info.plist" and (_first_bytes(path) in MACH_O) != (
            place.parts[0] in ("MacOS", "Frameworks")
        ):
            yield f"{place} is code among data or data among code"
    for wanted in ("Frameworks/assets", "Resources/assets/fonts", "Resources/licences"):
        if not (contents / wanted).exists():
            yield f"{wanted} is missing"


def plist_faults(facts: Mapping[str, Any]) -> Iterator[str]:
    """Yield the errors in Info.plist, which tells macOS about the program."""
    system = ".".join(map(str, OLDEST_SYSTEM))
    wanted = {
        "CFBundlePackageType": "APPL",
        "CFBundleShortVersionString": packing.game_version(),
        "CFBundleVersion": packing.game_version(),
        "CFBundleDisplayName": "Hack Trick",
        "LSMinimumSystemVersion": system,
        "NSHighResolutionCapable": True,
    }
    for key, value in wanted.items():
        if facts.get(key) != value:
            yield f"{key} is {facts.get(key)!r} instead of {value!r}"
    if not re.fullmatch(r"[A-Za-z0-9-]+(\.[A-Za-z0-9-]+){2,}", facts["CFBundleIdentifier"]):
        yield f"{facts['CFBundleIdentifier']} is no identifier"
    if "NSLocalNetworkUsageDescription" not in facts or "NSBonjourServices" not in facts:
        yield "macOS is not told why tables are looked for on the local network"
    if facts.get("LSBackgroundOnly"):
        yield "the program has no window"


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
