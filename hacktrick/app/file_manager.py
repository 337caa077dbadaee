"""Opens folders in the system's file manager."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from hacktrick.resources import environment_for_other_programs

FAILURE_WAIT = 0.4  # seconds to wait for a failure, which means that there is no file manager

StartProcess = Callable[[Sequence[str], Mapping[str, str]], "subprocess.Popen[bytes]"]
"""Starts a program without a shell, given its command as words and its environment."""


class FileManager:
    """Opens folders in the file manager that the system provides.

    Args:
        platform: the system, as in ``sys.platform``.
        environ: the environment of this program.
        start: starts the file manager.
    """

    def __init__(
        self,
        platform: str = sys.platform,
        environ: Mapping[str, str] = os.environ,
        start: StartProcess | None = None,
    ) -> None:
        self._platform, self._environ = platform, environ
        self._start_process = start or _start_process
        # The file managers that were started and may still be running.
        self._processes: list[subprocess.Popen[bytes]] = []

    def open_folder(self, folder: Path) -> bool:
        """Open a folder; return False if the folder does not exist or no file manager starts."""
        self._processes = [one for one in self._processes if one.poll() is None]
        opener = self._opener_path()
        if opener is None or not folder.is_dir():
            return False
        try:
            environ = environment_for_other_programs(self._environ)
            process = self._start_process((opener, str(folder.absolute())), environ)
        except OSError:
            return False
        if self._platform != "win32":  # the exit status of explorer.exe has no meaning
            with suppress(subprocess.TimeoutExpired):
                return process.wait(FAILURE_WAIT) == 0
        # The file manager is still running after the wait, so it has succeeded.
        self._processes.append(process)
        return True

    def _opener_path(self) -> str | None:
        """Return the full path of the program that opens folders; None if there is none.

        A full path prevents another program of the same name from being started by mistake.
        """
        if self._platform == "win32":
            return str(Path(self._environ.get("SystemRoot", r"C:\Windows")) / "explorer.exe")
        if self._platform == "darwin":
            return "/usr/bin/open"
        return shutil.which("xdg-open", path=self._environ.get("PATH"))


def _start_process(command: Sequence[str], environ: Mapping[str, str]) -> subprocess.Popen[bytes]:
    nothing = subprocess.DEVNULL
    return subprocess.Popen(
        command, stdin=nothing, stdout=nothing, stderr=nothing, env=environ, start_new_session=True
    )
