"""The pins of the development tools are exact, hashed, complete and allowed by pyproject.toml."""

from __future__ import annotations

import importlib.metadata
import re
import tomllib
from itertools import pairwise

import check
import environment
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PIN = re.compile(r"^([\w.-]+)==([\w.]+)(?: ; .+)? \\$", re.MULTILINE)
HASH = re.compile(r"^    --hash=sha256:[0-9a-f]{64}(?: \\)?$")


def pins() -> dict[str, str]:
    text = environment.TOOLS.read_text(encoding="utf-8")
    return {canonicalize_name(name): version for name, version in PIN.findall(text)}


def dev_group() -> list[Requirement]:
    return [Requirement(line) for line in environment.requirements(("dev",))]


def test_every_pin_has_a_hash_and_nothing_else_stands_there() -> None:
    lines = environment.TOOLS.read_text(encoding="utf-8").splitlines()
    entries = [line for line in lines if not line.startswith("#")]
    assert len(pins()) == sum(not HASH.match(line) for line in entries)
    followed = [HASH.match(after) for line, after in pairwise(entries) if not HASH.match(line)]
    assert len(followed) == len(pins()) and all(followed)


def test_the_pins_are_in_the_ranges_of_the_project() -> None:
    for tool in dev_group():
        assert tool.specifier.contains(pins()[canonicalize_name(tool.name)]), tool


def test_everything_that_a_tool_requires_is_pinned_and_fits() -> None:
    """An installation with hashes fails if a requirement is not pinned."""
    for name, version in pins().items():
        if name == "colorama":  # only for Windows, and without requirements
            continue
        assert importlib.metadata.version(name) == version
        for line in importlib.metadata.requires(name) or []:
            needed = Requirement(line)
            if needed.marker is None or needed.marker.evaluate({"extra": ""}):
                pinned = pins()[canonicalize_name(needed.name)]
                assert needed.specifier.contains(pinned), (name, line)


def test_only_the_tools_depend_on_the_pins() -> None:
    assert environment._wanted(()) != environment._wanted(("dev",))
    assert environment._wanted(("freeze",)) == environment._wanted(())


def test_the_hooks_of_a_commit_use_the_installed_tools_and_download_nothing() -> None:
    text = (environment.ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    (repository,) = yaml.safe_load(text)["repos"]
    assert repository["repo"] == "local"
    assert {hook["language"] for hook in repository["hooks"]} == {"system"}
    known = {name for name, _ in check.CHECKS}
    for hook in repository["hooks"]:
        *command, only = hook["entry"].split()
        assert command == ["python3", "build/check.py", "--only"] and only in known


def test_the_project_tells_its_licence_and_its_pythons() -> None:
    project = tomllib.loads((environment.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    told = project["project"]["classifiers"]
    oldest = ".".join(map(str, environment.OLDEST_PYTHON))
    assert f"Programming Language :: Python :: {oldest}" in told
    # The licence is given as an SPDX expression, which a classifier must not repeat.
    assert project["project"]["license"] == "MIT"
    assert not [one for one in told if one.startswith("License ::")]
