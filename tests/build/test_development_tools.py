"""The pins of the development tools are exact, hashed, complete and allowed by pyproject.toml."""

from __future__ import annotations

import importlib.metadata
import re
import tomllib
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import check
import pytest
import virtual_environment
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PIN = re.compile(r"^([\w.-]+)==([\w.]+)(?: ; .+)? \\$", re.MULTILINE)
HASH = re.compile(r"^    --hash=sha256:[0-9a-f]{64}(?: \\)?$")


LOCKED = ("dev", *virtual_environment.RELEASE_GROUPS)


def recorded_commands(monkeypatch: pytest.MonkeyPatch, module: str) -> list[list[str]]:
    """Return a list to which a module adds its commands instead of running them."""
    commands: list[list[str]] = []

    def run(command: list[str], **_: object) -> SimpleNamespace:
        commands.append(command)
        return SimpleNamespace(returncode=0)

    monkeypatch.setattr(f"{module}.subprocess.run", run)
    return commands


def lock_of(group: str) -> str:
    (path,) = virtual_environment.lock_files((group,))
    return path.read_text(encoding="utf-8")


def pins(group: str) -> dict[str, set[str]]:
    """Return the versions of each package; a newer Python may get another one."""
    found: dict[str, set[str]] = {}
    for name, version in PIN.findall(lock_of(group)):
        found.setdefault(canonicalize_name(name), set()).add(version)
    return found


def required_by(group: str) -> list[Requirement]:
    """Return what a lock must hold: its group and, for a release, the libraries of the game."""
    lines = virtual_environment.group_requirements((group,))
    if group in virtual_environment.RELEASE_GROUPS:
        project = tomllib.loads(
            (virtual_environment.ROOT / "pyproject.toml").read_text(encoding="utf-8")
        )
        lines += project["project"]["dependencies"] + project["build-system"]["requires"]
    return [Requirement(line) for line in lines]


@pytest.mark.parametrize("group", LOCKED)
def test_every_line_of_a_lock_is_a_pin_with_hashes(group: str) -> None:
    entries = [line for line in lock_of(group).splitlines() if not line.startswith("#")]
    n_pins = sum(len(versions) for versions in pins(group).values())
    assert n_pins == sum(not HASH.match(line) for line in entries) > 5
    followed = [HASH.match(after) for line, after in pairwise(entries) if not HASH.match(line)]
    assert len(followed) == n_pins and all(followed)


@pytest.mark.parametrize("group", LOCKED)
def test_the_pins_are_in_the_ranges_of_the_project(group: str) -> None:
    for needed in required_by(group):
        fits = [needed.specifier.contains(v) for v in pins(group)[canonicalize_name(needed.name)]]
        # A requirement for certain systems needs a fitting pin only there.
        assert all(fits) or (needed.marker and any(fits)), needed


def test_everything_that_a_tool_requires_is_pinned_and_fits() -> None:
    """An installation with hashes fails if a requirement is not pinned."""
    for name, (version,) in pins("dev").items():
        if name == "colorama":  # only for Windows, and without requirements
            continue
        assert importlib.metadata.version(name) == version
        for line in importlib.metadata.requires(name) or []:
            needed = Requirement(line)
            if needed.marker is None or needed.marker.evaluate({"extra": ""}):
                (pinned,) = pins("dev")[canonicalize_name(needed.name)]
                assert needed.specifier.contains(pinned), (name, line)


def test_a_list_of_pins_renews_only_the_environments_of_its_group() -> None:
    # The hash decides whether an environment is made anew, which would take minutes here.
    assert virtual_environment._requirements_hash(()) == virtual_environment._requirements_hash(
        ("mutate",)
    )
    assert (
        len({virtual_environment._requirements_hash((group,)) for group in ("mutate", *LOCKED)})
        == 4
    )


def test_what_is_released_is_built_from_pinned_packages_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    commands = recorded_commands(monkeypatch, "virtual_environment")
    for group in virtual_environment.RELEASE_GROUPS:
        commands.clear()
        # Making the environment as well would take minutes.
        virtual_environment._install(tmp_path / "python", (group,), tmp_path / "log")
        pinned, game = commands
        assert "--require-hashes" in pinned and pinned[-1].endswith(f"requirements-{group}.txt")
        assert {"--no-deps", "--no-build-isolation"} < set(game)
        assert game[-1] == str(virtual_environment.ROOT)


def test_the_tests_of_a_fresh_clone_are_compiled_once_for_all_workers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    commands = recorded_commands(monkeypatch, "check")
    monkeypatch.setattr(virtual_environment, "ROOT", tmp_path)
    assert check.run_check("tests", Path("python"), ["pytest"], "data")
    (tmp_path / "tests" / "__pycache__").mkdir(parents=True)
    assert check.run_check("tests", Path("python"), ["pytest"], "data")
    first, *others = commands
    assert "--collect-only" in first and others == [["python", "-m", "pytest"]] * 2


def test_the_hooks_of_a_commit_use_the_installed_tools_and_download_nothing() -> None:
    text = (virtual_environment.ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    (repository,) = yaml.safe_load(text)["repos"]
    assert repository["repo"] == "local"
    assert {hook["language"] for hook in repository["hooks"]} == {"system"}
    known = {name for name, _ in check.CHECKS}
    for hook in repository["hooks"]:
        *command, only = hook["entry"].split()
        assert command == ["python3", "build/check.py", "--only"] and only in known


def test_the_project_declares_its_licence_and_python_versions() -> None:
    project = tomllib.loads(
        (virtual_environment.ROOT / "pyproject.toml").read_text(encoding="utf-8")
    )
    classifiers = project["project"]["classifiers"]
    oldest = ".".join(map(str, virtual_environment.OLDEST_PYTHON))
    assert f"Programming Language :: Python :: {oldest}" in classifiers
    # The licence is given as an SPDX expression, which a classifier must not repeat.
    assert project["project"]["license"] == "MIT"
    assert not [one for one in classifiers if one.startswith("License ::")]
