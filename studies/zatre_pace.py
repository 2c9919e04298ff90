"""What a turn of ZATRE offers: writes it down in matches, and sim/games/zatre/bots/judgement.toml from that.

    python -m studies.zatre_pace --matches 18 --seed 1

Matches of two, three and four planners, by whose values of sheets they play. What turns offer depends a little on the
values themselves, so a second run begins from those of the first.

Of every turn the outcomes are kept than which no other is at least as good in everything. Of each third of the bag the
turns are put in order by what the best of their outcomes is worth by a rule of thumb, and as many as are shipped are
taken at equal distances.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence

from sim.files import write_whole
from sim.games.zatre import rules as zatre
from sim.games.zatre.bots import STRATEGIES, Observation
from sim.games.zatre.bots.sheet_value import JUDGEMENT_FILE, MOST, Offer, third
from sim.seeds import rng

TABLES = (2, 3, 4)
"""Players at a table, by turns."""
SHIPPED = 32
"""The number of offers shipped for each third of the bag."""
THIRDS = ("late", "middle", "early")
_CELL, _CROSS = 5.5, 4.5
"""The rule of thumb by which turns are put in order: a complete crossed row is worth 20 to 26 points."""


def offer_of(outcomes: Iterable[zatre.Outcome]) -> Offer:
    """Return the outcomes worth choosing from, in a fixed order; more than `MOST` of anything counts as `MOST`."""
    found = sorted({zatre.Outcome(*(min(part, MOST) for part in outcome)) for outcome in outcomes}, reverse=True)
    return tuple(one for one in found if not any(other != one and _covers(other, one) for other in found))


def _covers(one: zatre.Outcome, other: zatre.Outcome) -> bool:
    return all(mine >= theirs for mine, theirs in zip(one, other, strict=True))


def value(offer: Offer) -> float:
    """Return what the best of these outcomes is worth, roughly."""
    return max(
        _CROSS * outcome.crosses
        + sum(
            _CELL + 2 * (runs - 1) * points
            for runs, points in zip(outcome, zatre.POINTS.values(), strict=False)
            if runs
        )
        for outcome in offer
    )


def evenly(offers: Sequence[Offer], count: int) -> list[Offer]:
    """Return `count` of them, at equal distances in the order of their values."""
    ordered = sorted(offers, key=lambda offer: (value(offer), offer))
    return [ordered[(2 * n + 1) * len(ordered) // (2 * count)] for n in range(count)]


def written(offer: Offer) -> str:
    """Return an offer as judgement.toml has it."""
    return " ".join("".join(map(str, outcome)) for outcome in offer)


def offers_of(players: int, seed: int, match: int) -> tuple[list[tuple[int, Offer]], int]:
    """Play a match of planners; return what its turns offered, with the third of the bag; and crosses in all."""
    tiles = [value for value, count in zatre.TILES.items() for _ in range(count)]
    bag = [tiles[int(n)] for n in rng(seed, "pace", match, "bag").permutation(len(tiles))]
    names = tuple("abcdef"[:players])
    state, _ = zatre.apply(None, zatre.Setup(names, names[0], bag[0], tuple(bag[1:])))
    found = []
    while state.phase is zatre.Phase.PLAY:
        view = Observation.of(state)
        found.append((third(view.bag), offer_of(option.outcome for option in view.options)))
        turn = STRATEGIES["planner"].place(view, rng(seed, "pace", match, state.turn))
        state, _ = zatre.apply(state, zatre.Place(turn))
    return found, sum(sheet.crosses for sheet in state.sheets.values())


def judgement(matches: int, seed: int) -> str:
    """Return the text of judgement.toml."""
    offers: tuple[list[Offer], ...] = ([], [], [])
    crosses = turns = 0
    for match in range(matches):
        found, ticked = offers_of(TABLES[match % len(TABLES)], seed, match)
        turns += len(found)
        crosses += ticked
        for number, offer in found:
            offers[number].append(offer)
    source = f"{turns} turns of {matches} matches of planners, seed {seed}"
    lines = [
        "# Written by studies/zatre_pace.py: what turns bring and offer. Read by sim/games/zatre/bots/sheet_value.py.",
        "",
        "[pace]",
        f'crosses = {{ value = {crosses / turns:.3f}, provenance = "inferred", source = "{source}" }}',
        "",
        "[offers]",
    ]
    for name, came in zip(THIRDS, offers, strict=True):
        words = ", ".join(f'"{written(offer)}"' for offer in evenly(came, SHIPPED))
        lines.append(f'{name} = {{ value = [{words}], provenance = "inferred", source = "{len(came)} of {source}" }}')
    return "\n".join(lines) + "\n"


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=18)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    text = judgement(arguments.matches, arguments.seed)
    write_whole(JUDGEMENT_FILE, text)
    print(text, end="")


if __name__ == "__main__":
    main()
