"""The faults that build/qa/mutate.py inserts, and those known to change nothing."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).resolve().parents[2]
EQUIVALENT = Path(__file__).with_name("equivalent.toml")

# The operators whose faults change behaviour; all others change types or unobservable details.
OPERATORS = re.compile(
    r"core/(ReplaceComparisonOperator_(Eq_NotEq|NotEq_Eq|Lt_LtE|LtE_Lt|Gt_GtE|GtE_Gt|Lt_Gt|Gt_Lt|"
    r"Is_IsNot|IsNot_Is)|ReplaceBinaryOperator_(Add_Sub|Sub_Add|Mul_Add|FloorDiv_Mul|Mod_Add)|"
    r"ReplaceUnaryOperator_(Delete_Not|Delete_USub)|AddNot|ReplaceTrueWithFalse|"
    r"ReplaceFalseWithTrue|ReplaceAndWithOr|ReplaceOrWithAnd|ReplaceBreakWithContinue|"
    r"ReplaceContinueWithBreak|NumberReplacer|ZeroIterationForLoop)"
)


@dataclass(frozen=True)
class SourceFault:
    """A fault that an operator causes at one place of a file.

    Attributes:
        occurrence: the number of the place among those that the operator finds.
        line: the number of the line on which the place begins.
    """

    file: str
    operator: str
    occurrence: int
    line: int


def source_files(scope: Sequence[str]) -> list[str]:
    """Return the source files of a scope, as paths from the root."""
    found: list[Path] = []
    for name in scope:
        path = ROOT / "hacktrick" / name
        found += sorted(path.rglob("*.py")) if path.is_dir() else [path]
    return [file.relative_to(ROOT).as_posix() for file in found]


def testable_faults_in(file: str) -> Iterator[SourceFault]:
    """Yield all faults of a source file that a test could detect.

    This excludes faults in cache sizes, in bodies of protocols, in code for another system, in
    ``strict=True`` (a check like an assertion), and in imports that only types need.
    """
    code = (ROOT / file).read_text(encoding="utf-8")
    lines, nodes = code.splitlines(), list(ast_nodes(get_ast(code)))
    never = lines_that_never_run(code)
    for name in filter(OPERATORS.fullmatch, operator_names()):
        operator, n = get_operator(name)(), 0
        for node in nodes:
            for (line, _), _ in operator.mutation_positions(node):
                text = lines[line - 1]
                is_cache = text.lstrip().startswith("@")
                is_check = name == "core/ReplaceTrueWithFalse" and "strict=True" in text
                is_type = text == "if TYPE_CHECKING:"
                if not (is_cache or is_check or is_type or line in never):
                    yield SourceFault(file, name, n, line)
                n += 1


def lines_that_never_run(code: str) -> set[int]:
    """Return the lines of ``Protocol`` classes and of code for another operating system."""
    found: set[int] = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ClassDef) and "Protocol" in map(ast.unparse, node.bases):
            found |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        if isinstance(node, ast.If) and ast.unparse(node.test) == "sys.platform == 'win32'":
            away = node.orelse if sys.platform == "win32" else node.body
            for one in away:
                found |= set(range(one.lineno, (one.end_lineno or one.lineno) + 1))
    return found


def mutated_source(fault: SourceFault) -> str | None:
    """Return the source with a fault inserted, or None if the operator makes no change there."""
    code = (ROOT / fault.file).read_text(encoding="utf-8")
    found: str | None = mutate_code(code, get_operator(fault.operator)(), fault.occurrence)
    return found


# Functions for faults that change nothing.


@dataclass(frozen=True)
class EquivalentLine:
    """A line, the versions of the line that no test can distinguish from it, and the reason."""

    file: str
    line: str
    becomes: tuple[str, ...]
    reason: str


def read_equivalents() -> list[EquivalentLine]:
    """Return all entries of equivalent.toml.

    Raises:
        SystemExit: an entry quotes a line that no longer exists.
    """
    entries = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))["fault"]
    found = [
        EquivalentLine(one["file"], one["line"], tuple(one["becomes"]), one["reason"])
        for one in entries
    ]
    for one in found:
        lines = (ROOT / "hacktrick" / one.file).read_text(encoding="utf-8").splitlines()
        if one.line not in (line.strip() for line in lines):
            sys.exit(f"{EQUIVALENT.name}: there is no line any more in {one.file}:\n{one.line}")
    return found


def equivalence_reason(fault: SourceFault, equivalents: Sequence[EquivalentLine]) -> str | None:
    """Return the reason why a fault changes nothing, or None if no reason is listed."""
    before, after = line_before_and_after_fault(fault)
    file = fault.file.removeprefix("hacktrick/")
    return next(
        (
            one.reason
            for one in equivalents
            if one.file == file and one.line == before and after in one.becomes
        ),
        None,
    )


def line_before_and_after_fault(fault: SourceFault) -> tuple[str, str]:
    """Return a fault's line without and with the fault, both stripped."""
    before = (ROOT / fault.file).read_text(encoding="utf-8").splitlines()
    after = (mutated_source(fault) or "").splitlines()
    number = next(
        (n for n, both in enumerate(zip(before, after, strict=False)) if both[0] != both[1]),
        fault.line - 1,
    )
    return before[number].strip(), after[number].strip() if number < len(after) else ""
