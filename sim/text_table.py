"""Tables of text."""

from __future__ import annotations

from collections.abc import Sequence


def text_table(rows: Sequence[Sequence[str]], align: str, widths: Sequence[int] = ()) -> list[str]:
    """Return rows as lines whose columns are two spaces apart, each as wide as its longest cell.

    align: `<` or `>` for each column. widths: the least widths of the first columns.
    """
    least = (*widths, *(0 for _ in align[len(widths) :]))
    wide = [max(width, *map(len, column)) for width, column in zip(least, zip(*rows, strict=True), strict=True)]
    return [
        "  ".join(f"{cell:{side}{w}}" for cell, side, w in zip(row, align, wide, strict=True)).rstrip() for row in rows
    ]
