"""The CI workflows call only scripts, options and actions that exist."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import macos_check
import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
SYSTEMS = {"ubuntu", "windows", "macos"}


def load(path: Path) -> dict[str, Any]:
    # YAML 1.1 reads the key `on` as True.
    data: dict[Any, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return {"on" if key is True else key: value for key, value in data.items()}


def steps(workflow: dict[str, Any]) -> list[dict[str, Any]]:
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


def commands() -> list[str]:
    return [step["run"] for path in WORKFLOWS for step in steps(load(path)) if "run" in step]


def options_of(script: Path) -> set[str]:
    """Return the options of a script's argument parser, read from its source."""
    calls = [node for node in ast.walk(ast.parse(script.read_text())) if isinstance(node, ast.Call)]
    words = [arg.value for call in calls for arg in call.args if isinstance(arg, ast.Constant)]
    return {word for word in words if isinstance(word, str) and word.startswith("--")}


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_has_the_shape_of_one(path: Path) -> None:
    workflow = load(path)
    assert set(workflow) <= {"name", "on", "permissions", "concurrency", "jobs"}
    assert workflow["permissions"] == {"contents": "read"}
    for job in workflow["jobs"].values():
        assert job["timeout-minutes"] <= 30
        assert set(job.get("needs", "").split()) <= set(workflow["jobs"])
    for step in steps(workflow):
        assert ("run" in step) != ("uses" in step)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_an_action_is_named_by_its_commit(path: Path) -> None:
    """A tag can be moved to other code; the version beside the commit is for readers."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if "uses:" in line]
    assert lines
    for line in lines:
        assert re.fullmatch(
            r" +- uses: (actions|pypa)/[a-z-]+@[0-9a-f]{40}  # v\d+\.\d+\.\d+", line
        )


# The first versions that run on Node 24; GitHub has withdrawn Node 20.
FIRST_VERSIONS = {
    "actions/checkout": (5, 0, 0),
    "actions/setup-python": (6, 0, 0),
    "actions/upload-artifact": (6, 0, 0),
    "actions/download-artifact": (7, 0, 0),
    "actions/attest-build-provenance": (3, 0, 0),
    "pypa/gh-action-pypi-publish": (1, 14, 1),
}


def test_every_action_runs_on_a_node_that_github_still_has() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in WORKFLOWS)
    used = {(name, version) for name, version in re.findall(r"uses: (\S+)@\w+  # v(\S+)", text)}
    assert {name for name, _ in used} == set(FIRST_VERSIONS)
    for name, version in used:
        assert tuple(map(int, version.split("."))) >= FIRST_VERSIONS[name], name


def test_one_action_is_everywhere_the_same() -> None:
    used = {step["uses"] for path in WORKFLOWS for step in steps(load(path)) if "uses" in step}
    assert len({action.partition("@")[0] for action in used}) == len(used)


def test_packages_installed_by_npm_have_hashes() -> None:
    installs = [command for command in commands() if command.startswith("npm ")]
    assert installs == ["npm ci --prefix build --ignore-scripts"]
    lock = json.loads((ROOT / "build" / "package-lock.json").read_text(encoding="utf-8"))
    wanted = json.loads((ROOT / "build" / "package.json").read_text(encoding="utf-8"))
    own, *packages = lock["packages"].values()
    assert own["devDependencies"] == wanted["devDependencies"]
    assert packages
    for package in packages:
        assert package["integrity"].startswith("sha512-")


def test_the_scripts_exist_and_know_their_options() -> None:
    called = [command.split() for command in commands() if command.startswith(("python ", ".ci/"))]
    assert called
    for words in called:
        script = ROOT / words[words[0] == "python"]
        assert script.is_file(), script
        options = {word for word in words if word.startswith("--")}
        assert options <= (options_of(script) if script.suffix == ".py" else set())


def test_the_three_systems_and_every_python_are_tried() -> None:
    matrix = load(ROOT / ".github" / "workflows" / "test.yml")["jobs"]["check"]["strategy"][
        "matrix"
    ]
    assert {name.split("-")[0] for name in matrix["system"]} == SYSTEMS
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert matrix["python"][0] == project["requires-python"].removeprefix(">=")


def test_macs_are_checked_for_the_macos_on_which_a_release_is_built() -> None:
    build = load(ROOT / ".github" / "workflows" / "release.yml")["jobs"]["build"]
    images = [name for name in build["strategy"]["matrix"]["system"] if name.startswith("macos")]
    assert sorted(images) == ["macos-15", "macos-15-intel"]
    assert macos_check.RELEASE_SYSTEM == (15, 0)


def test_a_release_has_the_version_of_its_tag_and_says_how_to_start_the_game() -> None:
    jobs = load(ROOT / ".github" / "workflows" / "release.yml")["jobs"]
    build, publish = (
        [step["run"] for step in jobs[name]["steps"] if "run" in step]
        for name in ("build", "publish")
    )
    assert any("__version__" in line and '= "$GITHUB_REF_NAME"' in line for line in build)
    (create,) = [line for line in publish if "gh release create" in line]
    assert "--notes" in create and "--verify-tag" in create
    page = (ROOT / "docs" / "play.md").read_text(encoding="utf-8")
    assert "docs/play.md#install" in create and "\n## Install\n" in page


KINDS = ("tar.gz", "deb", "zip", "exe", "dmg", "whl", "cdx.json", "sha256")


def test_every_packed_file_is_released() -> None:
    build = load(ROOT / ".github" / "workflows" / "release.yml")["jobs"]["build"]
    (upload,) = [step for step in build["steps"] if "upload" in step.get("uses", "")]
    kept = set(upload["with"]["path"].split())
    assert {f"dist/*.{kind}" for kind in KINDS} == kept
