"""Input and output of the text mode, and its start without a window and pygame."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from hacktrick import cli
from hacktrick.app import crash_log
from hacktrick.terminal.play import program
from hacktrick.terminal.play.console import (
    CLEAR_SCREEN,
    LINE_WIDTH,
    MIN_LINE_WIDTH,
    SCREENFUL_LINES,
    InputClosed,
    Terminal,
    ask_choice,
)


class FakeTerminalOutput(io.StringIO):
    """An output that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def terminal_and_screen(
    typed: str, screen: io.StringIO | None = None
) -> tuple[Terminal, io.StringIO]:
    screen = screen or io.StringIO()
    return Terminal(io.StringIO(typed), screen), screen


def test_lines_are_wrapped_and_use_plain_characters() -> None:
    terminal, screen = terminal_and_screen("")
    terminal.say("word " * 40, "−1 “a” – b…", "", "one\ntwo")
    lines = screen.getvalue().splitlines()
    assert max(map(len, lines)) <= LINE_WIDTH
    assert lines[-4:] == ['-1 "a" - b...', "", "one", "two"]


@pytest.mark.parametrize(("columns", "width"), [(20, 20), (200, LINE_WIDTH), (3, MIN_LINE_WIDTH)])
def test_lines_fit_into_a_narrow_terminal(
    monkeypatch: pytest.MonkeyPatch, columns: int, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    terminal, screen = terminal_and_screen("", FakeTerminalOutput())
    terminal.say("ab cde " * 40)
    lines = screen.getvalue().splitlines()
    assert width - 4 <= max(map(len, lines)) <= width


def test_control_characters_are_removed_from_input() -> None:
    terminal, _screen = terminal_and_screen(" a\x00b\x1b[0m\t\r\n")
    assert terminal.ask("?") == "ab[0m"
    with pytest.raises(InputClosed):
        terminal.ask("?")


def test_a_terminal_is_cleared_and_any_other_output_scrolled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("TERM", "xterm")
    terminal, screen = terminal_and_screen("", FakeTerminalOutput())
    terminal.clear()
    assert screen.getvalue() == CLEAR_SCREEN
    monkeypatch.setenv("TERM", "dumb")
    for target in (FakeTerminalOutput(), io.StringIO()):
        terminal, screen = terminal_and_screen("", target)
        terminal.clear()
        assert screen.getvalue() == "\n" * SCREENFUL_LINES


def test_a_question_is_asked_until_a_number_answers_it() -> None:
    terminal, screen = terminal_and_screen("0\n4\nx\n²\n\n2\n")
    assert ask_choice(terminal, "What?", ["a", "b", "c"]) == 1
    assert screen.getvalue().count("Type a number from 1 to 3.") == 5
    terminal, _screen = terminal_and_screen("\n")
    assert ask_choice(terminal, "What?", ["a", "b", "c"], default_index=2) == 2


def run_text_mode(folder: Path, typed: str) -> subprocess.CompletedProcess[str]:
    """Run the program, which reports on standard error whether it has loaded pygame."""
    program = (
        "import sys\n"
        "from hacktrick import cli\n"
        "if __name__ == '__main__':\n"
        "    code = cli.main(['--text', '--data-dir', sys.argv[1]])\n"
        "    print('pygame' in sys.modules, file=sys.stderr)\n"
        "    sys.exit(code)\n"
    )
    file = folder / "program.py"
    file.write_text(program, encoding="utf-8")
    paths = filter(None, (os.getcwd(), os.environ.get("PYTHONPATH")))
    return subprocess.run(
        [sys.executable, str(file), str(folder / "data")],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "1", "PYTHONPATH": os.pathsep.join(paths)},
        timeout=120,
        check=False,
    )


def test_a_match_against_the_computer_loads_no_pygame(tmp_path: Path) -> None:
    typed = ["2", "1", "1", "Ada", "2", "1", "", "1", "1", "1", "1", "1", "state", "rules 3"]
    done = run_text_mode(tmp_path, "\n".join([*typed, ""]))
    assert (done.returncode, done.stderr) == (0, "False\n")
    assert "You have the cards" in done.stdout and "Pixel plays a " in done.stdout
    assert done.stdout.endswith("Your match is saved. Continue resumes it.\n")
    again = run_text_mode(tmp_path, "1\nlog\nmenu\n10\n1\n")
    assert (again.returncode, again.stderr) == (0, "False\n")
    assert "You play a " in again.stdout


def test_without_input_the_program_ends_at_once(tmp_path: Path) -> None:
    done = run_text_mode(tmp_path, "")
    assert (done.returncode, done.stderr) == (0, "False\n")
    assert done.stdout.endswith("Good-bye.\n")


def test_a_crash_names_the_log_and_keeps_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def break_down(*_arguments: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(program, "ask_choice", break_down)
    terminal, _screen = terminal_and_screen("")
    assert program.run_text_mode(tmp_path, terminal) == program.CRASHED
    crash_log.close_log()
    errors = capsys.readouterr().err
    log = tmp_path / "log" / crash_log.LOG_FILE
    assert str(log) in errors and "Traceback" not in errors
    assert "ZeroDivisionError" in log.read_text(encoding="utf-8")


def test_a_program_without_a_terminal_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert cli.main(["--text"]) == cli.FAILED
    assert capsys.readouterr().err == "error: text mode needs a terminal\n"
