"""Which small faults do the quick tests miss? `python -m studies.mutants [--count 200 --seed 1 --near]`

Places are drawn at random from the rules, the matches, the codec and the batches; each gets one small fault (`<`
becomes `<=`, `+` becomes `-`, 3 becomes 4, a condition is turned round), in a copy of the checkout. First the tests of
its own room run, then, unless --near is given, the whole quick suite. Printed is what survived, and how many did not.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sim.seeds import rng

ROOT = Path(__file__).resolve().parents[1]
ROOMS = (
    "sim/wire.py",
    "sim/rules_frame",
    "sim/referee",
    "sim/match",
    "sim/batch",
    "sim/games/*/rules",
    "sim/games/*/match",
)
OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A file in which one expression is replaced. Lines count from 1, columns from 0 in bytes, as `ast` has them."""

    file: Path
    node: ast.expr
    new: str

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


def mutants(file: Path) -> Iterator[Mutant]:
    """Yield every small fault that a file may have."""
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    for node in _live(tree):
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
        yield Mutant(file, node, ast.unparse(changed))


def _live(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield the expressions that run: no annotations, and nothing that only a type checker reads."""
    for name, field in ast.iter_fields(tree):
        if name in ("annotation", "returns", "type_params", "decorator_list"):
            continue
        for node in field if isinstance(field, list) else [field]:
            if not isinstance(node, ast.AST):
                continue
            if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
                continue
            # The parts of an f-string have no columns of their own before Python 3.12.
            if isinstance(node, ast.JoinedStr):
                continue
            if isinstance(node, ast.expr):
                yield node
            yield from _live(node)


def near(file: Path) -> list[str]:
    """Return the tests of a file's room."""
    parts = file.with_suffix("").parts
    rooms = {
        "wire": ("tests/test_wire.py", "tests/referee"),
        "rules_frame": ("tests/test_rules_frame.py", "tests/referee"),
        "referee": ("tests/referee",),
        "match": ("tests/match", "yardarm/testing"),
        "batch": ("tests/batch", "tests/calibration/metrics"),
    }
    if parts[1] == "games":
        game = ROOT / "tests" / "games" / parts[2]
        return [str(path.relative_to(ROOT)) for path in (game / parts[3], *sorted(game.glob("test_*.py")))]
    return [path for path in rooms[parts[1]] if (ROOT / path).exists()]


def survives(copied: Path, mutant: Mutant, near_only: bool, limit_s: float) -> bool:
    """Return True if the tests pass with the fault."""
    file = copied / mutant.file
    text = file.read_text("utf-8")
    file.write_text(mutant.source(text), "utf-8")
    try:
        return all(
            _pass(copied, tests, limit_s) for tests in ([near(mutant.file)] if near_only else [near(mutant.file), []])
        )
    finally:
        file.write_text(text, "utf-8")


def _pass(copied: Path, tests: list[str], limit_s: float) -> bool:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-q",
        "-p",
        "no:cacheprovider",
        "-n",
        "0" if tests else "2",
        *tests,
    ]
    environment = {key: value for key, value in os.environ.items() if key != "DISPLAY"}
    try:
        done = subprocess.run(command, cwd=copied, env=environment, capture_output=True, timeout=limit_s, check=False)
    except subprocess.TimeoutExpired:
        return False
    # 5: no test was found.
    return done.returncode in (0, 5)


def main() -> None:
    """Draw mutants, try each, and print what survived."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--near", action="store_true")
    parser.add_argument("--limit-s", type=float, default=900.0)
    parser.add_argument("rooms", nargs="*", default=ROOMS)
    given = parser.parse_args()
    found = [path for room in given.rooms for path in sorted(ROOT.glob(room))]
    files = [file for path in found for file in (sorted(path.rglob("*.py")) if path.is_dir() else [path])]
    every = [mutant for file in files for mutant in mutants(file.relative_to(ROOT))]
    drawn = rng(given.seed, "mutants").choice(len(every), min(given.count, len(every)), replace=False)
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder) / "yardarm"
        left_out = shutil.ignore_patterns(".git", ".venv", "*_cache", "__pycache__", "build", "dist")
        shutil.copytree(ROOT, copied, ignore=left_out)
        alive = 0
        for number, index in enumerate(drawn.tolist(), 1):
            print(f"{number} of {len(drawn)}", file=sys.stderr)
            if survives(copied, every[index], given.near, given.limit_s):
                alive += 1
                print(every[index], flush=True)
    print(f"{len(drawn) - alive} of {len(drawn)} were found, of {len(every)} in {len(files)} files")


if __name__ == "__main__":
    main()
