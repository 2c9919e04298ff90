"""Which small faults do the quick tests miss? `python -m studies.mutants [--count 200 --seed 1 --folder FOLDER]`

Places are drawn at random from the rules, the matches, the codec and the batches; each gets one small fault (`<`
becomes `<=`, `+` becomes `-`, 3 becomes 4, a condition is turned round), in a copy of the checkout. Printed is what
survived, and how many did not.

The quick suite runs once without a fault, under `coverage`, to learn which test executes which lines and what it takes.
A fault is then tried by the tests that execute its lines: those of its own room first, then the others, file by file,
the quickest first, until --seconds are used up. What that leaves out makes the share found a little too small, never
too large:

- What runs in another process is not seen: a fault that no test executes is tried by all tests of its room.
- What a file's tests share (a fixture, a cache) is executed by the first of them alone; in the fault's own room all
  tests of a file are therefore run if one of them executes its lines.
- A line that runs at import (a constant, a field's default, what makes them) is tried by its room, by the game's own
  tests, by every test that runs something else of its file, and by what compares the schemas of data with their files.

Tests that fail without a fault are left out. With --folder the copy and what was learnt stay there, and serve the next
run; after a change of the sources take another folder. With --rooms the faults are in these files alone.
"""

from __future__ import annotations

import argparse
import ast
import copy
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import coverage

from sim.seeds import rng
from sim.statistics import rate

ROOT = Path(__file__).resolve().parents[1]
ROOMS = (
    "sim/wire.py",
    "sim/rules_frame/*.py",
    "sim/referee.py",
    "sim/match/*.py",
    "sim/batch/*.py",
    "sim/games/*/rules/*.py",
    "sim/games/*/match/*.py",
)
PAIRS: tuple[tuple[type[ast.AST], type[ast.AST]], ...] = (
    (ast.Lt, ast.LtE),
    (ast.Gt, ast.GtE),
    (ast.Eq, ast.NotEq),
    (ast.In, ast.NotIn),
    (ast.Is, ast.IsNot),
    (ast.Add, ast.Sub),
    (ast.Mult, ast.Div),
    (ast.And, ast.Or),
)
OPERATORS = dict(PAIRS) | {second: first for first, second in PAIRS}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A file in which one expression is replaced. Lines count from 1, columns from 0 in bytes, as `ast` has them.

    lines: of the statement around it, without the statements inside. at_import: whether it is in no function.
    """

    file: Path
    node: ast.expr
    new: str
    lines: range
    at_import: bool

    def source(self, text: str) -> str:
        """Return the file's text with the fault in it."""
        lines = text.splitlines(keepends=True)
        node = self.node
        assert node.end_lineno is not None
        first, last = lines[node.lineno - 1].encode(), lines[node.end_lineno - 1].encode()
        begin, end = first[: node.col_offset].decode(), last[node.end_col_offset :].decode()
        return "".join((*lines[: node.lineno - 1], begin, f"({self.new})", end, *lines[node.end_lineno :]))

    def __str__(self) -> str:
        return f"{self.file}:{self.node.lineno}: {ast.unparse(self.node)}  ->  {self.new}"


def mutants(checkout: Path, file: Path) -> Iterator[Mutant]:
    """Yield every small fault that a file may have."""
    tree = ast.parse((checkout / file).read_text("utf-8"))
    for node, lines, at_import in _live(tree, range(0), True):
        changed = copy.deepcopy(node)
        match changed:
            case ast.Compare(ops=[only]) if type(only) in OPERATORS:
                changed.ops = [OPERATORS[type(only)]()]  # type: ignore[list-item]
            case ast.BinOp(op=op) | ast.BoolOp(op=op) if type(op) in OPERATORS:
                changed.op = OPERATORS[type(op)]()  # type: ignore[assignment]
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                changed = operand
            case ast.Constant(value=bool(value)):
                changed = ast.Constant(not value)
            case ast.Constant(value=int(value) | float(value)):
                changed = ast.Constant(value + 1)
            case ast.IfExp(test=test):
                changed.test = ast.UnaryOp(ast.Not(), test)
            case _:
                continue
        yield Mutant(file, node, ast.unparse(changed), lines, at_import)


def _live(tree: ast.AST, lines: range, at_import: bool) -> Iterator[tuple[ast.expr, range, bool]]:
    """Yield the expressions that run: no annotations, and nothing that only a type checker reads.

    `strict=True` asserts that what is zipped is of one length: without it nothing comes out differently.
    """
    for name, field in ast.iter_fields(tree):
        if name in ("annotation", "returns", "type_params", "decorator_list"):
            continue
        in_function = name == "body" and isinstance(tree, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for node in field if isinstance(field, list) else [field]:
            if not isinstance(node, ast.AST):
                continue
            if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
                continue
            if isinstance(node, ast.keyword) and ast.unparse(node) == "strict=True":
                continue
            # The parts of an f-string have no columns of their own before Python 3.12.
            if isinstance(node, ast.JoinedStr):
                continue
            if isinstance(node, ast.stmt | ast.match_case):
                lines = _lines(node)
            if isinstance(node, ast.expr):
                yield node, lines, at_import and not in_function
            yield from _live(node, lines, at_import and not in_function)


def _lines(statement: ast.stmt | ast.match_case) -> range:
    first = statement if isinstance(statement, ast.stmt) else statement.pattern
    inner = statement.cases[0].pattern if isinstance(statement, ast.Match) else getattr(statement, "body", [None])[0]
    last = (first.end_lineno or first.lineno) if inner is None else inner.lineno - 1
    return range(first.lineno, max(first.lineno, last) + 1)


def near(file: Path) -> tuple[str, ...]:
    """Return what the names of the tests of a file's room begin with."""
    rooms = {
        "wire": ("tests/test_wire.py", "tests/referee/"),
        "rules_frame": ("tests/test_rules_frame.py", "tests/referee/"),
        "referee": ("tests/referee/",),
        "match": ("tests/match/", "yardarm/testing/"),
        "batch": ("tests/batch/", "tests/calibration/metrics/"),
    }
    parts = file.with_suffix("").parts
    if parts[1] == "games":
        game = f"tests/games/{parts[2]}/"
        return (game + parts[3] + "/", game + "test_")
    return rooms[parts[1]]


class Checkout:
    """A copy of the checkout, in which the quick suite has run once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        if not (folder / "seconds.json").exists():
            left_out = shutil.ignore_patterns(".git", ".venv", "*_cache", "__pycache__", "build", "dist")
            shutil.copytree(ROOT, folder, ignore=left_out)
            rooms = f"--include={','.join(ROOMS)}"
            learn = ["-m", "coverage", "run", rooms, "-m", "pytest", "-q", "-p", "studies.executed_lines"]
            print(self._run(learn, None).stdout[-2000:], file=sys.stderr)
        self.seconds: dict[str, float] = json.loads((folder / "seconds.json").read_text("utf-8"))
        self.executed = coverage.CoverageData(str(folder / ".coverage"))
        self.executed.read()

    def tests(self, mutant: Mutant) -> tuple[list[str], list[str]]:
        """Return the tests that execute a fault's lines, near and far, those files first that take least."""
        contexts = self.executed.contexts_by_lineno(str((self.folder / mutant.file).resolve()))
        at_import = mutant.at_import or any("" in contexts.get(line, ()) for line in mutant.lines)
        lines = contexts if at_import else mutant.lines
        found = {test for line in lines for test in contexts.get(line, ())} & self.seconds.keys()
        room = near(mutant.file)
        whole = {_file(test) for test in found if test.startswith(room)}
        by_room = at_import or not found
        close = {test for test in self.seconds if _file(test) in whole or (by_room and test.startswith(room))}
        if at_import:
            close |= {test for test in self.seconds if _file(test) == "tests/test_schemas.py"}
        if at_import and mutant.file.parts[1] == "games":
            found |= {test for test in self.seconds if test.startswith(f"tests/games/{mutant.file.parts[2]}/")}
        return self._ordered(close), self._ordered(found - close)

    def _ordered(self, tests: set[str]) -> list[str]:
        in_file: defaultdict[str, float] = defaultdict(float)
        for test in tests:
            in_file[_file(test)] += self.seconds[test]
        return sorted(tests, key=lambda test: (in_file[_file(test)], _file(test), self.seconds[test], test))

    def verdict(self, mutant: Mutant, limit_s: float) -> tuple[bool, str]:
        """Return True if the fault is found, and by which test or among how many it survives."""
        file = self.folder / mutant.file
        text = file.read_text("utf-8")
        near_by, far = self.tests(mutant)
        tried, used = 0, 0.0
        try:
            file.write_text(mutant.source(text), "utf-8")
            for batch in (near_by, far):
                chosen = []
                for test in batch:
                    if used + self.seconds[test] <= limit_s:
                        chosen.append(test)
                        used += self.seconds[test]
                if chosen and (by := self._fails(chosen)):
                    return True, by
                tried += len(chosen)
        finally:
            file.write_text(text, "utf-8")
        return False, f"{tried} of {len(near_by) + len(far)} tests"

    def _fails(self, tests: list[str]) -> str:
        """Return which test fails, or what else happens; nothing if all pass."""
        names = self.folder / "tests.txt"
        names.write_text("\n".join(tests), "utf-8")
        limit_s = 60 + 5 * sum(self.seconds[test] for test in tests)
        try:
            done = self._run(["-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", f"@{names}"], limit_s)
        except subprocess.TimeoutExpired:
            return "time"
        # A constant in the names of tests gives them others: that is no failure.
        if done.returncode == 0 or "ERROR: not found" in done.stdout + done.stderr:
            return ""
        failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return failed[0] if failed else (done.stdout + done.stderr)[-300:]

    def _run(self, arguments: list[str], limit_s: float | None) -> subprocess.CompletedProcess[str]:
        environment = {key: value for key, value in os.environ.items() if key != "DISPLAY"}
        # Hypothesis draws the same examples each time where CI is set.
        environment |= {"CI": "1", "PYTHONPATH": str(self.folder)}
        command = [sys.executable, *arguments]
        return subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True, timeout=limit_s, check=False
        )


def _file(test: str) -> str:
    return test.partition("::")[0]


def main() -> None:
    """Draw mutants, try each, and print what survived."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--rooms", nargs="+", default=ROOMS, help="patterns of files, such as 'sim/batch/*.py'")
    given = parser.parse_args()
    with ExitStack() as stack:
        folder = given.folder or Path(stack.enter_context(tempfile.TemporaryDirectory())) / "yardarm"
        checkout = Checkout(folder.resolve())
        paths = [path for room in given.rooms for path in sorted(checkout.folder.glob(room))]
        files = [path.relative_to(checkout.folder) for path in paths]
        every = [mutant for file in files for mutant in mutants(checkout.folder, file)]
        drawn = rng(given.seed, "mutants").choice(len(every), min(given.count, len(every)), replace=False)
        killed = 0
        for number, index in enumerate(drawn.tolist(), 1):
            is_found, how = checkout.verdict(every[index], given.seconds)
            killed += is_found
            print(f"{number} of {len(drawn)}: {every[index]}: {how}", file=sys.stderr, flush=True)
            if not is_found:
                print(f"{every[index]}: {how}", flush=True)
    share = rate(killed, len(drawn)).percent()
    print(f"{killed} of {len(drawn)} were found, {share}, of {len(every)} in {len(files)} files")


if __name__ == "__main__":
    main()
