"""Execute the notebooks of docs/: `python -m studies.notebooks docs/notebooks`, with `--write` to keep what they print.

Each runs from its first cell on in a folder of its own. Without `--write` nothing is written: what a cell prints must
be what the notebook shows, but for the pictures, of which there must be as many, and for cells tagged `varies`, whose
times and places differ from machine to machine. Needs the extra `docs`.
"""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sim.files import write_whole

CELL_S = 600
"""The longest time that a cell may take (s)."""
VARIES = "varies"
"""The tag of cells whose output differs from run to run."""


def executed(path: Path) -> Any:
    """Return a notebook with the outputs that it has when it is run now. Raises nbclient's error of a failing cell."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    with TemporaryDirectory() as folder:
        where = {"metadata": {"path": folder}}
        NotebookClient(notebook, timeout=CELL_S, kernel_name="python3", resources=where).execute()
    for cell in notebook.cells:
        # When it ran is no part of what it shows.
        cell.metadata.pop("execution", None)
    notebook.metadata.get("language_info", {}).pop("version", None)
    return notebook


def shown(notebook: Any) -> list[str]:
    """Return what the cells of a notebook show, a line each: text as it is, a picture as its kind."""
    lines: list[str] = []
    for number, cell in enumerate(cell for cell in notebook.cells if cell.cell_type == "code"):
        lines.append(f"cell {number + 1}:")
        if VARIES not in cell.metadata.get("tags", ()):
            lines += _shown(cell.outputs)
    return lines


def _shown(outputs: Sequence[Any]) -> Iterator[str]:
    printed = ""
    for output in outputs:
        if output.output_type == "stream":
            # Warnings and progress are no result. What is printed at once may come in pieces, which end anywhere.
            printed += output.text if output.name == "stdout" else ""
            continue
        yield from printed.splitlines()
        printed = ""
        pictures = sorted(kind for kind in output.data if kind.startswith("image/"))
        yield from pictures or output.data["text/plain"].splitlines()
    yield from printed.splitlines()


def main(words: Sequence[str]) -> int:
    """Run the notebooks of the folders or files that are named; return 1 if one shows something else, else 0."""
    import nbformat

    write = "--write" in words
    places = [Path(word) for word in words if word != "--write"]
    paths = [path for place in places for path in (sorted(place.glob("*.ipynb")) if place.is_dir() else [place])]
    worst = 0 if paths else 1
    for path in paths:
        before = shown(nbformat.read(path, as_version=4))
        now = executed(path)
        after = shown(now)
        print(f"{path}: {'as it shows' if before == after else 'shows something else now'}")
        if write:
            write_whole(path, (nbformat.writes(now) + "\n").encode())
        elif before != after:
            worst = 1
            print("\n".join(difflib.unified_diff(before, after, "in the file", "now", lineterm="", n=1)))
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
