"""The survey of a shipped design, as the workshop's reference: `python -m studies.survey_known GAME [--rounds 60]`

It tries rounds of the shipped design with the hands and the load that the workshop begins with, or with those of
--hands and --load, and adds them to the file beside the game's survey. Rounds that the file has are not tried again;
--anew begins from nothing, which is due after a change of the physics or of the hands.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from sim.games.riff_raff.workshop import survey as ship
from sim.games.zack.workshop import survey as bowl
from sim.workshop.findings import Findings
from sim.workshop.known import SHIPPED, read_known, write_known
from sim.workshop.prototype import prototype_of

Survey = ship.ShipSurvey | bowl.BowlSurvey
FILES = {"riff-raff": ship.KNOWN, "zack": bowl.KNOWN}


def subject_of(game: str, hands: str | None = None, load: int | None = None) -> Survey:
    """Return what is surveyed of the shipped design of a game."""
    prototype = prototype_of(game, None, "play")
    prototype.hands = prototype.hands if hands is None else hands
    prototype.load = prototype.load if load is None else load
    subject = prototype.subject()
    assert isinstance(subject, Survey)
    return subject


def extended(subject: Survey, known: Findings | None, rounds: int) -> Findings:
    """Return findings of that many rounds, of which those that are known are not tried again."""
    found = Findings(subject.cells, rounds, subject.clusters, name=SHIPPED)
    for number in range(rounds):
        outcomes = {} if known is None else known.outcomes.get(number, {})
        found.add(number, outcomes or {cell: subject.trial(number, cell) for cell in subject.cells})
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Try the rounds, and write the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=sorted(FILES))
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--hands")
    parser.add_argument("--load", type=int)
    parser.add_argument("--anew", action="store_true")
    given = parser.parse_args(arguments)
    path = FILES[given.game]
    known = {} if given.anew else dict(read_known(path))
    subject = subject_of(given.game, given.hands, given.load)
    known[subject.noise] = extended(subject, known.get(subject.noise), given.rounds)
    write_known(path, known)
    print(f"{path.name}: {given.rounds} rounds of {len(subject.cells)} trials, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
