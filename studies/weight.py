"""Count the lines of a tree by room: `python -m studies.weight [ROOT] [--depth N]`.

A room is a folder, N deep. A line of a statement that imports counts as import, and one of a docstring as docstring;
what is left of a file is blank, comment or code. The product is what the wheel has.
"""

from __future__ import annotations

import argparse
import ast
from collections import Counter
from pathlib import Path

KINDS = ("code", "docstring", "import", "comment", "blank")
PRODUCT = ("calibration", "scenes", "sim", "yardarm")
_DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def weigh(source: str) -> Counter[str]:
    """Return how many lines of a file there are of each of KINDS."""
    kinds: dict[int, str] = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            kinds |= dict.fromkeys(_lines(node), "import")
        elif isinstance(node, _DOCUMENTED) and ast.get_docstring(node) is not None:
            kinds |= dict.fromkeys(_lines(node.body[0]), "docstring")
    return Counter(kinds.get(number) or _kind(line) for number, line in enumerate(source.splitlines(), 1))


def _lines(node: ast.stmt) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def _kind(line: str) -> str:
    text = line.strip()
    return "blank" if not text else "comment" if text.startswith("#") else "code"


def rooms(root: Path, depth: int) -> dict[str, Counter[str]]:
    """Return the lines of each room below `root` by kind, and its `files`; hidden folders are left out."""
    found: dict[str, Counter[str]] = {}
    for path in sorted(root.rglob("*.py")):
        *folders, _ = path.relative_to(root).parts
        if folders and not any(folder.startswith(".") for folder in folders):
            room = found.setdefault("/".join(folders[:depth]), Counter())
            room += Counter(files=1) + weigh(path.read_text(encoding="utf-8"))
    return found


def main() -> None:
    """Print a table of rooms."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", nargs="?", type=Path, default=Path())
    parser.add_argument("--depth", type=int, default=2, metavar="N")
    given = parser.parse_args()
    found = rooms(given.root, given.depth)
    product = (counts for room, counts in found.items() if room.split("/")[0] in PRODUCT)
    print(f"{'room':32} {'files':>6} {'total':>7}" + "".join(f" {kind:>9}" for kind in KINDS))
    for room, counts in {**found, "the product": sum(product, Counter[str]())}.items():
        row = "".join(f" {counts[kind]:9}" for kind in KINDS)
        print(f"{room:32} {counts['files']:6} {counts.total() - counts['files']:7}{row}")


if __name__ == "__main__":
    main()
