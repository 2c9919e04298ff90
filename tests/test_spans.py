"""What is assumed says how far it may lie, and why; nothing of this changes a value."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest

from calibration.presets import Value, preset_text
from sim.configuration import load_configuration, spans_of
from sim.errors import InputError
from sim.measures import Span, plain, shipped, shipped_spans, spans_in
from sim.spec import GAMES
from sim.statistics import Interval

NOT_DRAWN = (
    "*profiles.toml *",
    "row.toml ship.deck",
    "ship.toml ship.deck",
    "deck.toml splits.*",
    "table.toml company.*",
    "people.toml strategy.*",
    "people.toml temper.steady.risk",
    "box.toml constraints.cards",
)
"""What is assumed and no fact that could be found out: settings of the engine, what a strategy or a split is, who sits
down, the unit of a risk; and the two readings of the deck, which need hulls of their own and are compared as presets.
These have a reason and no range."""


def files(root: Path) -> list[Path]:
    return sorted((root / "sim").rglob("*.toml"))


def leaves(tree: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    for name, item in tree.items():
        key = f"{above}.{name}" if above else name
        if isinstance(item, Mapping) and "value" in item:
            yield key, item
        elif isinstance(item, Mapping):
            yield from leaves(item, key)


def test_everything_that_is_assumed_says_how_far_it_may_lie_and_why(root: Path) -> None:
    count = 0
    for path in files(root):
        for key, measure in leaves(tomllib.loads(path.read_text())):
            if measure.get("provenance") != "assumed":
                continue
            count += 1
            assert len(measure.get("reason", "")) > 8, (path.name, key)
            drawn = "range" in measure or "among" in measure
            assert drawn or any(fnmatchcase(f"{path.name} {key}", out) for out in NOT_DRAWN), (path.name, key)
    assert count > 250


@pytest.mark.parametrize("game", GAMES)
def test_the_spans_of_a_game_are_about_its_own_values(game: str) -> None:
    tree: Any = load_configuration(game).tree
    spans = spans_of(game)
    for key, span in spans.items():
        found = tree
        for word in key.split("."):
            found = found[word]
        assert found == span.value, key
        assert span.among or span.low <= span.value <= span.high, key
        assert span.together is None or spans[span.together].together is None, key


def test_values_are_read_without_their_spans() -> None:
    text = '[a]\nx = { value = 2.5, provenance = "assumed", source = "ours", range = [1.0, 4.0], reason = "a hand" }\n'
    assert plain(tomllib.loads(text), "a.toml", shipped=True) == {"a": {"x": 2.5}}


def test_a_shipped_value_may_still_have_no_span(tmp_path: Path) -> None:
    path = tmp_path / "old.toml"
    path.write_text(
        '[a]\nx = { value = 2.5, provenance = "assumed", source = "ours" }\n'
        'y = { value = 1, provenance = "measured", source = "b" }\n'
    )
    assert shipped(path) == {"a": {"x": 2.5, "y": 1}}
    assert shipped_spans(path) == {}


def test_spans_have_dotted_keys_below_the_section_of_their_file(tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    path.write_text(
        '[a]\nx = { value = 2, provenance = "assumed", source = "b", range = [1, 4], with = "c.d", reason = "few" }\n'
        'w = { value = "row", provenance = "assumed", source = "b", among = ["row", "two"], reason = "both seen" }\n'
    )
    assert shipped_spans(path, "top") == {
        "top.a.x": Span(2, 1.0, 4.0, (), "few", "c.d"),
        "top.a.w": Span("row", 0.0, 0.0, ("row", "two"), "both seen"),
    }


REFUSED = {
    "no reason": ("value = 2.0, range = [1.0, 3.0]", "expected a reason"),
    "an empty reason": ('value = 2.0, range = [1.0, 3.0], reason = " "', "x.reason: expected a sentence"),
    "three numbers": ('value = 2.0, range = [1.0, 2.0, 3.0], reason = "so"', "x.range: expected two numbers"),
    "infinity": ('value = 2.0, range = [1.0, inf], reason = "so"', "x.range: expected two numbers"),
    "a word": ('value = "a", range = [1.0, 2.0], reason = "so"', "x.range: expected two numbers"),
    "a yes": ('value = true, range = [0, 1], reason = "so"', "x.range: expected two numbers"),
    "outside": ('value = 5.0, range = [1.0, 3.0], reason = "so"', "x.range: expected LOW <= 5 <= HIGH"),
    "turned round": ('value = 2.0, range = [3.0, 1.0], reason = "so"', "x.range: expected LOW <= 2 <= HIGH"),
    "not among": ('value = "a", among = ["b"], reason = "so"', "x.among: expected all that"),
    "a number among": ('value = 1, among = [1, 2], reason = "so"', "x.among: expected all that"),
    "with nothing": ('value = 1.0, with = "a.b", reason = "so"', "x.with: expected a range"),
    "with a number": ('value = 1.0, range = [0.0, 2.0], with = 3, reason = "so"', "x.with: expected the dotted key"),
    "of several": ('value = 1.0, range = [0.0, 2.0], jointly = 2, reason = "so"', "x.jointly: expected 1 to 1000"),
    "another key": ('value = 1.0, ranges = [0.0, 2.0], reason = "so"', "x: expected exactly value"),
}


@pytest.mark.parametrize(("text", "expected"), REFUSED.values(), ids=REFUSED)
def test_a_span_that_makes_no_sense_is_refused(text: str, expected: str) -> None:
    tree = tomllib.loads(f'x = {{ provenance = "assumed", source = "ours", {text} }}')
    with pytest.raises(InputError) as refused:
        plain(tree, "a.toml", shipped=True)
    assert f"a.toml: {expected if expected.startswith('x') else f'x: {expected}'}" in str(refused.value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'provenance = "rulebook", range = [0.0, 2.0]',
            "x.range: expected only where the provenance is assumed, inferred or measured",
        ),
        ('provenance = "measured", reason = "so"', "x.reason: expected only where the provenance is assumed"),
        ('provenance = "measured", range = [2.0, 3.0]', "x.range: expected LOW <= 1 <= HIGH"),
        ('provenance = "measured", range = [0.0, 2.0], with = "a.b"', "x.with: expected only where the provenance is"),
        ('provenance = "measured", jointly = 28', "x.jointly: expected 1 to 1000 beside the range of a measured value"),
        ('provenance = "measured", range = [0.0, 2.0], jointly = 0', "x.jointly: expected 1 to 1000"),
        ('provenance = "measured", range = [0.0, 2.0], jointly = 2.0', "x.jointly: expected 1 to 1000"),
        ('provenance = "measured", range = [0.0, 2.0], jointly = true', "x.jointly: expected 1 to 1000"),
    ],
)
def test_only_what_is_assumed_or_measured_has_a_span(text: str, expected: str) -> None:
    tree = tomllib.loads(f'x = {{ source = "b", value = 1.0, {text} }}')
    with pytest.raises(InputError) as refused:
        plain(tree, "a.toml", shipped=True)
    assert f"a.toml: {expected}" in str(refused.value)


MEASURED = '{ value = 2.0, provenance = "measured", source = "ours", range = [1.0, 4.0] }'


def test_an_inferred_value_is_drawn_from_its_range_and_not_about_itself() -> None:
    span = Span(1.15, 0.85, 1.35, (), "so", inferred=True)
    assert [span.at(share) for share in (0.0, 0.5, 1.0)] == pytest.approx([0.85, 1.1, 1.35])


def test_a_preset_gives_what_it_measured_its_own_error(tmp_path: Path) -> None:
    preset = tmp_path / "mine.toml"
    preset.write_text(
        f"[ship]\npivot_coulomb_s2 = {MEASURED}\n"
        f"[skill.all]\nplacement_sd_mm = {MEASURED}\n"
        f"[skill.child]\nplacement_sd_mm = {MEASURED.replace('4.0', '5.0')}\n"
    )
    spans, shipped_ones = spans_of("riff-raff", preset), spans_of("riff-raff")
    changed = {
        key: (span.low, span.high, span.measured) for key, span in spans.items() if span != shipped_ones.get(key)
    }
    assert changed == {
        "ship.pivot_coulomb_s2": (1.0, 4.0, True),
        "skill.child.placement_sd_mm": (1.0, 5.0, True),
        "skill.casual.placement_sd_mm": (1.0, 4.0, True),
        "skill.skilled.placement_sd_mm": (1.0, 4.0, True),
    }


def test_a_fit_writes_the_interval_of_what_it_measured() -> None:
    known = Value.measured(Interval(2.0, 1.0, 4.0), "ours")
    tree = tomllib.loads(preset_text("Mine.", {"ship": {"pivot_coulomb_s2": known}}))
    assert tree["ship"]["pivot_coulomb_s2"] == tomllib.loads(f"x = {MEASURED}")["x"]
    assert dict(spans_in(tree, "mine.toml")) == {"ship.pivot_coulomb_s2": Span(2.0, 1.0, 4.0, (), "", measured=True)}
    assert "range" not in Value.measured(Interval(2.0, math.nan, math.nan), "ours").to_toml()


def test_of_a_measured_value_95_of_100_draws_lie_in_its_interval() -> None:
    span = Span(2.0, 1.0, 6.0, (), "", measured=True)
    assert [span.at(share) for share in (0.025, 0.5, 0.975)] == pytest.approx([1.0, 2.0, 6.0])
    # No farther than three standard errors, on its own side.
    assert [span.at(share) for share in (0.0, 1.0)] == pytest.approx([2 - 3.09 / 1.96, 2 + 4 * 3.09 / 1.96], abs=0.01)
    assert Span(20, 10.0, 40.0, (), "", measured=True).at(0.975) == 40


def test_a_range_that_is_one_of_several_is_drawn_as_if_it_were_alone() -> None:
    text = '[a]\nx = { value = 2.0, provenance = "measured", source = "ours", range = [-1.0, 8.0], jointly = 28 }'
    span = dict(spans_in(tomllib.loads(text), "evening.toml"))["a.x"]
    # The 2.5 / 28 % point of a normal distribution is at 3.124.
    ends = [2.0 - 3.0 * 1.960 / 3.124, 2.0, 2.0 + 6.0 * 1.960 / 3.124]
    assert [span.at(share) for share in (0.025, 0.5, 0.975)] == pytest.approx(ends, abs=1e-3)


def test_half_of_the_draws_of_a_number_lie_below_its_value() -> None:
    span = Span(2.0, 1.0, 6.0, (), "so")
    assert [span.at(share) for share in (0.0, 0.25, 0.5, 0.75, 1.0)] == [1.0, 1.5, 2.0, 4.0, 6.0]


def test_a_value_at_the_end_of_its_range_is_drawn_evenly() -> None:
    span = Span(0.0, 0.0, 10.0, (), "so")
    assert [span.at(share) for share in (0.0, 0.5, 1.0)] == [0.0, 5.0, 10.0]


def test_whole_numbers_words_and_a_yes_or_no_are_drawn_equally_often() -> None:
    shares = [(n + 0.5) / 12 for n in range(12)]
    whole = Span(2, 1.0, 3.0, (), "so")
    assert [whole.at(share) for share in shares] == [1] * 4 + [2] * 4 + [3] * 4
    word = Span("b", 0.0, 0.0, ("a", "b"), "so")
    assert [word.at(share) for share in shares] == ["a"] * 6 + ["b"] * 6
    assert [Span(False, 0.0, 0.0, (False, True), "so").at(share) for share in (0.0, 1.0)] == [False, True]
    assert whole.at(1.0) == 3


@pytest.mark.parametrize("game", GAMES)
def test_every_number_lies_at_its_usual_share(game: str) -> None:
    for key, span in spans_of(game).items():
        if not span.among and span.low < span.high:
            assert span.at(span.usual_share) == pytest.approx(span.value), key
