"""The folders and files of the program: autosave, copies, settings, profiles, lesson progress.

The folders come from an option, the environment, or the system. Files are replaced atomically. No
method raises because of a bad disk, folder or file. The game goes on, and the player is told once
about each ``StorageProblem``. A problem has a code and file names; ``i18n`` has the sentences.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shutil
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Literal, TypeVar, get_args

import platformdirs

from hacktrick.app import learning_progress as lessons
from hacktrick.app import profiles as people
from hacktrick.app import settings as schema
from hacktrick.app.learning_progress import LearningProgress
from hacktrick.app.profiles import Profiles, SeatMarkerStyles, marker_styles_for
from hacktrick.app.settings import Settings
from hacktrick.library.match_entries import (
    REVIEW_QUEUE_VERSION,
    QueuedReviews,
    review_queue_and_whether_damaged,
    review_queue_to_data,
)
from hacktrick.safe_files import (
    BadFile,
    expand_home,
    read_json,
    read_text,
    rename_to_backup,
    replace_file,
    write_atomically,
    write_bytes_atomically,
)

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

    from hacktrick.game.view import SeatInfo


APP_NAME = "HackTrick"
DATA_DIR_VARIABLE = "HACKTRICK_DATA_DIR"


@dataclass(frozen=True, slots=True)
class DataFolders:
    """The folders of the program's data, its settings and its log."""

    data: Path
    config: Path
    log: Path


def choose_data_folders(
    data_dir: str | Path | None = None,
    environ: Mapping[str, str] = os.environ,
    program: Path | None = None,
) -> DataFolders:
    """Choose the folders of the program.

    The first of these is used: the command-line option; the variable ``HACKTRICK_DATA_DIR``; a
    folder beside the program, if there is a file ``portable.txt``; the usual folders of the system.

    Args:
        data_dir: the value of the command-line option; None if it is not given.
        environ: the environment variables by name.
        program: the folder of the program; None to find it.
    """
    chosen = data_dir or environ.get(DATA_DIR_VARIABLE)
    if chosen:
        return _all_in_one_folder(expand_home(Path(chosen)).absolute())
    beside = program or folder_containing_program(environ)
    if os.path.isfile(beside / "portable.txt"):  # unlike Path.is_file, this never raises an error
        return _all_in_one_folder(beside / "hacktrick-data")
    places = platformdirs.PlatformDirs(APP_NAME, appauthor=False)
    data = Path(places.user_data_dir)
    return DataFolders(data, data, Path(places.user_log_dir))


def _all_in_one_folder(folder: Path) -> DataFolders:
    return DataFolders(folder, folder, folder / "log")


def folder_containing_program(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the folder in which the player sees the program.

    On macOS, this is the folder that contains the app.
    """
    if "APPIMAGE" in environ:
        return Path(environ["APPIMAGE"]).parent
    if not getattr(sys, "frozen", False):
        return Path(__file__).resolve().parents[2]
    folder = Path(sys.executable).parent
    # The end of the path is Hack Trick.app/Contents/MacOS.
    inside_app = folder.parts[-2:] == ("Contents", "MacOS")
    return folder.parents[2] if inside_app else folder


class BackgroundWriter:
    """Runs disk writes in order on a background thread, which starts with the first write."""

    def __init__(self) -> None:
        self._pool: ThreadPoolExecutor | None = None
        self._last: Future[None] | None = None

    def queue_write(self, write: Callable[[], None]) -> None:
        """Queue a write, which must not raise an error."""
        if self._pool is None:
            # Imported here so that it is not loaded before the first frame.
            from concurrent.futures import ThreadPoolExecutor

            self._pool = ThreadPoolExecutor(1, "disk")
        self._last = self._pool.submit(write)

    def wait_for_writes(self) -> None:
        """Wait until the queue is empty."""
        if self._last is not None:
            self._last.result()

    def close(self) -> None:
        """Finish the queue and stop the thread; the next ``queue_write`` starts a new one."""
        if self._pool is not None:
            self._pool.shutdown()
        self._pool = self._last = None


SaveSlot = Literal["match", "today", "study"]
"""The slots of unfinished matches: the normal match, the daily round, and a match that continues
from a position."""
SAVE_SLOTS: tuple[SaveSlot, ...] = get_args(SaveSlot)


def autosave_file_names(slot: SaveSlot) -> tuple[str, str, str]:
    """Return the names of a slot's autosaves, the newest first."""
    return f"{slot}.hacktrick.json", f"{slot}-1.hacktrick.json", f"{slot}-2.hacktrick.json"


AUTOSAVES = autosave_file_names("match")
UNFINISHED = "unfinished"  # name of the subfolder for unfinished matches
SHARED = "shared"  # name of the subfolder for files that the player gives to others
COPY_NAME = "hacktrick-{day}", ".hacktrick.json"
SETTINGS_FILE = "settings.json"
PROFILES_FILE = "profiles.json"
MAX_PROFILES_FILE_BYTES = 64 * 1024  # sixteen profiles take about 1,000 bytes
LEARNING_FILE = "lessons.json"
MAX_LEARNING_FILE_BYTES = 256 * 1024  # sixteen profiles with twenty lessons take about 15,000 bytes
REVIEW_QUEUE_FILE = "review_queue.json"
MAX_REVIEW_QUEUE_FILE_BYTES = 4 * 1024 * 1024  # 10,000 matches take about 700,000 bytes
LOCK_FILE = "instance.lock"

T = TypeVar("T")

ProblemCode = Literal[
    "folder_unusable",  # the data folder cannot be created or written; nothing is saved
    "disk_full",
    "write_failed",
    "unreadable",  # the system refuses to read the file
    "too_large",
    "too_deep",
    "broken",  # the content of the file is invalid
    "newer",  # the file is from a newer program and is left unchanged
    "older_used",  # an earlier autosave was loaded instead
    "setting_invalid",  # the setting ``key`` has its default
    "library_set_aside",  # the file was not a library; it is kept under another name
    "library_repaired",  # the file was damaged; its readable matches are still there
    "library_rows",  # the matches with the numbers in ``key`` are invalid and left out
    "library_newer",  # the library is from a newer program and is opened for reading only
    "library_unusable",  # the library cannot be opened or written
    "other_instance",  # another program uses the data folder; this program saves nothing
    "no_log",  # the log cannot be written
]


@dataclass(frozen=True, slots=True)
class StorageProblem:
    """A problem to tell the player.

    Attributes:
        path: the file or folder concerned.
        backup_path: the new path of a bad file; "" if it was not moved.
        key: the setting or matches concerned, depending on the code.
    """

    code: ProblemCode
    path: str = ""
    backup_path: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class LoadedText:
    """The text of a loaded file, or None if there is no valid file, and the problems."""

    text: str | None
    problems: tuple[StorageProblem, ...] = ()


class InstanceLock:
    """A lock that lets only one program at a time use a data folder.

    If the program that holds the lock dies, the system releases it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[bytes] | None = None

    def acquire(self) -> bool:
        """Take the lock; return False if another program holds it.

        Raises:
            OSError: the folder cannot be used.
        """
        self._path.parent.mkdir(parents=True, exist_ok=True)
        if self._path.exists() and not self._path.is_file():  # opening a named pipe would block
            raise FileExistsError(errno.EEXIST, "the lock is no file", str(self._path))
        file = self._path.open("ab")
        if not _try_to_lock(file):
            file.close()
            return False
        self._file = file
        return True

    def release(self) -> None:
        """Release the lock, if this program holds it."""
        if self._file:
            self._file.close()  # closing the file releases the lock
            self._file = None


if sys.platform == "win32":
    import msvcrt

    def _try_to_lock(file: IO[bytes]) -> bool:
        file.seek(0)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_to_lock(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # the file system has no locks; another program is unlikely
            return True
        return True


@dataclass(slots=True)
class Storage:
    """Reads and writes the files of the data folder; ``open_storage`` creates instances.

    Most methods return the problems that have not been reported before.

    Attributes:
        may_save: whether files may be written, which is False while another program uses the
            folder.
        problems: the problems that ``pop_problems`` returns next. Services and background writes
            add theirs.
    """

    folders: DataFolders
    may_save: bool = True
    _lock: InstanceLock | None = None
    _reported: set[ProblemCode] = field(default_factory=set)
    # The files of a newer program, which are never overwritten.
    _newer: set[Path] = field(default_factory=set)
    _writer: BackgroundWriter | None = None
    problems: deque[StorageProblem] = field(default_factory=deque)
    _writing: threading.RLock = field(default_factory=threading.RLock)

    def use_background_writer(self) -> None:
        """Let ``save_match_soon`` write in the background.

        Waiting for a slow disk would delay several frames.
        """
        self._writer = BackgroundWriter()

    @property
    def is_saving(self) -> bool:
        """Whether files may be written, and the last attempt to write a file succeeded."""
        return self.may_save and not self._reported

    def lock_data_folder(self) -> tuple[StorageProblem, ...]:
        """Lock the data folder; return the problems.

        If locking fails, every save tries again, since a missing disk may come back.
        """
        if self._lock or not self.may_save:
            return ()
        data = self.folders.data
        lock = InstanceLock(data / LOCK_FILE)
        try:
            if not data.is_absolute():  # the home folder is unknown
                raise FileNotFoundError(errno.ENOENT, "no home folder", str(data))
            self.may_save = lock.acquire()
        except OSError as error:
            full = error.errno in _FULL
            return self._problem_if_not_reported(
                StorageProblem("disk_full" if full else "folder_unusable", str(data))
            )
        if not self.may_save:
            return (StorageProblem("other_instance", str(data)),)
        self._lock = lock
        for folder in {data, self.folders.config}:
            _delete_temporary_files(folder)
        return ()

    def save_match(self, text: str, slot: SaveSlot = "match") -> tuple[StorageProblem, ...]:
        """Autosave a match; the two previous autosaves of the slot are kept."""
        path = self.folders.data / autosave_file_names(slot)[0]
        return self._write(path, text, before=lambda: self._rotate_autosaves(slot))

    def save_match_soon(self, text: str, slot: SaveSlot = "match") -> tuple[StorageProblem, ...]:
        """Autosave a match, in the background if possible.

        Problems in the background are returned by ``pop_problems`` later.
        """
        if self._writer is None:
            return self.save_match(text, slot)
        self._writer.queue_write(lambda: self.problems.extend(self.save_match(text, slot)))
        return ()

    def pop_problems(self) -> tuple[StorageProblem, ...]:
        """Return the problems of services and of background writes since the last call.

        This does not wait for pending writes.
        """
        found = []
        while self.problems:
            found.append(self.problems.popleft())
        return tuple(found)

    def save_match_copy(self, text: str) -> tuple[Path | None, tuple[StorageProblem, ...]]:
        """Save a match under a new name.

        Returns:
            The path, or None if nothing was written; and the problems.
        """
        name, ending = COPY_NAME
        path = _free_path(self.folders.data, name.format(day=time.strftime("%Y-%m-%d")), ending)
        if path is None:
            return None, ()
        problems = self._write(path, text)
        return (path if os.path.isfile(path) else None), problems

    def load_autosave(
        self, check: Callable[[str], object] | None = None, slot: SaveSlot = "match"
    ) -> LoadedText:
        """Load the newest valid autosave.

        Args:
            check: raises ValueError if a text is not a match.
        """
        self._finish_writes()
        if not self.may_save:  # two programs must not continue and overwrite the same match
            return LoadedText(None)
        problems: list[StorageProblem] = []
        for name in autosave_file_names(slot):
            path = self.folders.data / name
            try:
                text = read_text(path)
                read_json(text)
                if check:
                    check(text)
            except (FileNotFoundError, NotADirectoryError):
                continue
            except (OSError, ValueError) as error:
                problems.append(self._report_and_rename_bad_file(path, error))
                continue
            if problems:
                problems.append(StorageProblem("older_used", str(path)))
            return LoadedText(text, tuple(problems))
        return LoadedText(None, tuple(problems))

    def delete_autosaves(self, slot: SaveSlot = "match") -> tuple[StorageProblem, ...]:
        """Delete all autosaves of a slot, so that none is resumed after the match has ended."""
        self._finish_writes()
        if not self.may_save:
            return ()
        try:
            self._set_newer_autosaves_aside(slot)
            for name in reversed(autosave_file_names(slot)):
                (self.folders.data / name).unlink(missing_ok=True)
        except OSError as error:
            return self._problem_if_not_reported(_write_problem(error, self.folders.data))
        return ()

    def load_settings(self) -> tuple[Settings, tuple[StorageProblem, ...]]:
        """Load the settings; if there is no file, return those for the first start."""
        path = self.folders.config / SETTINGS_FILE
        try:
            data = read_json(read_text(path))
            if not isinstance(data, dict) or data.get("format", schema.FORMAT) != schema.FORMAT:
                raise BadFile("broken")
        except (FileNotFoundError, NotADirectoryError):
            return schema.settings_at_first_start(), ()
        except (OSError, ValueError) as error:
            return Settings(), (self._report_and_rename_bad_file(path, error),)
        settings, bad = schema.settings_from_data(data)
        if bad and schema.is_newer_version(data.get("version")):
            # The values of a newer program may differ.
            return settings, (self._report_and_rename_bad_file(path, BadFile("newer")),)
        return settings, tuple(StorageProblem("setting_invalid", str(path), key=key) for key in bad)

    def save_settings(self, settings: Settings) -> tuple[StorageProblem, ...]:
        text = json.dumps(schema.settings_to_data(settings), indent=1)
        return self._write(self.folders.config / SETTINGS_FILE, text + "\n")

    def load_profiles(self) -> tuple[Profiles, tuple[StorageProblem, ...]]:
        """Load the valid profiles."""
        path, none = self.folders.data / PROFILES_FILE, Profiles()
        read, save = people.profiles_from_data, self.save_profiles
        return self._load_json_file(path, MAX_PROFILES_FILE_BYTES, people.VERSION, read, save, none)

    def load_learning_progress(self) -> tuple[LearningProgress, tuple[StorageProblem, ...]]:
        """Load the valid progress in the lessons."""
        path, none = self.folders.data / LEARNING_FILE, LearningProgress()
        read, save = lessons.progress_from_data, self.save_learning_progress
        return self._load_json_file(
            path, MAX_LEARNING_FILE_BYTES, lessons.VERSION, read, save, none
        )

    def save_learning_progress(self, progress: LearningProgress) -> tuple[StorageProblem, ...]:
        text = json.dumps(lessons.progress_to_data(progress), ensure_ascii=False, indent=1)
        return self._write(self.folders.data / LEARNING_FILE, text + "\n")

    def _load_json_file(
        self,
        path: Path,
        largest: int,
        version: int,
        read: Callable[[Mapping[str, Any]], tuple[T, bool]],
        save: Callable[[T], tuple[StorageProblem, ...]],
        none: T,
    ) -> tuple[T, tuple[StorageProblem, ...]]:
        """Load the valid entries of a file.

        A damaged file is renamed, and its valid entries are saved again. A file of a newer
        ``version`` is left unchanged.

        Args:
            path: the path of the file to load.
            largest: the maximum size in bytes.
            version: the version of the format that this program writes.
            read: returns the valid entries in the data, and whether any part was invalid.
            save: saves entries.
            none: the entries to return if there is no file.
        """
        try:
            data = read_json(read_text(path, largest))
            found, damaged = read(data) if isinstance(data, dict) else (none, True)
        except (FileNotFoundError, NotADirectoryError):
            return none, ()
        except (OSError, ValueError) as error:
            return none, (self._report_and_rename_bad_file(path, error),)
        written = data.get("version") if isinstance(data, dict) else None
        if type(written) is int and written > version:
            return found, (self._report_and_rename_bad_file(path, BadFile("newer")),)
        if not damaged:
            return found, ()
        problem = self._report_and_rename_bad_file(path, BadFile("broken"))
        return found, (problem, *(save(found) if problem.backup_path else ()))

    def save_profiles(self, profiles: Profiles) -> tuple[StorageProblem, ...]:
        text = json.dumps(people.profiles_to_data(profiles), ensure_ascii=False, indent=1)
        return self._write(self.folders.data / PROFILES_FILE, text + "\n")

    def close(self) -> None:
        """Finish pending writes and release the lock."""
        if self._writer:
            self._writer.close()
        if self._lock:
            self._lock.release()
            self._lock = None

    def _finish_writes(self) -> None:
        if self._writer:
            self._writer.wait_for_writes()

    def _write(
        self, path: Path, text: str, before: Callable[[], None] | None = None
    ) -> tuple[StorageProblem, ...]:
        with self._writing:
            return self._write_if_locked(path, text, before)

    def _write_if_locked(
        self, path: Path, text: str, before: Callable[[], None] | None
    ) -> tuple[StorageProblem, ...]:
        """Write a file, if this program holds the lock of the data folder.

        Args:
            path: the path of the file to write.
            text: the new content of the file.
            before: called before the file is written; None for nothing.
        """
        if lock_problems := self.lock_data_folder():
            return lock_problems
        if not (self.may_save and self._lock) or (path in self._newer and before is None):
            return ()
        try:
            if before:
                before()
            write_atomically(path, text)
        except OSError as error:
            return self._problem_if_not_reported(_write_problem(error, path))
        self._reported.clear()  # saving works again, so the next failure is reported
        return ()

    def _set_newer_autosaves_aside(self, slot: SaveSlot) -> None:
        """Rename autosaves of a newer program before they are replaced."""
        for name in autosave_file_names(slot):
            path = self.folders.data / name
            if path in self._newer and (not path.exists() or rename_to_backup(path)):
                self._newer.discard(path)

    def _rotate_autosaves(self, slot: SaveSlot) -> None:
        """Keep the newest autosave as the previous one, and the previous one as the oldest."""
        self._set_newer_autosaves_aside(slot)
        newest, previous, oldest = (self.folders.data / name for name in autosave_file_names(slot))
        if not newest.exists():
            return
        if previous.exists():
            replace_file(previous, oldest)
        # Link instead of renaming, so that the newest autosave always exists.
        second_name = previous.with_name(f".{previous.name}.tmp")
        second_name.unlink(missing_ok=True)
        try:
            os.link(newest, second_name)
        except OSError:  # the file system has no hard links
            shutil.copyfile(newest, second_name)
        replace_file(second_name, previous)

    def _report_and_rename_bad_file(self, path: Path, error: Exception) -> StorageProblem:
        """Return the problem of an unreadable file; if its content is bad, rename the file."""
        if isinstance(error, OSError):
            return StorageProblem("unreadable", str(path))
        code: ProblemCode = error.code if isinstance(error, BadFile) else "broken"
        if code == "newer":
            self._newer.add(path)
            return StorageProblem(code, str(path))
        kept = rename_to_backup(path) if self.may_save else None
        return StorageProblem(code, str(path), backup_path=str(kept or ""))

    def _problem_if_not_reported(self, problem: StorageProblem) -> tuple[StorageProblem, ...]:
        """Return a problem in a tuple; the tuple is empty if its code has been reported before."""
        if problem.code in self._reported:
            return ()
        self._reported.add(problem.code)
        return (problem,)


class UnfinishedMatchFiles:
    """The files of the unfinished matches that the player left to play another match."""

    ending = ".hacktrick.json"

    def __init__(self, storage: Storage) -> None:
        self._storage, self._folder = storage, storage.folders.data / UNFINISHED

    def write_match(self, name: str, text: str) -> tuple[StorageProblem, ...]:
        """Write a match; do nothing while another program uses the folder."""
        return self._storage._write(self._path(name), text)

    def read_matches(self) -> Iterator[tuple[str, str]]:
        """Yield the name and the text of each match; unreadable files are left out."""
        with contextlib.suppress(OSError):
            for path in sorted(self._folder.glob(f"*{self.ending}")):
                with contextlib.suppress(OSError, ValueError):
                    yield path.name.removesuffix(self.ending), read_text(path)

    def contains_match(self, name: str, text: str) -> bool:
        """Return whether the file ``name`` exists and contains exactly ``text``."""
        with contextlib.suppress(OSError, ValueError):
            return read_text(self._path(name)) == text
        return False

    def remove_match(self, name: str) -> bool:
        """Remove a match; return whether the match is gone afterwards."""
        if not self._storage.may_save:
            return False
        try:
            self._path(name).unlink(missing_ok=True)
        except OSError:
            return False
        return True

    def remove_once_saved(self, name: str, slot: SaveSlot, text: str) -> None:
        """Remove a match as soon as the autosave of a slot contains it."""

        def remove_if_saved() -> None:
            path = self._storage.folders.data / autosave_file_names(slot)[0]
            with contextlib.suppress(OSError, ValueError):
                if read_text(path) == text:
                    self.remove_match(name)

        if self._storage._writer is None:
            remove_if_saved()
        else:
            self._storage._writer.queue_write(remove_if_saved)

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}{self.ending}"


class ReviewQueueFile:
    """The file with the list of matches to judge; its problems go to ``Storage.problems``."""

    def __init__(self, storage: Storage) -> None:
        self._storage, self._path = storage, storage.folders.data / REVIEW_QUEUE_FILE

    @property
    def may_save(self) -> bool:
        """Whether the list can be saved."""
        return self._storage.may_save

    def load_queue(self) -> QueuedReviews:
        """Return the valid part of the saved list; an empty list if there is no file."""
        found, problems = self._storage._load_json_file(
            *(self._path, MAX_REVIEW_QUEUE_FILE_BYTES, REVIEW_QUEUE_VERSION),
            *(review_queue_and_whether_damaged, self._write, QueuedReviews()),
        )
        self._storage.problems.extend(problems)
        return found

    def save_queue(self, queue: QueuedReviews) -> None:
        self._storage.problems.extend(self._write(queue))

    def _write(self, queue: QueuedReviews) -> tuple[StorageProblem, ...]:
        text = json.dumps(review_queue_to_data(queue), separators=(",", ":"))
        return self._storage._write(self._path, text + "\n")


class SharedFiles:
    """Writes files for the player to give to others, each under a new name.

    Attributes:
        folder: the folder of the files unless the player chooses another folder.
    """

    def __init__(self, folders: DataFolders) -> None:
        self.folder = folders.data / SHARED

    def save_shared_file(
        self, folder: Path, name: str, ending: str, content: bytes
    ) -> tuple[Path | None, tuple[StorageProblem, ...]]:
        """Write a file under a name that is still free.

        Args:
            folder: the folder in which the file is created.
            name: the file name; a number is added to it if the file exists.
            ending: the ending that is appended to the name.
            content: the bytes to write.

        Returns:
            The path, or None if nothing was written; and the problems.
        """
        try:
            path = _free_path(folder, name, ending)
            if path is not None:
                write_bytes_atomically(path, content)
        except OSError as error:
            return None, (_write_problem(error, folder / f"{name}{ending}"),)
        return path, ()


def _free_path(folder: Path, name: str, ending: str) -> Path | None:
    """Return a path that does not exist yet; None if no such path is found.

    Args:
        folder: the folder in which the file will be created.
        name: the file name; a number is added to it if necessary.
        ending: the ending that is appended to the name.
    """
    names = (f"{name}{f'-{n}' if n > 1 else ''}{ending}" for n in range(1, 1000))
    return next((path for path in map(folder.joinpath, names) if not os.path.lexists(path)), None)


def _delete_temporary_files(folder: Path) -> None:
    """Delete the temporary files of killed programs, which only the holder of the lock may do."""
    with contextlib.suppress(OSError):
        saves = (name for slot in SAVE_SLOTS for name in autosave_file_names(slot))
        for name in (*saves, SETTINGS_FILE, PROFILES_FILE, LEARNING_FILE, REVIEW_QUEUE_FILE):
            for path in folder.glob(f".{name}*.tmp"):
                path.unlink()
        for path in (folder / UNFINISHED).glob(f".*{UnfinishedMatchFiles.ending}*.tmp"):
            path.unlink()


def open_storage(
    data_dir: str | Path | None = None, folders: DataFolders | None = None
) -> tuple[Storage, tuple[StorageProblem, ...]]:
    """Open the storage; if the folder cannot be used, the game runs without saving."""
    storage = Storage(folders or choose_data_folders(data_dir))
    return storage, storage.lock_data_folder()


_FULL = {errno.ENOSPC, errno.EDQUOT} if hasattr(errno, "EDQUOT") else {errno.ENOSPC}
_UNUSABLE = {errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOENT, errno.ENOTDIR, errno.EEXIST}


def _write_problem(error: OSError, path: Path) -> StorageProblem:
    if error.errno in _FULL:
        return StorageProblem("disk_full", str(path))
    code: ProblemCode = "folder_unusable" if error.errno in _UNUSABLE else "write_failed"
    return StorageProblem(code, str(path))


class ProfileService:
    """The profiles of a data folder, loaded and saved.

    Args:
        on_change: called after the profiles have changed.
    """

    def __init__(self, storage: Storage, on_change: Callable[[], None]) -> None:
        self._storage, self._on_change = storage, on_change
        self._profiles, problems = storage.load_profiles()
        storage.problems.extend(problems)

    @property
    def profiles(self) -> Profiles:
        """The profiles, in the order of their creation."""
        return self._profiles

    def save_profiles(self, profiles: Profiles) -> None:
        """Replace all profiles; a running match takes over the new marker styles at once."""
        self._profiles = profiles
        self._storage.problems.extend(self._storage.save_profiles(profiles))
        self._on_change()

    def marker_styles_for(self, seats: Sequence[SeatInfo]) -> SeatMarkerStyles:
        """Return the marker styles at a table with these players."""
        return marker_styles_for(seats, self._profiles)
