"""The fuzzing targets: functions that feed a text to the program, and raise if it is handled badly.

The program handles a text badly if it raises any exception other than the documented one, if an
error message is not one short sentence, if a valid result changes when it is written and read
again, if a file appears in the wrong place, or if the program takes too long.
"""

from __future__ import annotations

import contextlib
import io
import json
import shlex
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from unittest import mock

from hacktrick import cli
from hacktrick.ai import bot_protocol
from hacktrick.ai.agent import Budget
from hacktrick.ai.levels.catalogue import first_legal_decision
from hacktrick.app import crash_log, storage
from hacktrick.app import themes as theme
from hacktrick.coach.thinking_client import (
    AnalysisUpdate,
    DecisionAnswer,
    InlineThinker,
    ReviewUpdate,
)
from hacktrick.game.notation.diagram import text_of
from hacktrick.game.notation.position_parser import MAX_TEXT_LENGTH, PositionError, read_diagram
from hacktrick.game.view import View
from hacktrick.game.view_json import ViewError, read_view, view_to_json
from hacktrick.i18n import translator as words
from hacktrick.match.player_kinds import LEVEL_NUMBERS
from hacktrick.match.record import RecordError, read_record
from hacktrick.match.record_replay import replay_record
from hacktrick.terminal.commands.position import (
    position_as_data,
    position_fault_sentence,
    position_text,
)
from hacktrick.terminal.play.console import Terminal
from hacktrick.terminal.play.program import run_text_mode
from qa import fuzz_frames, fuzz_seeds

MAX_SENTENCE_LENGTH = 600
MAX_CPU_SECONDS = 5.0  # processor seconds that a text may take
MAX_COMMAND_LENGTH = 20_000  # in characters; splitting longer texts into words is slow
THINKING_MS = 5
MAX_INPUT_LINES = 200  # maximum number of lines of text-mode input


class TargetFailure(AssertionError):
    """Raised with a description of the fault if the program handles its input badly."""


def fail_unless(holds: bool, what: str) -> None:
    """Raise ``TargetFailure`` with this text unless a condition holds."""
    if not holds:
        raise TargetFailure(what)


def check_error_sentence(text: str) -> None:
    """Check that an error message is one short sentence."""
    fail_unless(0 < len(text) <= MAX_SENTENCE_LENGTH, f"a sentence of {len(text)} characters")
    fail_unless("\n" not in text and "Traceback" not in text, f"not one sentence: {text!r}")


@contextlib.contextmanager
def check_cpu_time() -> Iterator[None]:
    """Check that a ``with`` block takes at most ``MAX_CPU_SECONDS``."""
    began = time.process_time()
    yield
    fail_unless(time.process_time() - began < MAX_CPU_SECONDS, "it takes too long")


def receive_record(text: str) -> None:
    """Read and replay a match record."""
    try:
        found = read_record(text)
        for _ in replay_record(found):
            pass
    except RecordError as error:
        check_error_sentence(str(error))
        return
    again = read_record(found.as_text())
    fail_unless(again == found, "a record comes back changed")


def receive_view(text: str) -> None:
    """Read a view, as from a request to the bot command."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return
    try:
        found = read_view(data.get("view") if isinstance(data, dict) else data)
    except ViewError as error:
        check_error_sentence(str(error))
        return
    fail_unless(read_view(view_to_json(found)) == found, "a view comes back changed")


def receive_position(text: str) -> None:
    """Read and show a position in the notation of positions."""
    try:
        found = read_diagram(text)
    except PositionError as error:
        check_error_sentence(position_fault_sentence(error))
        fail_unless(0 <= error.at <= max(len(text), MAX_TEXT_LENGTH), "a place outside the line")
        return
    fail_unless(read_diagram(text_of(found)) == found, "a position comes back changed")
    fail_unless(
        bool(position_text(found) and json.dumps(position_as_data(found))),
        "a position is not shown",
    )


def receive_bot_line(text: str) -> None:
    """Pass a text to the bot command as a request."""
    source, sink = io.StringIO(_request_with_short_time(text)), io.StringIO()
    bot_protocol.serve_lines(LEVEL_NUMBERS[-1], 1, source, sink, at_once=True)
    for line in sink.getvalue().splitlines():
        answer = json.loads(line)
        if "error" in answer:
            check_error_sentence(answer["error"])
        else:
            fail_unless(isinstance(answer["action"], str), "an answer without an action")


def _request_with_short_time(text: str) -> str:
    """Return the same request with little time to think, since thinking is not tested here."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return text
    if isinstance(data, dict) and type(data.get("time_ms")) in (int, float):
        data["time_ms"] = min(data["time_ms"], THINKING_MS)
    elif isinstance(data, dict) and data.get("time_ms") is None:
        data["time_ms"] = THINKING_MS
    return json.dumps(data)


def receive_settings_file(text: str) -> None:
    """Load and save settings in a data folder."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "data"
        opened, _ = storage.open_storage(place)
        (place / storage.SETTINGS_FILE).write_bytes(text.encode("utf-8", "surrogatepass"))
        found, _ = opened.load_settings()
        opened.save_settings(found)
        again, problems = opened.load_settings()
        opened.close()
        fail_unless(again == found and not problems, "settings come back changed")
        _check_data_folder_content(Path(folder))


def _check_data_folder_content(folder: Path) -> None:
    """Check that nothing lies beside the data folder, and that it holds only expected files."""
    fail_unless(
        [path.name for path in folder.iterdir()] == ["data"], "a file outside the data folder"
    )
    known = {storage.LOCK_FILE, storage.SETTINGS_FILE, f"{storage.SETTINGS_FILE}.backup"}
    known |= {*storage.AUTOSAVES, *(f"{name}.backup" for name in storage.AUTOSAVES)}
    strange = {path.name for path in (folder / "data").iterdir()} - known
    fail_unless(not strange, f"strange files: {sorted(strange)}")


def receive_autosave(text: str) -> None:
    """Load an autosaved match in a data folder."""

    def is_match(content: str) -> None:
        for _ in replay_record(read_record(content)):
            pass

    with tempfile.TemporaryDirectory() as folder:
        opened, _ = storage.open_storage(Path(folder) / "data")
        opened.save_match(text)
        loaded = opened.load_autosave(is_match)
        fail_unless(loaded.text is not None or bool(loaded.problems), "a bad match is passed over")
        opened.close()
        _check_data_folder_content(Path(folder))


def receive_theme_file(text: str) -> None:
    """Load a theme's file."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "x.toml"
        file.write_bytes(text.encode("utf-8", "surrogatepass"))
        try:
            theme.load_theme_file(file)
        except theme.ThemeError as error:
            check_error_sentence(str(error))


def parse_mutated_theme_tables(text: str) -> None:
    """Read a theme from TOML tables with mutated values."""
    if len(text) > theme.MAX_FILE_SIZE:  # `receive_theme_file` checks that such a file is refused
        return
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError):
        return
    tables = {key: fuzz_seeds.mutated_data(table, Random(len(text))) for key, table in data.items()}
    try:
        theme.parse_theme("x", tables)
    except theme.ThemeError as error:
        check_error_sentence(str(error))


def run_command_line(text: str) -> None:
    """Run any command except the window, in a folder that holds only one valid match."""
    out, err = _text_stream(), _text_stream()
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        Path("match.hacktrick.json").write_text(
            fuzz_seeds.valid_text("record", 1), encoding="utf-8"
        )
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = _run_command(_safe_command_words(text))
    fail_unless(code in (0, 1, 2), f"exit code {code}")
    if code:
        err.seek(0)
        check_error_sentence(err.read().removesuffix("\n"))


class _HastyThinker(InlineThinker):
    """A thinker that answers at once, since the quality of play is not tested here."""

    def request_decision(
        self, level: int, view: View, seed: int = 0, budget: Budget | None = None
    ) -> int:
        self._ticket += 1
        self._answer = DecisionAnswer(self._ticket, first_legal_decision(view))
        return self._ticket

    def pop_analysis_updates(self) -> tuple[AnalysisUpdate, ...]:
        """Answer every question without a result."""
        questions, self._pending_analyses = self._pending_analyses, {}
        return tuple(AnalysisUpdate(one.ticket, None) for one in questions.values())

    def pop_review_updates(self) -> tuple[ReviewUpdate, ...]:
        """Answer every review without a result."""
        question, self._pending_review = self._pending_review, None
        return () if question is None else (ReviewUpdate(question.ticket, None),)


def receive_typed_input(text: str) -> None:
    """Run the text mode on input that may end anywhere."""
    source, screen = io.StringIO("\n".join(text.split("\n")[:MAX_INPUT_LINES])), io.StringIO()
    # Without this patch, every run would add another hook.
    no_hook = mock.patch.object(crash_log, "install_crash_log")
    # A command to play online would wait forever for an opponent.
    no_line = mock.patch("hacktrick.terminal.play.program.play_at_online_table")
    with (
        no_hook,
        no_line,
        tempfile.TemporaryDirectory() as folder,
        contextlib.redirect_stderr(_text_stream()),
    ):
        code = run_text_mode(
            Path(folder),
            Terminal(source, screen, sleep=lambda seconds: None),
            _HastyThinker,
            Random(len(text)),
        )
        crash_log.close_log()
    words.set_language(words.SOURCE_LANGUAGE)
    fail_unless(code == 0, "the text mode breaks down")


def _text_stream(content: bytes = b"") -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(content), encoding="utf-8", errors="backslashreplace")


def _safe_command_words(text: str) -> list[str]:
    try:
        words = shlex.split(text[:MAX_COMMAND_LENGTH])
    except ValueError:
        words = text[:MAX_COMMAND_LENGTH].split(" ")
    # Arguments of a program cannot hold NUL, and the arena would start any program named here.
    words = [word.replace("\0", "") for word in words]
    return [word for word in words if not word.startswith(("cmd:", "--j", "--r"))]


def _run_command(arguments: list[str]) -> int:
    no_window = mock.patch.object(cli, "_run_game", lambda _: 0)
    with no_window, mock.patch("sys.stdin", _text_stream(b"{}\n")):
        try:
            return cli.main(arguments)
        except SystemExit as left:  # --help and --version raise this
            return int(left.code or 0)


Target = Callable[[str], None]
TARGETS: dict[str, tuple[str, Target]] = {
    "record": ("record", receive_record),
    "autosave": ("record", receive_autosave),
    "view": ("bot", receive_view),
    "bot": ("bot", receive_bot_line),
    "position": ("position", receive_position),
    "settings": ("settings", receive_settings_file),
    "theme": ("theme", receive_theme_file),
    "theme-tables": ("theme", parse_mutated_theme_tables),
    "command": ("command", run_command_line),
    "typed": ("typed", receive_typed_input),
    "net": ("net", fuzz_frames.receive_frame),
    "terms": ("terms", fuzz_frames.receive_terms),
}
"""Name -> the kind of valid text that is mutated, and the function that receives it."""


def run_target(name: str, text: str) -> None:
    """Run one target on one text."""
    with check_cpu_time():
        TARGETS[name][1](text)
