"""Lists the components of the frozen program, as CycloneDX 1.6 (https://cyclonedx.org).

Runs in the environment from which PyInstaller builds, where exactly the packages of the program are
installed. The list depends on these alone, so that two builds give the same bytes.
"""

from __future__ import annotations

import importlib.metadata
import json
import platform
import sys
import uuid
from collections.abc import Collection
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import licensing
import packing

UNSTATED_LICENCES = {"accesskit": "(MIT OR Apache-2.0) AND BSD-3-Clause"}
"""Licences of packages whose metadata names none, according to their licence files."""
NAMESPACE = uuid.UUID("6f1d6c1e-5a4e-4c0e-9a39-0d7f6f4a2b11")


def make_bill_of_materials(version: str, date: int, packages: Collection[str]) -> dict[str, Any]:
    """Return the bill of materials of a version as JSON data.

    Args:
        date: the date of the commit, in seconds since 1970.
        packages: the names of the installed packages that the program contains.
    """
    parts = [_python_component(), *map(_package_component, sorted(packages))]
    program = {
        "type": "application",
        "bom-ref": f"hacktrick@{version}",
        "name": "hacktrick",
        "version": version,
        "licenses": [{"license": {"id": "MIT"}}],
    }
    content = json.dumps([program, parts], sort_keys=True)
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(NAMESPACE, content)}",
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(date, UTC).isoformat(),
            "component": program,
        },
        "components": parts,
        "dependencies": [
            {"ref": program["bom-ref"], "dependsOn": [part["bom-ref"] for part in parts]}
        ],
    }


def _python_component() -> dict[str, Any]:
    version = platform.python_version()
    return {
        "type": "platform",
        "bom-ref": f"python@{version}",
        "name": "python",
        "version": version,
        "licenses": [{"license": {"id": "PSF-2.0"}}],
        "externalReferences": [{"type": "website", "url": "https://www.python.org"}],
    }


def _package_component(name: str) -> dict[str, Any]:
    package = importlib.metadata.distribution(name)
    facts = package.metadata.json
    reference = f"pkg:pypi/{name}@{package.version}"
    part: dict[str, Any] = {
        "type": "library",
        "bom-ref": reference,
        "name": name,
        "version": package.version,
        "purl": reference,
    }
    if stated := facts.get("license_expression") or UNSTATED_LICENCES.get(name):
        part["licenses"] = [{"expression": stated}]
    elif stated := str(facts.get("license") or "").partition("\n")[0]:
        part["licenses"] = [{"license": {"name": stated}}]
    return part


if __name__ == "__main__":
    # PyInstaller's starter is part of the program.
    inside = licensing.required_packages("hacktrick") - {"hacktrick"} | {"pyinstaller"}
    text = (
        json.dumps(
            make_bill_of_materials(packing.game_version(), packing.source_date_epoch(), inside),
            indent=1,
        )
        + "\n"
    )
    Path(sys.argv[1]).write_text(text, encoding="utf-8")
