"""Boxes: rows and columns share their room out, texts shrink before they are cut, what is spare goes first."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from scenes.layout.boxes import (
    ENDLESS,
    Box,
    Column,
    First,
    Lines,
    Overlay,
    Picture,
    Place,
    Row,
    Spacer,
    Text,
    paint,
    placed,
)
from scenes.layout.text import width_px

INK = (10, 20, 30)
ROOM = st.tuples(st.integers(0, 400), st.integers(0, 200))


def boxes(most: int = 4) -> st.SearchStrategy[Box]:
    """Any box: texts, lines and pictures, in rows and columns of rows and columns."""
    few, many = st.integers(0, 2), st.text("ab ", min_size=1, max_size=30).filter(str.strip)
    flags = st.booleans()
    leaf = st.one_of(
        st.builds(Spacer, size=st.tuples(st.integers(0, 30), st.integers(0, 30)), grow=few),
        st.builds(Text, many, st.just(14), st.just(INK), smallest=st.integers(7, 14), whole=flags, grow=few, spare=few),
        st.builds(Lines, many, st.just(12), st.just(INK), whole=flags, grow=few, spare=few),
        st.builds(Picture, st.just(_plain), shape=st.sampled_from((None, 0.5, 2.0)), smallest=few, grow=few, spare=few),
    )

    def inside(parts: st.SearchStrategy[Box]) -> st.SearchStrategy[Box]:
        several, gap = st.lists(parts, min_size=1, max_size=most), st.integers(0, 5)
        rows = st.builds(Row, several, gap, even=flags, spare=few), st.builds(Column, several, gap, grow=few)
        return st.one_of(*rows, st.builds(First, several), st.builds(Overlay, several))

    return st.recursive(leaf, inside, max_leaves=8)


def _plain(wide: int, high: int) -> Image.Image:
    return Image.new("RGBA", (wide, high))


def stands_in(inner: Place, outer: Place) -> bool:
    return all(
        outer[at] <= inner[at] and inner[at] + inner[at + 2] <= max(outer[at], outer[at] + outer[at + 2])
        for at in (0, 1)
    )


def covers(one: Place, two: Place) -> bool:
    return all(min(one[at] + one[at + 2], two[at] + two[at + 2]) > max(one[at], two[at]) for at in (0, 1))


@given(boxes(), ROOM)
def test_boxes_stay_in_their_place_and_never_cover_each_other(box: Box, room: tuple[int, int]) -> None:
    for whole, place in placed(box, (7, 5, *room)):
        parts = [at for _, at in whole.parts(place)]
        assert all(min(at[2:]) >= 0 for at in parts)
        if isinstance(whole, Overlay):
            assert set(parts) == {place}
        else:
            assert not any(covers(one, two) for one, two in combinations(parts, 2))


@given(boxes(), ROOM)
def test_a_box_that_has_its_least_gives_every_part_its_least(box: Box, more: tuple[int, int]) -> None:
    wide, high = 300 + more[0], 0
    least = box.least((wide, ENDLESS))
    high = least[1] + more[1]
    if least[0] > wide or box.flows:
        return
    for part, place in placed(box, (0, 0, wide, high)):
        needs = part.least(place[2:])
        assert needs[0] <= place[2], part
        assert needs[1] <= place[3], part
        assert all(stands_in(at, place) for _, at in part.parts(place))


def test_what_is_left_over_goes_to_those_that_grow_by_their_shares() -> None:
    row = Row([Spacer(size=(10, 5)), Spacer(grow=1), Spacer(grow=3), Spacer(size=(20, 5))], gap=2)
    assert [place for _, place in row.parts((0, 0, 116, 9))] == [
        (0, 0, 10, 9), (12, 0, 20, 9), (34, 0, 60, 9), (96, 0, 20, 9),
    ]  # fmt: skip


def test_equal_boxes_share_every_pixel() -> None:
    row = Row([Spacer(), Spacer(), Spacer()], even=True)
    assert [place[2] for _, place in row.parts((0, 0, 10, 4))] == [3, 3, 4]


def test_the_most_spare_is_left_out_first() -> None:
    def row(wide: int) -> list[str]:
        spares = [Spacer(size=(10, 1), name=name, spare=spare) for name, spare in (("b", 1), ("c", 2))]
        return [part.name for part, _ in Row([Spacer(size=(10, 1), name="a"), *spares]).parts((0, 0, wide, 1))]

    assert [row(30), row(29), row(19)] == [["a", "b", "c"], ["a", "b"], ["a"]]


def test_a_text_takes_its_first_wording_that_fits_shrinks_and_is_cut_last() -> None:
    long, short = "Round 1 of 10", "1/10"
    text = Text((long, short), 16, INK, smallest=12)
    assert text.fit((width_px(long, 16), 20)) == (long, 16)
    assert text.fit((width_px(long, 12), 20)) == (long, 12)
    assert text.fit((width_px(long, 12) - 1, 20)) == (short, 16)
    assert text.fit((width_px("1/…", 12), 20)) == ("1/…", 12)
    assert text.fit((400, 13)) == (long, 13)


def test_lines_wrap_shrink_and_are_cut_in_the_last_one() -> None:
    words = "Whole sentences of several words"
    lines = Lines(words, 14, INK, smallest=10)
    assert lines.fit((400, 14)) == ((words,), 14)
    wrapped, px = lines.fit((150, 32))
    assert (" ".join(wrapped), px) == (words, 14)
    cut, px = lines.fit((90, 12))
    assert len(cut) == 1
    assert cut[0].endswith("…")
    assert px == 10


def test_the_first_arrangement_that_has_room_is_taken() -> None:
    box = First([Spacer(size=(50, 10), name="broad"), Spacer(size=(20, 30), name="high"), Spacer(name="none")])
    names = [next(part.name for part, _ in box.parts((0, 0, *room))) for room in ((60, 10), (49, 30), (10, 10))]
    assert names == ["broad", "high", "none"]


def test_painting_tells_the_places_of_what_has_a_name() -> None:
    made: list[tuple[int, int]] = []

    def make(wide: int, high: int) -> Image.Image:
        made.append((wide, high))
        return Image.new("RGBA", (wide, high), (*INK, 255))

    picture = Image.new("RGBA", (40, 20))
    row = Row([Picture(make, 0.5), Spacer(grow=1, name="rest")], gap=2)
    assert paint(row, picture, (4, 2, 30, 16)) == {"rest": (14, 2, 20, 16)}
    assert made == [(8, 16)]
    assert picture.getbbox() == (4, 2, 12, 18)
