#!/usr/bin/env python3
"""Kills a program while it saves, for every kind of file, and checks what is left each time.

python build/qa/kill_soak_saving.py [--kills N] [--only KIND ...] [--seed S]

For each kind a child process carries out one action after the other and reports those it has
finished. After a kill -9 at a random moment the file must hold every reported action once, and at
most one more. Needs a system with kill -9. Matches have their own checks: kill_soak.py,
kill_soak_library.py and network_kills.py.
"""

from __future__ import annotations

import argparse
import itertools
import os
import subprocess
import sys
import tempfile
import time
from abc import abstractmethod
from contextlib import closing
from pathlib import Path
from random import Random
from typing import ClassVar, Protocol

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from assets.shots.reviewed_match import sample_finished_round, sample_record, sample_review

from hacktrick.app.learning_progress import MAX_STEPS, LearningProgress, LessonPlace
from hacktrick.app.profiles import Profile
from hacktrick.app.settings import Settings, settings_at_first_start, with_changes
from hacktrick.app.storage import Storage, open_storage
from hacktrick.coach.judgement import judge_id
from hacktrick.coach.puzzles import shipped_puzzles
from hacktrick.coach.review.judged_round import ReviewProgress, review_to_text
from hacktrick.game.editions import rules_for
from hacktrick.game.view import SeatInfo
from hacktrick.library.database import Library
from hacktrick.library.match_entries import LIBRARY_FILE
from hacktrick.library.saved_reviews import SavedReviews
from hacktrick.library.spaced_repetition import SpacedRepetition
from hacktrick.online.table.signing_keys import Keyring
from tests.support.random_matches import random_record

MIN_SAVING_SECONDS, MAX_SAVING_SECONDS = 0.0, 0.15  # number of seconds of saving before the kill
N_MATCHES = 6  # number of matches in the library to be rebuilt
N_PROFILES, N_FRIENDS = 16, 1000  # maximum numbers that the program keeps


class SavedKind(Protocol):
    """A kind of saved data, with saving actions numbered from 1."""

    name: ClassVar[str]
    folder: Path

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def create_files(self, rng: Random) -> None:
        """Create the files that the actions need; called before each start of the child process."""

    def open_files(self) -> None:
        """Open the files that the actions use; called in the child process."""

    @abstractmethod
    def carry_out_action(self, n: int) -> None:
        """Carry out action ``n``; called after all earlier actions have been carried out."""

    @abstractmethod
    def last_action_on_disk(self, last: int) -> int:
        """Return the number of the newest action whose result is on the disk.

        Args:
            last: the number of the newest action that was reported.

        Raises:
            AssertionError: something is lost, damaged or present twice.
        """


class StorageKind(SavedKind):
    """A kind of data that is saved through ``Storage``."""

    storage: Storage

    def open_files(self) -> None:
        self.storage, problems = open_storage(self.folder)
        assert not problems

    def last_action_on_disk(self, last: int) -> int:
        storage, problems = open_storage(self.folder)
        assert not problems
        with closing(storage):
            found = self.last_action_in_storage(storage, last)
        assert not list(self.folder.glob("*.backup*")), "a file was damaged"
        assert not list(self.folder.glob(".*.tmp")), "half a file is left"
        return found

    @abstractmethod
    def last_action_in_storage(self, storage: Storage, last: int) -> int:
        """Return the number of the newest action in an open storage.

        The method works like ``last_action_on_disk``.
        """


def number_of_last_saved_action(found: object, last: int, wanted: object, after: object) -> int:
    """Return ``last`` if its result was found, or the next number if the next result was found.

    Args:
        found: the data that was found.
        last: the number of the newest action that was reported.
        wanted: the data after action ``last``.
        after: the data after the next action.

    Raises:
        AssertionError: neither was found.
    """
    assert found in (wanted, after), f"{found} instead of {wanted} or {after}"
    return last if found == wanted else last + 1


class SettingsKind(StorageKind):
    name = "settings"

    @staticmethod
    def _data_after(n: int) -> Settings:
        return with_changes(Settings(), master_volume=n % 101, window_size=(320 + n % 16_000, 400))

    def carry_out_action(self, n: int) -> None:
        assert not self.storage.save_settings(self._data_after(n))

    def last_action_in_storage(self, storage: Storage, last: int) -> int:
        found, problems = storage.load_settings()
        assert not problems
        return number_of_last_saved_action(
            found,
            last,
            self._data_after(last) if last else settings_at_first_start(),
            self._data_after(last + 1),
        )


class ProfilesKind(StorageKind):
    name = "profiles"

    @staticmethod
    def _data_after(n: int) -> tuple[Profile, ...]:
        return tuple(Profile(f"P{k}", k % 4) for k in range(max(0, n - N_PROFILES), n))

    def carry_out_action(self, n: int) -> None:
        assert not self.storage.save_profiles(self._data_after(n))

    def last_action_in_storage(self, storage: Storage, last: int) -> int:
        found, problems = storage.load_profiles()
        assert not problems
        return number_of_last_saved_action(
            found, last, self._data_after(last), self._data_after(last + 1)
        )


class LessonProgressKind(StorageKind):
    name = "lessons"

    @staticmethod
    def _data_after(n: int) -> LearningProgress:
        places = {f"lesson-{k % 20}": LessonPlace("begun", k % MAX_STEPS) for k in range(n)}
        return LearningProgress({"Ada": places} if places else {}, frozenset({"Ada"}))

    def carry_out_action(self, n: int) -> None:
        assert not self.storage.save_learning_progress(self._data_after(n))

    def last_action_in_storage(self, storage: Storage, last: int) -> int:
        found, problems = storage.load_learning_progress()
        assert not problems
        before = self._data_after(last) if last else LearningProgress()
        return number_of_last_saved_action(found, last, before, self._data_after(last + 1))


class SigningKeysKind(SavedKind):
    """Replaces the signing key of one profile again and again; no earlier key may be lost."""

    name = "keys"

    def open_files(self) -> None:
        self.ring = Keyring(self.folder)

    def carry_out_action(self, n: int) -> None:
        (self.folder / "mine").mkdir(exist_ok=True)
        if n % 2:
            self.ring.replace_key("Ada")
        else:
            other = Keyring(self.folder / "other" / str(n))
            other.export_key("Ada", self.folder / "other" / "new.key")
            self.ring.import_key("Ada", self.folder / "other" / "new.key")
        (self.folder / "mine" / str(n)).write_bytes(bytes(self.ring.get_or_make_signing_key("Ada")))

    def last_action_on_disk(self, last: int) -> int:
        assert last == 0 or list(self.folder.glob("*.key")), "the profile has no key"
        now = bytes(Keyring(self.folder).get_or_make_signing_key("Ada"))
        kept = {*self._keys_set_aside(), now}
        for n in range(1, last + 1):
            mine = (self.folder / "mine" / str(n)).read_bytes()
            assert mine in kept, f"key {n} of {last} is lost"
        if last and now == (self.folder / "mine" / str(last)).read_bytes():
            return last
        (self.folder / "mine").mkdir(exist_ok=True)
        (self.folder / "mine" / str(last + 1)).write_bytes(now)
        return last + 1

    def _keys_set_aside(self) -> list[bytes]:
        """Return the earlier keys that were set aside instead of deleted."""
        found = []
        for path in self.folder.glob("[!.]*.key.*"):
            ring = Keyring(self.folder / "other" / "reader")
            ring.import_key("Ada", path)
            found.append(bytes(ring.get_or_make_signing_key("Ada")))
        return found


class KnownPlayersKind(SavedKind):
    name = "friends"

    def carry_out_action(self, n: int) -> None:
        Keyring(self.folder).remember_players({f"{n:064x}": f"N{n}"})

    def last_action_on_disk(self, last: int) -> int:
        known = [int(key, 16) for key in Keyring(self.folder).load_known_players()]
        assert not list(self.folder.glob("friends.json.*")), "the file was damaged"
        done = max(known, default=0)
        assert known == list(range(max(1, done - N_FRIENDS + 1), done + 1)), "somebody is lost"
        return done


class LibraryKind(SavedKind):
    """A kind of data that is saved in the library."""

    def open_files(self) -> None:
        self.library = Library(self.folder)


class PuzzlesKind(LibraryKind):
    """Saves answers to puzzles.

    Every second answer is wrong, so that its puzzle is asked again later.
    """

    name = "puzzles"

    def open_files(self) -> None:
        super().open_files()
        self.questions = tuple(itertools.islice(shipped_puzzles(), 40))

    def carry_out_action(self, n: int) -> None:
        trainer, question = SpacedRepetition(self.library), self.questions[n % 40]
        if n % 2:
            trainer.add_flashcard("Ada", question, "puzzle")
        trainer.save_answer("Ada", question, str(n), 0.0, 1 + n % 2, not n % 2, False)

    def last_action_on_disk(self, last: int) -> int:
        with closing(Library(self.folder)) as library:
            assert library.fault is None, library.fault
            rows = library.query_rows("SELECT answer FROM attempt ORDER BY id")
            cards = library.query_rows("SELECT puzzle, count(*) FROM card GROUP BY puzzle")
        found = [int(answer) for (answer,) in rows]
        assert found == list(range(1, len(found) + 1)), f"answers are lost or twice: {found}"
        assert all(count == 1 for _puzzle, count in cards), "a card is there twice"
        assert len(cards) >= min(20, len(found) // 2), "a card is lost"
        return len(found)


class ReviewsKind(LibraryKind):
    """Saves a review of the same round again and again, each time by another judge."""

    name = "reviews"

    def open_files(self) -> None:
        super().open_files()
        self.library.add_match(sample_record())
        found = sample_review(sample_finished_round())
        assert found is not None
        self.review = found

    def carry_out_action(self, n: int) -> None:
        story, explanations = self.review.judgement, self.review.explanations
        made = ReviewProgress(self.review.stage, f"{judge_id()}-{n}", story, explanations)
        SavedReviews(self.library).save_review(1, made)

    def last_action_on_disk(self, last: int) -> int:
        with closing(Library(self.folder)) as library:
            assert library.fault is None, library.fault
            if not len(library):
                assert last == 0, "the match is lost"
                return 0
            judges = [row[0] for row in library.query_rows("SELECT judge FROM judged")]
            assert len(judges) <= 1, f"reviews of {judges}"
            if not judges:
                assert last == 0, "the review is lost"
                return 0
            review = SavedReviews(library).saved_review(1, sample_finished_round(), judges[0])
            assert review is not None and review_to_text(review), "the review cannot be read"
            rows = library.query_rows(
                "SELECT DISTINCT judge FROM decision UNION SELECT judge FROM luck"
            )
            assert {row[0] for row in rows} == set(judges), "a part of another review is left"
        return int(judges[0].rpartition("-")[2])


class RebuildKind(LibraryKind):
    """Rebuilds a library that is mostly damaged before each start."""

    name = "rebuild"

    def create_files(self, rng: Random) -> None:
        path = self.folder / LIBRARY_FILE
        if not path.exists():
            rules, seats = rules_for("keypad", {"target": 1}), (SeatInfo("A", "human"),) * 2
            with closing(Library(self.folder)) as library:
                for n in range(N_MATCHES):
                    library.add_match(random_record(rules, seats, Random(n)))
        content = path.read_bytes()
        if rng.random() < 0.7:
            content = content.replace(b"CREATE TABLE match", b"CREATE TABEL match")
        path.write_bytes(content)

    def carry_out_action(self, n: int) -> None:
        self.library.recompute_columns_from_record(1 + n % N_MATCHES)

    def last_action_on_disk(self, last: int) -> int:
        with closing(Library(self.folder)) as library:
            found = [entry.id for entry in library.find_matches()]
            assert sorted(found) == list(range(1, N_MATCHES + 1)), f"found are {found}"
            assert not library.damaged
            for number in found:
                library.load_record(number)
        return last


KINDS: tuple[type[SavedKind], ...] = (
    *(SettingsKind, ProfilesKind, LessonProgressKind, SigningKeysKind),
    *(KnownPlayersKind, PuzzlesKind, ReviewsKind, RebuildKind),
)


def main() -> int:
    names = [kind.name for kind in KINDS]
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--kills", type=int, default=50, metavar="N", help="number of kills of each kind"
    )
    parser.add_argument("--only", nargs="*", choices=names, default=names)
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    # Used to run the child process.
    parser.add_argument("--write", nargs=3, metavar="X", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.write:
        name, folder, first = options.write
        return write_until_killed(saved_kind_named(name)(Path(folder)), int(first))
    failed = False
    for name in options.only:
        with tempfile.TemporaryDirectory(prefix=f"hacktrick-kill-{name}-") as folder:
            failed |= not does_data_survive_kills(
                saved_kind_named(name)(Path(folder)), options.kills, Random(options.seed)
            )
    return int(failed)


def saved_kind_named(name: str) -> type[SavedKind]:
    return next(kind for kind in KINDS if kind.name == name)


def write_until_killed(kind: SavedKind, first: int) -> int:
    """Carry out actions from number ``first`` on until killed; the child's main function."""
    kind.open_files()
    os.write(1, b"0\n")
    for n in itertools.count(first):
        kind.carry_out_action(n)
        os.write(1, f"{n}\n".encode())
    return 0


def does_data_survive_kills(kind: SavedKind, kills: int, rng: Random) -> bool:
    """Kill a child again and again, and check what is left.

    Args:
        kills: the number of kills.

    Returns:
        Whether nothing was lost.
    """
    began, done = time.monotonic(), 0
    for number in range(1, kills + 1):
        kind.create_files(rng)
        last = max(done, run_and_kill(kind, done + 1, rng))
        try:
            done = kind.last_action_on_disk(last)
            assert done in (last, last + 1), f"{done} instead of {last} deeds"
        except AssertionError as error:
            print(f"{kind.name}, kill {number}: {error}", flush=True)
            return False
    took = time.monotonic() - began
    print(f"{kind.name}: {kills} kills, {done} deeds, nothing lost, {took:.0f} s", flush=True)
    return True


def run_and_kill(kind: SavedKind, first: int, rng: Random) -> int:
    """Start a child and kill it at a random moment, every fourth time while it opens the files.

    Args:
        first: the number of the first action.

    Returns:
        The number of the last action that was reported; 0 if there is none.
    """
    command = [sys.executable, __file__, "--write", kind.name, str(kind.folder), str(first)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        if rng.random() < 0.25:
            time.sleep(rng.uniform(0.1, 0.6))
        else:
            child.stdout.readline()
            time.sleep(rng.uniform(MIN_SAVING_SECONDS, MAX_SAVING_SECONDS))
        ended = child.poll()
        child.kill()
        lines = child.stdout.read().decode().split("\n")[:-1]
    assert ended is None, f"the child ended with {ended}"
    return int(lines[-1]) if lines else 0


if __name__ == "__main__":
    sys.exit(main())
