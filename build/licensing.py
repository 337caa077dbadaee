"""Collects the licences of everything in the frozen program from the installed packages.

Runs in the environment from which PyInstaller builds. The licences of fonts and sounds lie in
`assets`.
"""

from __future__ import annotations

import importlib.metadata
import re
import shutil
import sys
import sysconfig
from importlib.metadata import Distribution
from pathlib import Path

HERE = Path(__file__).resolve().parent
LICENCE_NAME = re.compile(r"(LICEN[CS]E|COPYING|NOTICE|AUTHORS)", re.IGNORECASE)


def required_packages(name: str, found: set[str] | None = None) -> set[str]:
    """Return the names of a package and of all installed packages that it requires, recursively.

    Args:
        found: the names found so far, to which the result is added; None for none.
    """
    found = set() if found is None else found
    if name in found:
        return found
    found.add(name)
    for line in importlib.metadata.requires(name) or []:
        required = re.match(r"[\w.-]+", line)
        if required and "extra ==" not in line and _is_installed(required[0]):
            required_packages(required[0].lower(), found)
    return found


def _is_installed(name: str) -> bool:
    try:
        importlib.metadata.distribution(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def collect_licences(target: Path) -> Path:
    """Replace the folder ``target`` with the licences, and return the folder.

    The folder gets one subfolder for each package, the licences of the game and of Python, and the
    texts of `build/licences`.
    """
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(HERE / "licences", target)
    shutil.copy2(HERE.parent / "LICENSE", target / "hacktrick.txt")
    _add_python_licence(target)
    # PyInstaller's own starter is part of the program, which its licence permits.
    for name in sorted(required_packages("hacktrick") - {"hacktrick"} | {"pyinstaller"}):
        _add_package_licences(importlib.metadata.distribution(name), target / name)
    return target


def _add_package_licences(package: Distribution, folder: Path) -> None:
    folder.mkdir()
    facts = package.metadata.json
    stated = str(facts.get("license_expression") or facts.get("license") or "see its files")
    about = f"{facts['name']} {package.version}\n{stated.splitlines()[0]}\n"
    (folder / "about.txt").write_text(about, encoding="utf-8")
    for file in package.files or []:
        if ".dist-info" in str(file) and LICENCE_NAME.search(file.name):
            shutil.copy2(str(file.locate()), folder / file.name)


def _add_python_licence(target: Path) -> None:
    places = (
        Path(sysconfig.get_path("stdlib")) / "LICENSE.txt",
        Path(sys.base_prefix) / "LICENSE.txt",
        Path(sys.base_prefix) / "LICENSE",
        Path(f"/usr/share/doc/python{sys.version_info[0]}.{sys.version_info[1]}/copyright"),
    )
    for place in places:
        if place.exists():
            shutil.copy2(place, target / "python.txt")
            return
    raise FileNotFoundError("the licence of Python")
