"""Sentences about a player, who may be the person that reads them: a person who gave no name is called You."""

from __future__ import annotations

from collections.abc import Sequence

from sim.match.seats import YOU

_IRREGULAR = {"is": "are", "was": "were", "has": "have", "goes": "go", "does": "do"}


def does(name: str, verb: str) -> str:
    """Return a player and what they do: `Anne goes on`; of a person who gave no name: `You go on`."""
    if name != YOU:
        return f"{name} {verb}"
    word, _, rest = verb.partition(" ")
    plain = _IRREGULAR.get(word, word[:-2] if word.endswith("sses") else word.removesuffix("s"))
    return f"{name} {plain} {rest}".rstrip()


def whose(name: str) -> str:
    """Return the possessive of a name: `Anne's`; of a person who gave no name: `Your`."""
    return "Your" if name == YOU else f"{name}'s"


def whom(name: str) -> str:
    """Return a name within a sentence: `Anne`; of a person who gave no name: `you`."""
    return "you" if name == YOU else name


def jointly(names: Sequence[str]) -> str:
    """Return names as one subject, the reader last: `Anne and Bert`, `Anne and you`, `You` alone."""
    others = [name for name in names if name != YOU]
    if len(others) == len(names):
        return " and ".join(names)
    return " and ".join((*others, "you")) if others else YOU


def many_do(names: Sequence[str], verb: str) -> str:
    """Return players and what they do, `verb` being that of one: `Anne wins`, `Anne and you win`."""
    if len(names) == 1:
        return does(names[0], verb)
    return f"{jointly(names)} {does(YOU, verb).removeprefix(f'{YOU} ')}"
