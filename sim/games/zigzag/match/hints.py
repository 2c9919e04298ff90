"""Hints for a person who learns: what an exchange with the tapis brings, and which card is missed least."""

from __future__ import annotations

from dataclasses import dataclass

from sim.games.zigzag.bots.hand_value import JOKER, ZAG, is_special, reaches, worth
from sim.games.zigzag.bots.observation import Observation
from sim.games.zigzag.match.text import call_words, card_words
from sim.language import _, capital

LEAST_GAIN = 0.05
"""The least gain in value for which an exchange is worth a hint."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A card to lay, one to take by its name on the tapis, or both, with what that brings, in words.

    lay, take: None for neither.
    """

    lay: str | None
    take: str | None
    words: str


def _collected(view: Observation) -> tuple[tuple[int, ...], str | None]:
    """Return the axes that do not count for the player, and the attribute that the lowest open level demands."""
    return tuple(view.stops[view.me]), view.must_at(min((level for level, _ in view.boxes), default=1))


def exchange_hint(view: Observation) -> Hint | None:
    """Return the exchange with the tapis that brings the player nearest to a ZAG; None if none helps."""
    held, (stops, must) = view.hand, _collected(view)
    full = view.room <= 0
    now = worth(held, ZAG, stops, must)
    best: tuple[float, Hint] | None = None
    for name, face in view.tapis:
        if is_special(face):
            continue
        for lay in dict.fromkeys(held) if full else (None,):
            if lay == JOKER:
                continue
            after = [*held, face]
            if lay is not None:
                after.remove(lay)
            found = worth(after, ZAG, stops, must)
            if found > now + LEAST_GAIN and (best is None or found > best[0]):
                best = found, Hint(lay, name, _words(lay, face, reaches(after, stops, must)))
    return None if best is None else best[1]


def discard_hint(view: Observation) -> Hint | None:
    """Return the card that is missed least where the player has to lay one; None where they have not."""
    if not view.waiting or view.opened or not view.hand:
        return None
    held, (stops, must) = list(view.hand), _collected(view)
    special = next((card for card in held if is_special(card)), None)
    if special is not None:
        return Hint(
            special, None, _("{Card} counts for nothing: play it, or lay it.", Card=capital(card_words(special)))
        )

    def left(card: str) -> float:
        rest = list(held)
        rest.remove(card)
        return worth(rest, ZAG, stops, must) - (5.0 if card == JOKER else 0.0)

    least = max(dict.fromkeys(held), key=left)
    return Hint(least, None, _("Lay {card}: the others go together better.", card=card_words(least)))


def _words(lay: str | None, take: str, call: str | None) -> str:
    brings = _("a {call}", call=call_words(call)) if call is not None else _("nearer to a ZAG")
    if lay is None:
        return _("Take {card}: {brings}.", card=card_words(take), brings=brings)
    return _("Lay {lay}, take {card}: {brings}.", lay=card_words(lay), card=card_words(take), brings=brings)
