"""A page's movement is that of the scene, within what nobody sees; its pictures are those of the scene."""

from __future__ import annotations

import io
from bisect import bisect_right
from itertools import accumulate

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from scenes.export.page.tiles import SIDE, STEPS, TILE, Pictures, Pixels
from scenes.export.page.tracks import CHANNELS, DEGREE, PIXEL, Key, Track, packed

COLOUR = (255, 255, 255, 255)


def shown(keys: list[Key], frame: int) -> float:
    """What a player shows of a number at a frame."""
    index = max(i for i, key in enumerate(keys) if key.frame <= frame)
    key = keys[index]
    if key.held or index + 1 == len(keys):
        return key.value
    after = keys[index + 1]
    return key.value + (after.value - key.value) * (frame - key.frame) / (after.frame - key.frame)


def sprite(x: float, y: float = 0.0, turn: float = 0.0, picture: int = 0) -> tuple[float, ...]:
    return (picture, x, y, turn, 1.0, 1.0, *COLOUR)


def track_of(frames: list[int | None], kind: str = "S") -> Track:
    """A sprite that is at these places (pixels) in one frame after the other; None: it is not drawn."""
    track = Track(kind)
    last: object = None
    for frame, x in enumerate(frames):
        if x is None:
            continue
        if x != last or track.seen != frame - 1:
            track.put(frame, sprite(float(x)))
        track.seen, last = frame, x
    return track


@given(
    st.lists(st.none() | st.integers(-2000, 2000), min_size=1).filter(lambda found: any(x is not None for x in found))
)
def test_every_number_is_where_it_was_in_every_frame_in_which_it_is_drawn(places: list[int | None]) -> None:
    keys = track_of(places).keys(frozenset())[1]
    tolerance = CHANNELS["S"][1].tolerance
    assert tolerance is not None
    for frame, x in enumerate(places):
        if x is not None:
            assert shown(keys, frame) == pytest.approx(PIXEL * x, abs=tolerance)


def test_a_straight_way_takes_two_keys_and_a_rest_one() -> None:
    across, up = track_of(list(range(0, 200, 2))).keys(frozenset())[1:3]
    assert [key.frame for key in across] == [0, 99]
    assert up == [Key(0, 0, held=True)]


def test_what_rests_and_then_moves_does_not_creep_before() -> None:
    keys = track_of([7] * 50 + [8, 9, 10, 11]).keys(frozenset())[1]
    assert [shown(keys, frame) / PIXEL for frame in (0, 25, 49, 53)] == [7, 7, 7, 11]


def test_nothing_glides_through_a_cut_a_jump_or_an_absence() -> None:
    for places, cuts in (
        ([0, 0, 0, 30, 30], frozenset({3})),
        ([0, 1, 2, 400, 401], frozenset()),
        ([0, 0, None, 30, 30], frozenset()),
    ):
        keys = track_of(places).keys(cuts)[1]
        between = [shown(keys, 2.5)] if places[2] is not None else [shown(keys, 2)]
        assert all(value <= 3 * PIXEL for value in between)


def test_a_turn_past_a_half_goes_on_the_short_way() -> None:
    track = Track("S")
    for frame, degrees in enumerate((170.0, 178.0, -174.0, -166.0)):
        track.put(frame, sprite(0.0, turn=degrees))
        track.seen = frame
    turns = track.keys(frozenset())[3]
    assert (shown(turns, 3) - shown(turns, 0)) / DEGREE == pytest.approx(24.0, abs=0.1)


def unpacked(data: bytes) -> list[int]:
    """The numbers of `packed`, read as a player does."""
    found, value, weight = [], 0, 1
    for byte in data:
        value += (byte & 127) * weight
        weight *= 128
        if byte < 128:
            found.append(-((value + 1) // 2) if value % 2 else value // 2)
            value, weight = 0, 1
    return found


@given(st.lists(st.integers(-(2**40), 2**40)))
def test_packed_numbers_are_read_again(numbers: list[int]) -> None:
    assert unpacked(packed(numbers)) == numbers


def put_together(pictures: Pictures) -> list[Pixels]:
    """All pictures, made of tiles of the sheets as a player does."""
    sheets = [np.asarray(Image.open(io.BytesIO(sheet)).convert("RGBA")) for sheet in pictures.sheets()]
    begins = pictures.begins()
    count, *numbers = unpacked(pictures.index())
    made = []
    for _ in range(count):
        wide, high = numbers[:2]
        across, down = -(-wide // TILE), -(-high // TILE)
        picture = np.zeros((down * TILE, across * TILE, 4), dtype=np.uint8)
        for place, tile in enumerate(accumulate(numbers[4 : 4 + across * down])):
            sheet = bisect_right(begins, tile) - 1
            row = -(-sheets[sheet].shape[1] // TILE)
            (y, x), (to_y, to_x) = divmod(tile - begins[sheet], row), divmod(place, across)
            pixels = sheets[sheet][y * TILE : (y + 1) * TILE, x * TILE : (x + 1) * TILE]
            picture[to_y * TILE :, to_x * TILE :][: pixels.shape[0], : pixels.shape[1]] = pixels
        made.append(picture[:high, :wide])
        del numbers[: 4 + across * down]
    return made


def alike(one: Pixels, other: Pixels) -> bool:
    """No colour is off by more than half a step."""
    return bool(np.abs(one.astype(int) - other).max() <= STEPS[False] // 2)


def test_large_pictures_are_sheets_of_their_own_and_smooth_ones_may_lose_what_cannot_be_seen() -> None:
    y, x = np.mgrid[0:250, 0:300]
    grain = np.random.default_rng(2).normal(0, 1, (250, 300))
    wood = np.dstack([np.clip(120 + x / 4 + y / 5 + grain, 0, 255), 90 + y / 3, 40 + x / 9, np.full(x.shape, 255)])
    cards = np.zeros((250, 300, 4), dtype=np.uint8)
    cards[..., 3], cards[::7, :, 0], cards[:, ::5, 2] = 255, 200, 90
    small = np.asarray(np.full((30, 40, 4), 77), dtype=np.uint8)
    painted = [wood.astype(np.uint8), small, cards]
    pictures = Pictures()
    for pixels in painted:
        pictures.number(Image.fromarray(pixels))
    near, *same = put_together(pictures)
    assert all(alike(one, other) for one, other in zip(same, painted[1:], strict=True))
    assert 0 < np.abs(near.astype(int) - painted[0]).mean() < 1.0


def test_equal_tiles_are_stored_once_and_pictures_are_put_together_again() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (50, 70, 4), dtype=np.uint8)
    noise[..., 3] = 255
    changed = noise.copy()
    changed[:TILE, :TILE] = 9
    pictures = Pictures()
    first, second = (pictures.number(Image.fromarray(pixels), (3.5, 4.0)) for pixels in (noise, changed))
    assert pictures.number(Image.fromarray(noise), (3.5, 4.0)) == first != second
    assert len(pictures) == 2
    assert all(alike(one, other) for one, other in zip(put_together(pictures), (noise, changed), strict=True))
    one, several = (np.asarray(Image.open(io.BytesIO(sheet)).convert("RGBA")) for sheet in pictures.sheets())
    assert (one[:TILE, :TILE] == 9).all()
    stored = several.reshape(-1, TILE, SIDE // TILE, TILE, 4).any(axis=(1, 3, 4)).sum()
    assert stored == -(-70 // TILE) * -(-50 // TILE)
