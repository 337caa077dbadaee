"""build/assets/recompute_figures.py recomputes what depends on the net, outside the checkout."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from assets.figure_tables import BLOCKS, DOCUMENTS, fill_tables
from assets.recompute_figures import (
    StageRequest,
    is_stage_done,
    main,
    requested_stages,
    save_stage_progress,
)
from assets.recompute_figures_stages import STAGES

from assets import figure_tables, figures_file, recompute_figures
from tests.support.recomputed_files import copy_recomputed_files

ROOT = Path(__file__).resolve().parents[2]
FIGURES = figures_file.load_figure_tables(ROOT)


def refusal(*arguments: str) -> str:
    """Check that a command is refused, and return the error message."""
    with pytest.raises(SystemExit) as found:
        main(list(arguments))
    sentence = str(found.value)
    assert sentence.startswith("recompute_figures.py: ") and "\n" not in sentence
    return sentence.removeprefix("recompute_figures.py: ")


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Replace the checkout by a copy of the files that stages write."""
    return copy_recomputed_files(tmp_path / "copy", monkeypatch)


# Tests of figures in the documents.


def test_the_tables_of_the_documents_match_the_figures() -> None:
    names = []
    for document in DOCUMENTS:
        text = (ROOT / document).read_text(encoding="utf-8")
        assert fill_tables(text, FIGURES) == text, (
            f"{document} is to be filled by build/assets/recompute_figures.py"
        )
        names += re.findall(r"<!-- build/assets/recompute_figures\.py writes this: (\w+) -->", text)
        assert text.count("<!-- to here -->") == text.count(
            "build/assets/recompute_figures.py writes this"
        )
    assert sorted(names) == sorted(BLOCKS)


def test_a_changed_figure_changes_its_table_only(tmp_path: Path) -> None:
    for name in (figures_file.FILE, *DOCUMENTS):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, tmp_path / name)
    assert figure_tables.fill_documents(tmp_path) == []
    nine = {**FIGURES["neighbours"]["9"], "won": 61.25, "won_pm": 2.8, "rounds": 4000}
    lines = {**FIGURES["neighbours"], "9": nine}
    figures_file.replace_table(tmp_path, "neighbours", lines)
    assert figure_tables.fill_documents(tmp_path) == ["docs/strength.md"]
    before = (ROOT / "docs/strength.md").read_text(encoding="utf-8").splitlines()
    after = (tmp_path / "docs/strength.md").read_text(encoding="utf-8").splitlines()
    (other,) = set(after) - set(before)
    assert other.startswith("| arena | level 9 | level 8 | 4,000 | 600 | 61.2 ± 2.8 % |")
    assert len(before) == len(after)


def test_a_mark_without_a_table_is_an_error() -> None:
    with pytest.raises(KeyError):
        fill_tables(
            "<!-- build/assets/recompute_figures.py writes this: nothing -->\n<!-- to here -->",
            FIGURES,
        )


# Tests of the command's arguments.


def requests_of(*arguments: str) -> dict[str, StageRequest]:
    return {
        wish.name: wish for wish in requested_stages(recompute_figures.read_arguments(arguments))
    }


def test_all_stages_come_in_their_order_or_one_or_all_from_one_on() -> None:
    assert list(requests_of()) == list(STAGES)
    assert list(requests_of("--only", "line")) == ["line"]
    assert list(requests_of("--from", "puzzles")) == ["puzzles", "forecasts", "tables"]
    assert set(figures_file.ORDER) <= {*STAGES, "themes"}


def test_sizes_are_the_usual_ones_the_quick_ones_or_those_that_are_named() -> None:
    assert requests_of()["equity"].size == 3000 and requests_of("--quick")["equity"].size == 8
    assert (
        requests_of("--quick")["rounds"].levels == (4, 6) and requests_of()["rounds"].levels == ()
    )
    some = requests_of("--quick", "--rounds", "equity=50", "--levels", "neighbours=3,2")
    assert some["equity"].size == 50 and some["neighbours"].levels == (3, 2)
    assert requests_of()["line"].size is None


@pytest.mark.parametrize(
    "arguments",
    [
        ("--only", "curves"),
        ("--from", "curves"),
        ("--rounds", "curves=2"),
        ("--levels", "curves=2"),
    ],
)
def test_an_unknown_stage_is_reported_in_a_sentence(arguments: tuple[str, str]) -> None:
    sentence = refusal("--state", "anywhere", *arguments)
    assert sentence == f"there is no stage 'curves'; the stages are {', '.join(STAGES)}"


@pytest.mark.parametrize("text", ["0", "-3", "many", ""])
def test_a_size_is_a_number_from_one_on(text: str) -> None:
    sentence = refusal("--state", "anywhere", "--rounds", f"equity={text}")
    assert sentence == f"{text!r} is not a number from 1 on"


def test_a_size_names_its_stage() -> None:
    assert refusal("--rounds", "500") == "'500' does not say STAGE=NUMBER"


def test_a_work_folder_inside_the_checkout_is_refused() -> None:
    assert "--state DIR" in refusal("--only", "tables")
    assert "lies in the checkout" in refusal("--state", str(ROOT / "build" / "state"))
    assert not (ROOT / "build" / "state").exists()


def test_results_of_a_quick_run_are_not_written(tmp_path: Path) -> None:
    sentence = refusal("--quick", "--write", "--state", str(tmp_path / "state"))
    assert "not written" in sentence and not (tmp_path / "state").exists()


def test_a_file_that_is_no_net_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "net.npz"
    file.write_bytes(b"nothing")
    sentence = refusal("--state", str(tmp_path / "state"), "--net", str(file))
    assert "is no net that can be used" in sentence


def test_a_work_folder_of_another_net_is_refused(tmp_path: Path) -> None:
    recompute_figures.write_progress(tmp_path, {"weights": "of another"})
    assert refusal("--state", str(tmp_path)).endswith("it needs a folder of its own")


def test_a_net_is_identified_without_its_calibration_lines(tmp_path: Path) -> None:
    with np.load(ROOT / figures_file.NET) as arrays:
        kept: dict[str, Any] = dict(arrays)
    lines, weights = (
        {**kept, "calibration": kept["calibration"] + 1},
        {**kept, "b6": kept["b6"] + 1},
    )
    np.savez_compressed(tmp_path / "lines.npz", **lines)
    np.savez_compressed(tmp_path / "weights.npz", **weights)
    own = recompute_figures.weights_fingerprint(ROOT / figures_file.NET)
    assert recompute_figures.weights_fingerprint(tmp_path / "lines.npz") == own
    assert recompute_figures.weights_fingerprint(tmp_path / "weights.npz") != own


# Tests of running stages.


def test_a_stage_is_done_until_one_before_it_is_done_again(tmp_path: Path) -> None:
    first, later = StageRequest("equity", 8, ()), StageRequest("line", None, ())
    assert not is_stage_done(tmp_path, first)
    save_stage_progress(tmp_path, first, 5, True)
    save_stage_progress(tmp_path, later, 7, True)
    assert is_stage_done(tmp_path, first) and is_stage_done(tmp_path, later)
    assert not is_stage_done(tmp_path, StageRequest("equity", 9, ()))
    assert not is_stage_done(tmp_path, StageRequest("equity", 8, (4,)))
    save_stage_progress(tmp_path, first, 5, True)
    assert is_stage_done(tmp_path, first) and not is_stage_done(tmp_path, later)


def test_an_interrupted_stage_is_not_done_and_its_time_counts(tmp_path: Path) -> None:
    wish = StageRequest("equity", 8, ())
    save_stage_progress(tmp_path, wish, 1000, True)
    recompute_figures.record_stage_not_done(tmp_path, "equity")
    assert not is_stage_done(tmp_path, wish)
    save_stage_progress(tmp_path, wish, 30, False)
    assert not is_stage_done(tmp_path, wish)
    save_stage_progress(tmp_path, wish, 12, True)
    assert is_stage_done(tmp_path, wish)
    (line,) = [
        one for one in recompute_figures.stage_overview_lines(tmp_path) if one.startswith("equity")
    ]
    assert line.endswith("3,000 (took 42 s)")


class Ended:
    """A finished process of a stage, with its exit status."""

    def __init__(self, status: int) -> None:
        self.returncode = status


def test_a_failed_stage_is_reported_and_an_interrupted_one_is_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wish, commands = StageRequest("neighbours", 2, (8, 9)), list[list[str]]()

    def run(command: list[str], **_: object) -> Ended:
        commands.append(command)
        if len(commands) == 2:
            raise KeyboardInterrupt
        return Ended(len(commands) == 1)

    monkeypatch.setattr(recompute_figures.subprocess, "run", run)  # type: ignore[attr-defined]
    with pytest.raises(recompute_figures.RequestRefused, match="stage 'neighbours' has failed"):
        recompute_figures.run_stage(tmp_path, tmp_path / "tree", wish, 2)
    assert not is_stage_done(tmp_path, wish)
    with pytest.raises(KeyboardInterrupt):
        recompute_figures.run_stage(tmp_path, tmp_path / "tree", wish, 2)
    assert not is_stage_done(tmp_path, wish)
    recompute_figures.run_stage(tmp_path, tmp_path / "tree", wish, 2)
    assert is_stage_done(tmp_path, wish)
    assert commands[0] == commands[2]
    assert commands[0][2:] == [
        *("neighbours", str(tmp_path), "--jobs", "2", "--size", "2"),
        *("--levels", "8", "9"),
    ]


def test_the_list_has_every_stage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(STAGES)


# Tests of writing into the checkout.


def test_nothing_is_written_while_a_figure_belongs_to_another_net(
    copy: Path, tmp_path: Path
) -> None:
    target = tmp_path / "target"
    shutil.copytree(copy, target)
    figures_file.replace_table(copy, "lesson", {**FIGURES["lesson"], "net": "0" * 64})
    with pytest.raises(
        recompute_figures.RequestRefused, match=r"these are of another net: lesson$"
    ):
        recompute_figures.copy_results_to_checkout(copy, target)
    assert figures_file.load_figure_tables(target) == FIGURES


def with_share(share: float) -> figures_file.Table:
    """Return forecast results in which one share of the keypad edition is changed."""
    return {**FIGURES["forecasts"], "keypad": {**FIGURES["forecasts"]["keypad"], "without": share}}


def test_results_are_written_to_the_checkout_with_their_tables(copy: Path, tmp_path: Path) -> None:
    target = tmp_path / "target"
    shutil.copytree(copy, target)
    figures_file.replace_table(copy, "forecasts", with_share(9.99))
    written = recompute_figures.copy_results_to_checkout(copy, target)
    assert [line.removeprefix("written: ") for line in written] == [
        figures_file.NET,
        figures_file.FILE,
        figures_file.PUZZLES,
        "docs/strength.md",
    ]
    assert figures_file.load_figure_tables(target)["forecasts"] == with_share(9.99)
    assert "| 9.99 % |" in (target / "docs/strength.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_stage_is_run_in_a_copy_and_the_checkout_stays_as_it_is(tmp_path: Path) -> None:
    state = tmp_path / "state"
    before = (ROOT / figures_file.FILE).read_bytes()
    assert main(["--state", str(state), "--only", "ratings"]) == 0
    assert main(["--state", str(state), "--from", "tables"]) == 0
    assert (ROOT / figures_file.FILE).read_bytes() == before
    made = figures_file.load_figure_tables(state / "tree")
    assert made["ratings"]["levels"] == FIGURES["ratings"]["levels"]
    done = recompute_figures.read_progress(state)["stages"]
    assert done["ratings"]["done"] and done["tables"]["done"]
