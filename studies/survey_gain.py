"""What references are worth in the workshop: `python -m studies.survey_gain [--rounds 7]`

Edits of the shipped ship are surveyed for some rounds of 80 trials with the workshop's usual hands and load, once as a
design alone and once beside the references, which are known beforehand. Printed are half widths of the intervals in
points, of the headline and of the slots (the mean and the widest), and by how many times the trials would have to be
more without the references.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean

from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.workshop.survey import ShipSurvey
from sim.workshop.document import Document
from sim.workshop.findings import Findings, cells_with, half_width
from sim.workshop.survey import Conditions, survey

EDITS: dict[str, dict[str, float]] = {
    "top yard 115 mm": {"ship.top_yard_length_mm": 115},
    "ball 130 g": {"ship.ball_mass_g": 130},
    "friction 0.5": {"wood.friction": 0.5},
    "pieces 5 % larger": {"pieces.scale": 1.05},
    "pieces 15 % larger": {"pieces.scale": 1.15},
    "yard stop 8 deg": {"ship.yard_stop_deg": 8},
    "ball 60 g": {"ship.ball_mass_g": 60},
}


def surveyed(edits: dict[str, float], rounds: int) -> Findings:
    """Return the findings of some rounds of the shipped ship with edits, beside the shipped ship."""
    document: Document[RiffRaffConfiguration] = Document("riff-raff", None, "play")
    document.edit(edits, "study")
    subject = ShipSurvey(Conditions.of(document.configuration, "casual", 6, 1))
    return replace(survey(subject, rounds), references=subject.known)


def line(name: str, found: Findings) -> str:
    """Return a line of the table. found: with its reference."""
    alone = replace(found, references=())
    slots = dict.fromkeys(cell[0] for cell in found.cells)
    halves = [
        (half_width(each.share()), [half_width(each.share(cells_with(each, slot))) for slot in slots])
        for each in (alone, found)
    ]
    heads, means = [head for head, _ in halves], [fmean(each) for _, each in halves]
    words = "".join(f"   {100 * head:5.2f} {100 * fmean(each):5.1f} {100 * max(each):5.1f}" for head, each in halves)
    gains = f"   {(heads[0] / heads[1]) ** 2:5.1f} {(means[0] / means[1]) ** 2:5.1f}"
    return f"{name:20} {found.share().percent():20} {found.trials:6}{words}{gains}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    given = parser.parse_args(arguments)
    print("edit                 something falls      trials   alone: headline, slots, widest; beside; worth")
    for name, edits in EDITS.items():
        print(line(name, surveyed(edits, given.rounds)), flush=True)


if __name__ == "__main__":
    main()
