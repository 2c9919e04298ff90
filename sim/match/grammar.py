"""Sentences about a player, who may be the person that reads them: a person who gave no name is called You.

`does` makes an English sentence, for a game that speaks no other language. `said_of` takes whole sentences, which can
be translated.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.language import _, _p, put_in
from sim.match.seats import YOU

_IRREGULAR = {"is": "are", "was": "were", "has": "have", "goes": "go", "does": "do"}


def does(name: str, verb: str) -> str:
    """Return a player and what they do: `Anne goes on`; of a person who gave no name: `You go on`."""
    if name != YOU:
        return f"{name} {verb}"
    word, _, rest = verb.partition(" ")
    plain = _IRREGULAR.get(word, word[:-2] if word.endswith("sses") else word.removesuffix("s"))
    return f"{name} {plain} {rest}".rstrip()


def whom(name: str) -> str:
    """Return a name within a sentence: `Anne`; of a person who gave no name: `you`."""
    return _("you") if name == YOU else name


def jointly(names: Sequence[str]) -> str:
    """Return names as one subject, the reader last: `Anne and Bert`, `Anne and you`, `You` alone."""
    others = [name for name in names if name != YOU]
    if len(others) == len(names):
        return _(" and ").join(names)
    return _(" and ").join((*others, _p("subject", "you"))) if others else called(YOU)


def called(name: str) -> str:
    """Return a name that stands alone: `Anne`; of a person who gave no name: `You`."""
    return _("You") if name == YOU else name


def said_of(name: str, you: str, other: str, /, **values: Any) -> str:
    """Return what is said of a player: `other`, with their `{name}`; of a person who gave no name: `you`."""
    return put_in(you if name == YOU else other, name=name, **values)


def said_of_all(names: Sequence[str], you: str, one: str, many: str, /, **values: Any) -> str:
    """Return what is said of players: `you` or `one` of a single one as `said_of` does, `many` with their `{names}`."""
    if len(names) == 1:
        return said_of(names[0], you, one, **values)
    return put_in(many, names=jointly(names), **values)
