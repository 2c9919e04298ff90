"""Zack! for newcomers. The rules are those of the rulebook, in our words."""

from __future__ import annotations

from PIL import Image

from scenes.games.zack.art import box_back_picture, box_cut_picture, card_image
from scenes.games.zack.lobby import cover, usual
from scenes.spec import FirstCard, Glance, Guide, Rules
from sim.language import N_

LINE = N_("Be quick: throw your cards into the bowl")
LOOK_FOR = N_("Look for challenges: the loser takes the bowl's cards")
RULES = Rules(
    goal=N_("Be the first without cards: throw them into the bowl. The card on top says who throws next."),
    turn=(
        (
            N_(
                "All play at once, and nobody tells you when it is your turn: read the top card. Is it you? Throw the"
                " top card of your pile, which nobody sees before it turns up on its way."
            )
        ),
        (
            N_(
                "A circle: the player of that colour is next. R and L: the thrower's neighbour to the right or"
                " left; 2R and 2L: the one after that. “Again” repeats the card below; “back” means the player who"
                " threw the card below."
            )
        ),
        (
            N_(
                "Is a player due who has not thrown yet? Challenge: throw your challenge card of their colour first."
                " Did a player throw out of turn? Challenge as long as that card is among the four on top. You cannot"
                " challenge while you are due yourself."
            )
        ),
        N_(
            "Rightly challenged, they take all cards of the bowl under their pile, and you go on. Wrongly, you take"
            " them."
        ),
        N_("A card that missed the bowl may be thrown again, if nobody is quicker with a challenge."),
        (
            N_(
                "A stop card holds the game for a moment: name a colour that goes on, or all colours move to the"
                " left, or left is right while that card lies in the bowl."
            )
        ),
    ),
    end=N_(
        "When your pile is gone and it is your turn again, throw the card of your own colour. In the bowl, it wins the"
        " game. Two games win the match."
    ),
    words=(
        (N_("due"), N_("the one whose turn it is")),
        (N_("challenge card"), N_("one for each of the others, with their colour on it")),
        (N_("own card"), N_("the card of your colour, which you throw last of all")),
        (N_("the bowl is right"), N_("of two cards thrown at once, the lower one came first")),
    ),
)


def _throws(glance: Glance) -> int:
    return len(glance.match.attempts)


CARDS = (
    FirstCard(N_("Throw!"), N_("Press beside the bowl, swing towards it and let go while moving."), _throws),
    FirstCard(N_("Who is next?"), N_("Read the top card: it says who throws next. Throw another."), _throws),
    FirstCard(N_("Too slow? Out of turn?"), N_("Click their challenge card: if you are right, they take the bowl.")),
)
IN_THE_AIR = (("circle:red", -0.10, 0.30, 24.0), ("2R", 0.12, 0.20, -17.0), ("circle:yellow", 0.02, 0.46, 8.0))
"""Cards of the picture: face, places from its middle and its top as shares of width and height, turn (degrees)."""


def picture(width: int, height: int) -> Image.Image:
    """Paint the bowl on the table, cards on their way into it, `width` and `height` pixels large."""
    from sim.games.zack.configuration import load

    setup = load().setup
    painted = cover(width, height)
    scale = 0.42 * width / (2 * setup.half_outside_mm)
    for art in (
        box_back_picture(setup, (0.0, setup.bowl.depth_mm), scale),
        box_cut_picture(setup, scale),
    ):
        left, top = width / 2 - art.anchor[0], 0.93 * height + art.anchor[1] - art.image.height
        painted.alpha_composite(art.image, (max(0, round(left)), max(0, round(top))))
    high = round(0.27 * height)
    for face, x, y, angle in IN_THE_AIR:
        card = card_image(face, "", round(high * 59 / 91), high).rotate(angle, Image.Resampling.BICUBIC, expand=True)
        painted.alpha_composite(card, (round((0.5 + x) * width - card.width / 2), round(y * height - card.height / 2)))
    return painted


GUIDE = Guide(LINE, RULES, CARDS, picture, {**usual()}, LOOK_FOR)
