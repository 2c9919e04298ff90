"""The public face is typed: what people write is checked strictly, and none of it is Any."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

USER = Path(__file__).with_name("user_code.py")
CHECKERS = {
    "mypy": ("--strict", "--disallow-any-expr", "--config-file=", "--cache-dir=cache"),
    "pyright": ("--pythonpath", sys.executable),
}


@pytest.mark.study
@pytest.mark.parametrize("checker", CHECKERS)
def test_a_hundred_lines_of_a_user_are_without_fault(checker: str, tmp_path: Path, root: Path) -> None:
    program = shutil.which(checker)
    if find_spec(checker) is None and program is None:
        pytest.skip(f"{checker} is not installed")
    # Beside the house, and not in it, so that the house is a library as it is for people.
    shutil.copy(USER, tmp_path / "user.py")
    begin = [program] if program is not None else [sys.executable, "-m", checker]
    words = [*begin, *CHECKERS[checker], "user.py"]
    environment = {**os.environ, "MYPYPATH": str(root), "PYTHONPATH": str(root)}
    done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


def anys(source: str) -> Iterator[str]:
    """Yield the public functions, attributes and names of a module whose annotations say Any."""
    module = ast.parse(source)
    classes = [each for each in module.body if isinstance(each, ast.ClassDef) and not each.name.startswith("_")]
    for scope in (module, *classes):
        for item in scope.body:
            match item:
                case ast.FunctionDef(name=name, args=arguments, returns=returns):
                    every = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
                    said = [each.annotation for each in (*every, arguments.vararg, arguments.kwarg) if each]
                    annotations = [*said, returns]
                case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation):
                    # A name that stands for a type says so in its value.
                    annotations = [annotation, item.value if ast.unparse(annotation) == "TypeAlias" else None]
                case _:
                    continue
            words = " ".join(ast.unparse(each) for each in annotations if each is not None)
            if not name.startswith("_") and re.search(r"\bAny\b", words):
                yield name


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("def f(x: Any) -> int: ...", ["f"]),
        ("def f(*x: Any) -> int: ...", ["f"]),
        ("def f(x: int) -> dict[str, Any]: ...", ["f"]),
        ("class A:\n    x: Any\n    def g(self, y: 'Any') -> None: ...", ["x", "g"]),
        ("Config: TypeAlias = str | Mapping[str, Any]", ["Config"]),
        ("def _f(x: Any) -> Any: ...\nx: int = any([])", []),
    ],
)
def test_the_finder_of_any_finds_it(source: str, found: list[str]) -> None:
    assert list(anys(source)) == found


def test_no_public_annotation_says_any(root: Path) -> None:
    internal = {"command.py"}
    files = [path for path in (root / "yardarm").glob("*.py") if path.name not in internal]
    assert {path.name: found for path in files if (found := list(anys(path.read_text("utf-8"))))} == {}


@pytest.mark.parametrize("room", ["sim", "scenes", "calibration", "yardarm"])
def test_every_room_says_that_it_is_typed(room: str, root: Path) -> None:
    assert (root / room / "py.typed").exists()
