"""Creates virtual environments with the game and its tools once, and reuses them afterwards.

The other build scripts use it. It needs only the standard library and no recent syntax, so that an
old Python can still report that it is too old.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST_PYTHON = (3, 11)
RELEASE_GROUPS = ("freeze", "wheel")
"""The groups that build what is released: their lists hold the game's own libraries, too."""


def failure_exit(sentence: str) -> SystemExit:
    """Return an exception that prints this sentence and ends the program with exit status 1."""
    return SystemExit(f"hacktrick: {sentence}")


def require_new_enough_python() -> None:
    if sys.version_info < OLDEST_PYTHON:
        have = ".".join(str(number) for number in sys.version_info[:2])
        need = ".".join(str(number) for number in OLDEST_PYTHON)
        raise failure_exit(f"this is Python {have}, and the game needs {need} or newer.")


require_new_enough_python()  # this must precede any import that an older Python does not have


def prepare_environment(folder: Path, groups: tuple[str, ...] = (), fresh: bool = False) -> Path:
    """Create or update an environment with the game and these dependency groups.

    Nothing is installed if the environment is up to date.

    Args:
        fresh: whether to create the environment anew.

    Returns:
        The path of the environment's Python.
    """
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    origin = folder / "made-for.txt"
    if fresh or not python.exists() or _read_or_empty(origin) != _environment_origin_text():
        _create_environment(folder)
        origin.write_text(_environment_origin_text(), encoding="utf-8")
    stamp = folder / f"installed-{'-'.join(groups) or 'game'}.txt"
    wanted = _requirements_hash(groups)
    if _read_or_empty(stamp) != wanted:
        _install(python, groups, folder / "install.log")
        stamp.write_text(wanted, encoding="utf-8")
    return python


def _environment_origin_text() -> str:
    """Return a text that identifies the folder and the Python that an environment was made for."""
    return f"{ROOT}\n{sys.base_prefix}\n{sys.version}\n"


def _requirements_hash(groups: tuple[str, ...]) -> str:
    """Return a hash of the files that list what to install."""
    files = [ROOT / "pyproject.toml", *lock_files(groups)]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def _read_or_empty(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _create_environment(folder: Path) -> None:
    print(f"Making a Python environment in {_display_path(folder)}", flush=True)
    if folder.exists() and not (folder / "pyvenv.cfg").exists() and any(folder.iterdir()):
        raise failure_exit(f"{folder} is not a Python environment; please move it away.")
    shutil.rmtree(folder, ignore_errors=True)
    try:
        venv.EnvBuilder(with_pip=True, symlinks=os.name != "nt").create(folder)
    except subprocess.CalledProcessError:
        shutil.rmtree(folder, ignore_errors=True)
        raise failure_exit(
            "this Python cannot make environments with pip "
            "(on Debian and Ubuntu: sudo apt install python3-venv)."
        ) from None
    except OSError as error:
        raise failure_exit(f"{folder} cannot be written: {error.strerror}.") from None


def _install(python: Path, groups: tuple[str, ...], log: Path) -> None:
    print("Installing the game" + (" and its tools" if groups else ""), flush=True)
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--no-input"]
    commands = [
        [*pip, "--require-hashes", "--requirement", str(lock)] for lock in lock_files(groups)
    ]
    if set(groups) & set(RELEASE_GROUPS):  # install only what the lists name
        commands.append([*pip, "--no-deps", "--no-build-isolation", "--editable", str(ROOT)])
    else:
        commands.append([*pip, "--editable", str(ROOT), *group_requirements(groups)])
    with log.open("w", encoding="utf-8") as file:
        done = all(
            subprocess.run(command, stdout=file, stderr=subprocess.STDOUT, check=False).returncode
            == 0
            for command in commands
        )
    if not done:
        raise failure_exit(
            "the installation failed; is there an Internet connection? "
            f"What pip said is in {_display_path(log)}."
        )


def lock_files(groups: tuple[str, ...]) -> list[Path]:
    """Return the lock files, with exact versions and hashes, of the groups that have one.

    The first lines of each file explain how to create it.
    """
    lists = (ROOT / "build" / f"requirements-{group}.txt" for group in groups)
    return [path for path in lists if path.exists()]


def group_requirements(groups: tuple[str, ...]) -> list[str]:
    """Return the requirements of dependency groups, which the pip of Python 3.11 cannot read."""
    import tomllib  # noqa: PLC0415  # not in a Python that is too old

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return [line for group in groups for line in project["dependency-groups"][group]]


def game_requirements() -> list[str]:
    """Return the requirements of the game itself."""
    import tomllib  # noqa: PLC0415  # not in a Python that is too old

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found: list[str] = project["project"]["dependencies"]
    return found


def _display_path(path: Path) -> str:
    return str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)
