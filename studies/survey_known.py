"""The surveys that are the workshop's references: `python -m studies.survey_known GAME [--rounds 100]`

It tries rounds of the shipped design, and of the variants of it that the game's survey names, with the hands and the
load that the workshop begins with, or with those of --hands and --load, and adds them to the file beside the survey.
Rounds that the file has are not tried again; --anew begins from nothing, which is due after a change of the physics or
of the hands.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from sim.games.riff_raff.workshop import survey as ship
from sim.games.zack.workshop import survey as bowl
from sim.workshop.findings import Findings
from sim.workshop.known import Edited, nothing_known, read_known, write_known
from sim.workshop.prototype import prototype_of

Survey = ship.ShipSurvey | bowl.BowlSurvey
FILES = {"riff-raff": (ship.KNOWN, ship.REFERENCES), "zack": (bowl.KNOWN, bowl.REFERENCES)}


def subject_of(game: str, hands: str | None = None, load: int | None = None, edited: Edited = ()) -> Survey:
    """Return what is surveyed of the shipped design of a game, or of it with edits."""
    prototype = prototype_of(game, None, "play")
    prototype.hands = prototype.hands if hands is None else hands
    prototype.load = prototype.load if load is None else load
    if edited:
        prototype.document.edit(dict(edited), "study")
    subject = prototype.subject()
    assert isinstance(subject, Survey)
    return subject


def extended(subject: Survey, known: Findings | None, rounds: int, edited: Edited = ()) -> Findings:
    """Return findings of at least that many rounds, of which those that are known are not tried again."""
    before = {} if known is None else known.outcomes
    rounds = max(rounds, len(before))
    found = nothing_known(subject.cells, rounds, subject.clusters, edited)
    for number in range(rounds):
        outcomes = before.get(number, {})
        found.add(number, outcomes or {cell: subject.trial(number, cell) for cell in subject.cells})
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Try the rounds, and write the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=sorted(FILES))
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--hands")
    parser.add_argument("--load", type=int)
    parser.add_argument("--anew", action="store_true")
    given = parser.parse_args(arguments)
    path, references = FILES[given.game]
    for edited in references:
        known = {} if given.anew and not edited else {noise: dict(each) for noise, each in read_known(path).items()}
        subject = subject_of(given.game, given.hands, given.load, edited)
        designs = known.setdefault(subject.noise, {})
        designs[edited] = extended(subject, designs.get(edited), given.rounds, edited)
        write_known(path, known)
        words = " ".join(f"{key} {value:g}" for key, value in edited) or "as shipped"
        print(f"{path.name}: {words}: {designs[edited].rounds} rounds of {len(subject.cells)} trials", flush=True)


if __name__ == "__main__":
    main()
