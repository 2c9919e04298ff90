"""ZATRE for newcomers. The rules are those of the rulebook, in our words."""

from __future__ import annotations

from scenes.games.zatre.lobby import cover
from scenes.spec import FirstCard, Glance, Guide, Rules
from sim.language import N_

LINE = N_("Lay tiles whose lines add up to 10, 11 or 12")
LOOK_FOR = N_("Look for lines of 12: each is worth four points")
RULES = Rules(
    goal=N_("Lay tiles of 1 to 6 so that lines add up to 10, 11 or 12. The most points on the score sheet win."),
    turn=(
        (
            N_(
                "Everybody draws a tile; the highest begins, keeps it, draws two more and lays all three in the"
                " middle, one of them on the red square."
            )
        ),
        N_("Then each turn: draw two tiles and lay both, next to tiles that lie there, together or apart."),
        N_("No line, across or down, may add up to 13 or more. Lines of 9 or less are allowed and count nothing."),
        (
            N_(
                "A tile may go on a light square only if a line through it adds up to 10, 11 or 12; or if it fits on"
                " no dark square."
            )
        ),
        (
            N_(
                "A tile that fits nowhere is kept for the next turn. With one tile kept, or if none of them fits, you"
                " draw one; otherwise none."
            )
        ),
        (
            N_(
                "A line of 10 counts 1 point, 11 counts 2, 12 counts 4: each in its own column, turn below turn. A"
                " tile on a light square that scores ticks an x2."
            )
        ),
        (
            N_(
                "A row of the sheet with 10, 11 and 12 filled has its bonus too: 3 in the first four rows, then 4, 5"
                " and 6. An x2 doubles its whole row."
            )
        ),
    ),
    end=N_("Who draws the last tile of the bag plays the last turn. The tiles that you still keep are deducted."),
    words=(
        (N_("line"), N_("tiles side by side without a gap, across or down, two at least")),
        (
            N_("light square"),
            N_("one of the diagonals or of the rim; the red one in the middle counts as light too"),
        ),
        (N_("kept"), N_("tiles that fitted nowhere, face down before you")),
        ("x2", N_("a row of the sheet that counts double")),
    ),
)


def _has_laid(glance: Glance) -> bool | None:
    draft = glance.layer.draft
    return None if draft is None else bool(draft.laid)


def _is_asked(glance: Glance) -> bool | None:
    asked = glance.person is not None and glance.match.question(glance.person) == "place"
    return True if asked else None


CARDS = (
    FirstCard(N_("10, 11 or 12"), N_("Drag a tile to a lit square where a line scores."), _has_laid),
    FirstCard(
        N_("Both tiles, then Enter"), N_("Lay your other tile too, then press Enter or click “Place”."), _is_asked
    ),
    FirstCard(N_("The sheet counts row by row"), N_("Fill 10, 11 and 12 of a row for its bonus.")),
)

GUIDE = Guide(LINE, RULES, CARDS, cover, look_for=LOOK_FOR)
