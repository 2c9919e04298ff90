"""What tiles bring, as numbers: outcomes that can be added up, and single bytes for one tile or two.

A string of bytes, or one large number, then holds what a tile brings on every square of the board, and a table for
`bytes.translate` turns the sums of all runs into it at once: a sum and the kind of a square give the state of a tile in
a run, its two states give its number, and the numbers or states of two tiles that of both.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from sim.games.zatre.rules.sheet import Outcome
from sim.games.zatre.rules.vocabulary import TILES

# An outcome as one number while it is added up: eight bits each for tens, elevens, twelves and crosses.
RUN = [0] * 10 + [1, 1 << 8, 1 << 16]
"""The worth of a run by its sum, 0 to 12, as a coded outcome."""
CROSS = 1 << 24
"""The worth of a cross, as a coded outcome."""


class _Outcomes(dict[int, Outcome]):
    """Outcomes by their codes, each made once."""

    def __missing__(self, code: int) -> Outcome:
        found = self[code] = Outcome(code & 255, code >> 8 & 255, code >> 16 & 255, code >> 24)
        return found


OUTCOMES = _Outcomes()
"""The outcome of each code."""


def code_of(outcome: Outcome) -> int:
    return outcome.tens | outcome.elevens << 8 | outcome.twelves << 16 | outcome.crosses << 24


def _numbered() -> tuple[int, ...]:
    """Return the coded outcomes of one tile or two by their numbers, from 1: four runs and two crosses at most."""
    counts = [(tens, elevens, twelves) for tens, elevens, twelves in product(range(5), repeat=3)]
    runs = [code_of(Outcome(*made)) for made in counts if sum(made) < 5]
    return (0, *(code + crosses * CROSS for crosses in range(3) for code in runs))


# What one tile or two bring is also a number of a single byte, so that a string of bytes holds it for many squares.
NONE = 0
"""The number that says that no tile may go there."""
WAITS = 255
"""The number of a single tile that waits on a light square: without a run that scores, it is lawful only by others."""
RED_NOTHING = 254
"""The number of a tile on the red square without a run that scores: lawful, but on no dark square."""
_CODES = _numbered()
NUMBERS = {code: number for number, code in enumerate(_CODES) if number}
"""The number of each coded outcome of one tile or two."""
CODES = (*_CODES, *(0 for _ in range(len(_CODES), 256)))
"""The coded outcome of each number."""
_NOTHING = NUMBERS[0]

# The state of a tile in one of its two runs, as a number: the class of its sum, and the kind of its square.
# Sums below 10 are one class; 10, 11, 12, and all above are one each.
_CLASSES = 5
TOO_HIGH = _CLASSES - 1
"""The class of a sum of 13 and more, and so the state of a tile that does not fit."""
LIGHT_STATE, _RED_STATE = _CLASSES, 2 * _CLASSES
"""The states of a tile on a light square and on the red one that makes no run that scores; 0 on a dark square."""
STATES = 3 * _CLASSES
"""The number of states."""
SUMS, LIGHT_BIT, RED_BIT = 63, 64, 128
"""Of a byte that stands for a square: the bits of the sum of a run there, and those of the square's kind."""


def class_of(total: int) -> int:
    """Return the class of a sum: 0 below 10, then 1, 2 and 3 for 10, 11 and 12, and TOO_HIGH."""
    return min(max(0, total - 9), TOO_HIGH)


_BY_SUM = bytes(map(class_of, range(SUMS + 1 + 2 * max(TILES))))


def _states_with(value: int) -> bytes:
    """Return the state of a tile of this value by the byte of its square: dark, light, red, and none."""
    dark = _BY_SUM[value : value + SUMS + 1]
    light, red = (bytes(each + kind for each in dark) for kind in (LIGHT_STATE, _RED_STATE))
    return dark + light + red + red


STATE = [_states_with(value) for value in range(max(TILES) + 1)]
"""By value of a tile, the state of each square where it would lie."""


def _worth(classes: Iterable[int], crosses: int) -> int:
    """Return the coded outcome of runs of these classes, and of crosses."""
    return sum(RUN[9 + each] for each in classes if each) + crosses * CROSS


def _single(row: int, column: int) -> int:
    """Return the number of a tile by the states of its two runs."""
    kind, made = row // _CLASSES, (row % _CLASSES, column % _CLASSES)
    if kind != column // _CLASSES or TOO_HIGH in made:
        return NONE
    if not any(made):
        return (_NOTHING, WAITS, RED_NOTHING)[kind]
    return NUMBERS[_worth(made, int(kind > 0))]


SINGLE = bytes(_single(key // STATES, key % STATES) if key < STATES**2 else NONE for key in range(256))
"""The number of a tile by its states: that in its row times STATES, and that in its column."""


# All that a single tile may meet on a square is a number of one byte too: sums below 4 are the same to every tile, and
# beside 12 none fits.
_RANKS = 9
"""Sums of a run that differ for some tile: 0 to 3 as one, then 4 to 11."""
NO_PLACE = 255
"""The number of a square where no tile fits."""


def _rank(total: int) -> int | None:
    return max(0, total - 3) if total < 12 else None


def _ranks(weight: int, kinds: int) -> bytes:
    """Return by the byte of a square (see STATE) a share of its number: the rank times a weight, and for its kind."""
    found = bytearray(256)
    for byte in range(256):
        rank = _rank(byte & SUMS)
        found[byte] = 0 if rank is None else weight * rank + kinds * min(byte // LIGHT_BIT, 2)
    return bytes(found)


IN_ROW, IN_COLUMN = _ranks(_RANKS, _RANKS**2), _ranks(1, 0)
"""The two shares of the number of a place, by the bytes of its square in its row and in its column."""
NOWHERE = bytes(NO_PLACE * (_rank(byte & SUMS) is None) for byte in range(256))
"""NO_PLACE for each byte of a square whose sum is too high for any tile."""


PLACES = {
    kind: tuple(
        bytes(
            NOWHERE[across] | NOWHERE[along] or IN_ROW[across | kind] + IN_COLUMN[along] for along in range(LIGHT_BIT)
        )
        for across in range(LIGHT_BIT)
    )
    for kind in (0, LIGHT_BIT, RED_BIT)
}
"""The number of a place, by the bit of its kind and the sums of the runs in its row and in its column."""
OFF_BOARD = (bytes((NO_PLACE,)) * LIGHT_BIT,) * LIGHT_BIT
"""The same where the board has no square."""


def _at_places(value: int) -> bytes:
    """Return the number of a tile of this value by the number of the place where it would lie."""
    sums = [rank and rank + 3 for rank in range(_RANKS)]
    state, bits = STATE[value], (0, LIGHT_BIT, RED_BIT)
    found = [SINGLE[state[row | bit] * STATES + state[column | bit]] for bit in bits for row in sums for column in sums]
    return bytes((*found, *(NONE for _ in range(len(found), 256))))


AT_PLACES = [b"", *map(_at_places, TILES)]
"""By value of a tile, its number by that of the place where it would lie; NONE where it does not fit."""


def _together(common: int, own: int, other: int) -> int:
    """Return the number of two tiles in a common run; NONE if they are not lawful where no tile is excused.

    common: the class of that run. own, other: the states of the tiles in their other runs.
    """
    (kind, across), (kind_of_other, beside) = divmod(own, _CLASSES), divmod(other, _CLASSES)
    if TOO_HIGH in (common, across, beside):
        return NONE
    crosses = 0
    for light, made in ((kind, across), (kind_of_other, beside)):
        if common or made:
            crosses += light > 0
        elif light == 1:
            return NONE
    return NUMBERS[_worth((common, across, beside), crosses)]


TOGETHER = tuple(
    tuple(bytes(_together(common, own, other) for other in range(STATES)) for own in range(STATES))
    for common in range(_CLASSES)
)
"""The number of two tiles in a common run, by its class and the states of both in their other runs."""
COMMON = tuple(4 * _BY_SUM[total : total + SUMS + 1] for total in range(2 * max(TILES) + 1))
"""The class of a common run, by the sum of both tiles and that of all else in it, coded as `Frontier.row` is."""


def _sums_of_numbers(one: int) -> bytes:
    """Return the number of a tile with this number and one apart from it, by the number of that one."""
    singles = [number for number in NUMBERS.values() if CODES[one] + CODES[number] in NUMBERS]
    found = bytearray(256)
    for number in (*singles, RED_NOTHING):
        found[number] = NUMBERS[CODES[one] + CODES[number]]
    return bytes(found)


APART = {number: _sums_of_numbers(number) for number in {*SINGLE} - {NONE, WAITS}}
"""By the number of a single tile, the table from those of the tiles that share no run with it to those of both."""
# Tables that keep some numbers of a single tile: where it is lawful, where it waits; and 1 for those on dark squares.
FREE = bytes(NONE if number == WAITS else number for number in range(256))
WAITING = bytes(number if number == WAITS else NONE for number in range(256))
ON_DARK = bytes(NONE < number < len(_CODES) and CODES[number] < CROSS for number in range(256))
