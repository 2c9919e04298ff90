"""ZIGZAG for newcomers. The rules are those of the rulebook, in our words."""

from __future__ import annotations

from PIL import Image

from scenes.games.zigzag.art import SHAPE, card_image
from scenes.games.zigzag.lobby import cover, usual
from scenes.spec import FirstCard, Glance, Guide, Rules
from sim.games.zigzag.rules.vocabulary import Phase
from sim.language import N_

LINE = N_("Snatch cards, give a secret sign, call it")
LOOK_FOR = N_("Look for two hands at one card, and for calls")
RULES = Rules(
    goal=N_(
        "Two play together. Gather four cards with one trait in common (a ZIG) or two (a ZAG), and let your partner"
        " know in secret, who calls it out. The first team to tick every box of its sheet wins."
    ),
    turn=(
        (
            N_(
                "At each hand everybody gets a card face down. First lay one of your own open on the cloth, or play a"
                " special card; then pick up the new one."
            )
        ),
        (
            N_(
                "Now all exchange at once, as often as they like: lay one card, take another from the cloth. You"
                " never hold more than four. When nobody wants more, or the cloth is empty, the next hand begins."
            )
        ),
        (
            N_(
                "With a ZIG or a ZAG in your hand, make the sign for it. Your partner calls ZIG or ZAG, or waits to"
                " have one as well: DOUBLE-ZIG, ZIG-ZAG, or DOUBLE-ZAG, which ticks any box."
            )
        ),
        (
            N_(
                "A right call ticks its box and ends the set. After a wrong one both partners throw their cards away"
                " and draw four new ones."
            )
        ),
        (
            N_(
                "Do you think the other team has something? Call CONTRE! Each of them shows two cards with nothing in"
                " common. If one cannot, they change their hands; if both can, you change yours. Only a few may fail."
            )
        ),
    ),
    end=N_(
        "The first team whose sheet is complete wins: a ZIG, a ZAG, a DOUBLE-ZIG and a ZIG-ZAG at each level played."
    ),
    words=(
        (
            N_("trait"),
            (
                N_(
                    "each card has three: a creature (water, earth, air, fire), a landscape (blue, yellow, green,"
                    " pink), an accessory (sunglasses, cocktail, suitcase, none)"
                )
            ),
        ),
        (N_("cloth"), N_("the middle of the table, where open cards lie")),
        (N_("set, hand"), N_("a set ends with a right call; it has several hands")),
        (N_("joker"), N_("stands for any card")),
        (
            N_("STOP"),
            N_(
                "laid before an opponent, whose cards may then not match in that trait; two at most, until the set ends"
            ),
        ),
        ("Z", N_("undoes a STOP, a theft, a look or a swap against you or your partner")),
        (N_("discards"), N_("the pile of what is thrown away")),
        (N_("level 2"), N_("each player's own condition must be met as well")),
    ),
)


def _is_dealt(glance: Glance) -> bool:
    phase: Phase = glance.match.table.state.phase
    return phase is Phase.PLAY


def _cards_held(glance: Glance) -> int | None:
    hands = glance.match.table.state.hands
    return len(hands[glance.person]) if glance.person in hands else None


def _cards_grabbed(glance: Glance) -> int:
    grabbed: int = glance.match.match.grabbed_and_late[0]
    return grabbed


CARDS = (
    FirstCard(N_("ZIG and ZAG"), N_("Gather four cards with one trait in common: a ZIG. Two: ZAG."), stands=_is_dealt),
    FirstCard(N_("Lay one"), N_("Drag a card that does not match to the cloth."), _cards_held),
    FirstCard(
        N_("Pick up, then snatch"),
        N_("Press [Space], lay one more card, and click one on the cloth."),
        _cards_grabbed,
    ),
    FirstCard(N_("Sign and call"), N_("Sign ZIG with [A], ZAG with [S]: your partner calls it.")),
)
HAND = ("water.blue.sunglasses", "fire.blue.cocktail", "earth.blue.suitcase", "air.blue.none")
"""The cards of the picture: a ZIG."""


def picture(width: int, height: int) -> Image.Image:
    """Paint a ZIG on the tapis, `width` and `height` pixels large."""
    painted = cover(width, height)
    high = round(0.42 * height)
    wide = round(high / SHAPE)
    for index, face in enumerate(HAND):
        card = card_image(face, wide, high).rotate(4.0 - 3.0 * index, Image.Resampling.BICUBIC, expand=True)
        x = width / 2 + (index - 1.5) * 1.12 * wide
        painted.alpha_composite(card, (round(x - card.width / 2), round(0.40 * height - card.height / 2)))
    return painted


GUIDE = Guide(LINE, RULES, CARDS, picture, {**usual()}, LOOK_FOR)
