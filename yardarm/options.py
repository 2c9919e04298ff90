"""The options of the verbs that need scenes and calibration, declared once (as in sim/options.py)."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from scenes.options import PictureSize, pixels
from sim.language import Wording
from sim.verbs import written


def _numbers(text: str) -> tuple[int, ...]:
    """Read `3,17`. Raises typer.BadParameter."""
    if not all(part.strip().isdecimal() for part in text.split(",")):
        raise typer.BadParameter(
            Wording("{text!r} is not a list of matches, expected their numbers such as 3,17.", text=text)
        )
    return tuple(map(int, text.split(",")))


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportOptions:
    store: Annotated[
        Path, typer.Argument(metavar="RUN", help="A store of simulate or league run, or the .json of suite run.")
    ]
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="The folder of the pages.")]
    most: Annotated[
        int,
        typer.Option(
            "--most", min=0, max=50, metavar="N", help="At most N matches; each takes about 25 s of processor time."
        ),
    ] = 4
    matches: Annotated[
        tuple[int, ...] | None,
        typer.Option(
            "--matches",
            metavar="N,N,...",
            parser=_numbers,
            help="The numbers of the matches.",
            show_default="those worth seeing",
        ),
    ] = None
    size: PictureSize = written("1280x720", pixels)
