"""Any input text gives a valid result or a one-sentence error, never a traceback, hang or leak.

`build/qa/fuzz.py` searches the same targets for longer; these inputs are the same in every run.
"""

from __future__ import annotations

import gc
import io
import json
import tomllib
import tracemalloc
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from qa import fuzz_seeds, fuzz_targets

from hacktrick import cli
from hacktrick.ai import bot_protocol
from hacktrick.app import storage
from hacktrick.app import themes as theme
from hacktrick.match.record import MAX_CHARACTERS, RecordError, read_record
from tests.support.parameter_sampling import mark_others_slow

SLOW = {"settings", "autosave", "command", "typed", "net"}  # each input needs a folder or a table
NAMES = sorted(fuzz_targets.TARGETS)
PLAYED = "typed"  # each input is a whole match in the text mode
TRIED = [pytest.param(name, marks=pytest.mark.slow if name == PLAYED else ()) for name in NAMES]

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4)
    ),
    max_leaves=12,
)


@pytest.mark.parametrize("name", TRIED)
def test_slightly_corrupted_texts_are_handled(name: str) -> None:
    kind = fuzz_targets.TARGETS[name][0]
    for seed in range(60 if name in SLOW else 400):
        good = fuzz_seeds.valid_text(kind, seed % fuzz_seeds.N_SEEDS)
        fuzz_targets.run_target(name, fuzz_seeds.corrupted_text(good, Random(seed)))


@pytest.mark.parametrize("name", TRIED)
def test_valid_texts_are_accepted(name: str) -> None:
    for seed in range(fuzz_seeds.N_SEEDS):
        fuzz_targets.run_target(name, fuzz_seeds.valid_text(fuzz_targets.TARGETS[name][0], seed))


@pytest.mark.parametrize("name", NAMES)
def test_arbitrary_texts_are_handled(name: str) -> None:
    @settings(max_examples=25 if name in SLOW else 100, derandomize=True)
    @given(st.text() | st.builds(json.dumps, json_values))
    @example('{"view": {"preset": [], "options": {}}, "legal": ["draw"], "time_ms": 1e999}')
    def tries(text: str) -> None:
        fuzz_targets.run_target(name, text)

    tries()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("part", ["[", '{"a":', "9", "a.", "x=[", '"'])
def test_long_and_deeply_nested_texts_are_handled(name: str, part: str) -> None:
    fuzz_targets.run_target(name, part * 50_000)


def test_a_record_that_is_too_large_is_not_read() -> None:
    with pytest.raises(RecordError, match="too large"):
        read_record(" " * (MAX_CHARACTERS + 1))


def test_an_endless_file_is_not_waited_for(capsys: pytest.CaptureFixture[str]) -> None:
    endless = Path("/dev/zero")
    if endless.exists():
        assert cli.main(["replay", str(endless)]) == cli.FAILED
        assert (
            capsys.readouterr().err
            == f"error: {endless} is a pipe or a device, not a file; use - for standard input\n"
        )


def test_an_endless_line_costs_the_bot_one_answer() -> None:
    line = "x" * (3 * bot_protocol.MAX_LINE + 5)
    source, sink = io.StringIO(f"{line}\nnonsense\n"), io.StringIO()
    bot_protocol.serve_lines(1, 0, source, sink)
    first, second = map(json.loads, sink.getvalue().splitlines())
    assert first == {"error": "the request is too long"}
    assert "error" in second


@pytest.mark.parametrize("milliseconds", [10**400, 1e308, 1e-300, 5])
def test_any_positive_time_limit_is_accepted(milliseconds: float) -> None:
    request = json.loads(fuzz_seeds.valid_text("bot", 1)) | {"time_ms": milliseconds}
    assert (
        bot_protocol.answer_without_waiting(1, 0, json.dumps(request))["action"] in request["legal"]
    )


def test_a_name_that_no_font_can_show_is_refused() -> None:
    data = json.loads(fuzz_seeds.valid_text("record", 1))
    for name in ("a\0b", "a\nb", "\ud800"):
        data["seats"][0]["name"] = name
        with pytest.raises(RecordError, match="the name of a seat"):
            read_record(json.dumps(data))


def test_infinite_numbers_cost_no_other_setting(tmp_path: Path) -> None:
    """Written back as Infinity, they would make the whole file unreadable."""
    opened, _ = storage.open_storage(tmp_path)
    (tmp_path / storage.SETTINGS_FILE).write_text('{"later": 1e999}', encoding="utf-8")
    found, problems = opened.load_settings()
    assert [problem.code for problem in problems] == ["broken"]
    opened.save_settings(found)
    assert opened.load_settings() == (found, ())
    opened.close()


@pytest.mark.parametrize("font", ["../themes/keypad.toml", "/etc/hosts", "Inter-OFL.txt", "x" * 99])
def test_a_theme_takes_fonts_only_from_their_folder(font: str) -> None:
    tables = tomllib.loads(fuzz_seeds.valid_text("theme", 0))
    tables["faces"]["body"] = font
    with pytest.raises(theme.ThemeError, match="is not in assets/fonts"):
        theme.parse_theme("x", tables)


@pytest.mark.parametrize(
    "name", mark_others_slow(["record", "view", "bot", "theme-tables"], "view")
)
def test_bad_input_leaves_nothing_behind(name: str) -> None:
    kind = fuzz_targets.TARGETS[name][0]
    texts = [
        fuzz_seeds.corrupted_text(fuzz_seeds.valid_text(kind, seed), Random(seed))
        for seed in range(20)
    ]
    tracemalloc.start()
    try:
        sizes = [_size_after(name, texts) for _ in range(12)]
    finally:
        tracemalloc.stop()
    assert sizes[-1] - sizes[3] < 20_000, sizes


def _size_after(name: str, texts: list[str]) -> int:
    for text in texts:
        fuzz_targets.run_target(name, text)
    gc.collect()
    return tracemalloc.get_traced_memory()[0]
