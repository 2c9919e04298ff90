"""Riff Raff for newcomers. The rules are those of the rulebook, in our words, or of a table with rules of its own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PIL import Image

from scenes.spec import FirstCard, Glance, Guide, Rules
from sim.games.riff_raff.rules import PRINTED, STANDARD, Agreed, Catches, Caught, Equipment, PiecesOn
from sim.language import N_, Composed

if TYPE_CHECKING:
    from scenes.drawing.canvas import Picture
    from sim.games.riff_raff.configuration import RiffRaffConfiguration

LINE = N_("Load a swaying ship, by hand or with a flick")
LOOK_FOR = N_("Look for cargo that slides: the player who loads keeps what falls")
RULES = Rules(
    goal=N_("Get rid of your wooden pieces: load them onto a swaying ship so that nothing falls off."),
    turn=(
        N_("Everybody picks a card from 1 to 10 in secret; all are turned up together. Each card is used once."),
        N_(
            "The highest card makes its player captain at once. If several have it, the captain so far names one of"
            " them."
        ),
        N_("You load in the order of the cards, the highest first; the captain orders those whose cards are equal."),
        (
            N_(
                "Your card is the number of the slot to load. Choose any of your pieces and set, hang or throw it"
                " there. It may stick out, but not into another slot. You may push other cargo with it, never touch it"
                " with the hand."
            )
        ),
        (
            N_(
                "Is it a slot from 5 to 10 that held a piece before your turn? Then you may load two pieces, one"
                " after the other. You say so first, and there is no second one if something falls at the first."
            )
        ),
        (
            N_(
                "Cargo falls? Catch it, with the hand that is free and the one that loaded, once it is there! What you"
                " catch leaves the game, and what you do not catch goes to your supply, no matter who loaded it. If you"
                " catch nothing but the piece you were placing, you keep it."
            )
        ),
    ),
    end=N_(
        "Without a piece left at the end of your own turn, you win at once. Otherwise the fewest pieces win after ten"
        " rounds, or twenty if two are playing. A victory may be shared."
    ),
    words=(
        (
            N_("slot"),
            (
                N_(
                    "a numbered place on the ship: 1 to 4 on deck, 5 and 6 on the low yard, 7 and 8 on the middle"
                    " one, 9 and 10 at the top; other ships have others"
                )
            ),
        ),
        (N_("yard"), N_("a beam across the mast, which rocks as the ship does")),
        (N_("supply"), N_("the pieces that you still have to load")),
        (N_("captain"), N_("decides wherever cards are equal")),
        (
            N_("ghosts"),
            (N_("where a hand that trembles a little would take the piece; the share of them that hold is the chance")),
        ),
    ),
)


def rules_at(configuration: RiffRaffConfiguration) -> Rules:
    """Return the rules of a table: as printed, but for its ship, its cards and what else it has agreed on."""
    equipment, agreed = configuration.equipment, configuration.agreed
    printed_cards, captain, order, place, printed_more, printed_catch = RULES.turn
    hand = agreed.hand(equipment)
    same_slots = equipment.yard_slots == STANDARD.yard_slots
    same_cards = hand == STANDARD.cards and not agreed.rounds
    same_catch = (agreed.catches, agreed.caught) == (PRINTED.catches, PRINTED.caught)
    same_more = same_slots and (agreed.pieces_a_turn, agreed.pieces_on) == (PRINTED.pieces_a_turn, PRINTED.pieces_on)
    return replace(
        RULES,
        turn=(
            printed_cards if same_cards else _cards(agreed, hand),
            captain,
            order,
            place,
            printed_more if same_more else _more(agreed, equipment),
            printed_catch if same_catch else _catch(agreed),
        ),
        end=RULES.end if same_cards else _end(agreed, len(hand)),
    )


def _cards(agreed: Agreed, hand: tuple[int, ...]) -> str:
    words = N_("Everybody picks one of the cards {cards} in secret; all are turned up together.")
    if hand == tuple(range(1, len(hand) + 1)):
        words = N_("Everybody picks a card from 1 to {last} in secret; all are turned up together.")
    again = N_("Each card is used once; after the last one you take them all back.")
    once = again if not 0 < agreed.rounds <= len(hand) else N_("Each card is used once.")
    return _joined(Composed(words, cards=", ".join(map(str, hand)), last=hand[-1]), once)


def _more(agreed: Agreed, equipment: Equipment) -> str:
    slots = equipment.yard_slots
    if agreed.pieces_a_turn == 1 or not (slots or agreed.pieces_on is PiecesOn.ANYWHERE):
        return N_("You load one piece, and no more.")
    first, last = (slots[0], slots[-1]) if slots else (0, 0)
    where = {
        PiecesOn.SLOT: N_("Is it a slot from {first} to {last} that held a piece before your turn?"),
        PiecesOn.YARD: N_("Is it a slot from {first} to {last}, on a yard that held a piece before your turn?"),
        PiecesOn.ANYWHERE: N_("Do you want to load more than one piece, whatever the slot?"),
    }[agreed.pieces_on]
    words = N_(
        "Then you may load up to {most} pieces, one after the other. You say first how many, and there is no further"
        " one if something falls."
    )
    return _joined(Composed(where, first=first, last=last), Composed(words, most=agreed.pieces_a_turn))


def _catch(agreed: Agreed) -> str:
    if agreed.catches is Catches.NOBODY:
        return N_("Cargo falls? Nobody catches it: it goes to your supply, no matter who loaded it.")
    who = {
        Catches.LOADER: N_("Cargo falls? Catch it, with the hand that is free and the one that loaded!"),
        Catches.EVERYBODY: N_("Cargo falls? Everybody may catch it!"),
    }[agreed.catches]
    what = {
        Caught.LEAVES: N_(
            "What is caught leaves the game, and what is not goes to your supply, no matter who loaded it. If nothing"
            " is caught but the piece you were placing, you keep it."
        ),
        Caught.ALWAYS_LEAVES: N_(
            "What is caught leaves the game, the piece you were placing too. What is not goes to your supply, no matter"
            " who loaded it."
        ),
        Caught.FALLS: N_("But all of it goes to your supply, caught or not, no matter who loaded it."),
    }[agreed.caught]
    return _joined(who, what)


def _end(agreed: Agreed, cards: int) -> str:
    words = N_(
        "Without a piece left at the end of your own turn, you win at once. Otherwise the fewest pieces win after"
        " {rounds} rounds, or {twice} if two are playing. A victory may be shared."
    )
    if agreed.rounds:
        words = N_(
            "Without a piece left at the end of your own turn, you win at once. Otherwise the fewest pieces win after"
            " {rounds} rounds. A victory may be shared."
        )
    return Composed(words, rounds=agreed.rounds or cards, twice=2 * cards)


def _joined(one: str, other: str) -> str:
    return Composed(N_("{one} {other}"), one=one, other=other)


def _asked_for_a_card(glance: Glance) -> bool | None:
    asked = glance.person is not None and glance.match.question(glance.person) == "card"
    return True if asked else None


def _holds(glance: Glance) -> bool | None:
    asked = glance.person is not None and glance.match.question(glance.person) == "place"
    return bool(glance.match.table.holds) if asked else None


def _lets_go(glance: Glance) -> bool:
    carrying = glance.match.table.carrying
    return carrying is not None and carrying.release is not None


CARDS = (
    FirstCard(
        N_("Choose your slot"), N_("Click one of the cards below: its number is your slot."), _asked_for_a_card,
    ),
    FirstCard(N_("Take a piece"), N_("On your turn, click a piece below, or drag it."), _holds),
    FirstCard(
        N_("Set it down, or flick it"), N_("Carry it over the lit slot; let go, or flick it."), _lets_go,
    ),
    FirstCard(N_("Catch what falls"), N_("Move your hand under what falls. What you catch leaves the game.")),
)  # fmt: skip


HIGH, FOOT = 0.74, 0.10
"""The height of the ship, and how far above the picture's foot she floats, as shares of the height."""
ABOARD = (("crate", -24.0, None), ("barrel", 26.0, None), ("chest", -55.0, 0), ("boat", 50.0, 0), ("bottle", -40.0, 1),
          ("rat", 36.0, 1), ("barrel", -26.0, 2), ("plank", 20.0, 2))  # fmt: skip
"""Cargo of the picture: kind, place (mm), and the yard it stands on, None on deck."""


def picture(width: int, height: int) -> Image.Image:
    """Paint the ship at sea with cargo aboard, `width` and `height` pixels large."""
    from scenes.games.riff_raff.art import ship_art
    from scenes.games.riff_raff.art.piece_art import piece_picture
    from scenes.games.riff_raff.lobby import cover
    from sim.games.riff_raff.configuration import load

    setup = load().setup
    ship = setup.ship
    m = ship.measures
    scale = HIGH * height / ship.mast_top_mm
    painted = cover(width, height)

    def put(image: Image.Image, left_mm: float, bottom_mm: float) -> None:
        left = round(width / 2 + left_mm * scale)
        top = round((1 - FOOT) * height - bottom_mm * scale - image.height)
        painted.alpha_composite(image, (max(0, left), max(0, top)))

    def put_at(art: Picture, up_mm: float) -> None:
        put(art.image, -art.anchor[0] / scale, up_mm - art.anchor[1] / scale)

    put_at(ship_art.deck_picture(ship, scale), ship.deck_mm)
    put_at(ship_art.mast_picture(ship, scale), 0.0)
    tops = [yard.y_mm + m.yard_thickness_mm for yard in ship.yards]
    for index, top in enumerate(tops):
        put_at(ship_art.yard_picture(ship, index, scale), top - m.yard_thickness_mm / 2)
    for kind, x_mm, level in ABOARD:
        piece = setup.pieces[kind]
        image = piece_picture(piece, next(iter(piece.forms)), scale).image
        put(image, x_mm - image.width / scale / 2, ship.deck_mm if level is None else tops[level])
    put_at(ship_art.hull_picture(ship, scale), 0.0)
    return painted


GUIDE = Guide(LINE, RULES, CARDS, picture, look_for=LOOK_FOR, rules_at=rules_at)
