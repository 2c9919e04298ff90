"""An evening of measuring: entries with their error, what is left open, and a preset that holds the truth."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import yardarm.command
from calibration.measure.ensemble import read_ensemble
from calibration.measure.entry import entry_text, read_entry
from calibration.measure.evening import Evening, open_evening
from calibration.measure.evening_command import guide
from calibration.measure.ranges import ranges_of, value_of
from calibration.measure.things import Thing
from sim.configuration import load_configuration, spans_of
from sim.errors import InputError
from sim.measures import Span
from sim.spec import GAMES
from tests.calibration.measure.evenings import Scatter, made_up, measured, twice_or_four_times, usual
from tests.commands import refusal_of

MEASURED = [game for game in GAMES if GAMES[game].measuring is not None]
ROD = Thing(
    key="ship.rod_length_mm", what="rod", how="ruler", by="ruler", unit="mm", within=1.0, plausible=(50.0, 400.0)
)
HAND = ROD.model_copy(update={"by": "", "plausible": (-40.0, 40.0), "readings": 10, "scatter": True})


@pytest.fixture(scope="module")
def ships() -> Evening:
    """An evening with Riff Raff that begins."""
    return open_evening("riff-raff", "casual", None)


# ---------------------------------------------------------------------------------------------------------- entries


@pytest.mark.parametrize(
    ("typed", "readings", "within"),
    [
        ("152", [152.0], 1.0),
        ("152,5", [152.5], 1.0),
        (" 152.5 151,5 mm", [152.5, 151.5], 1.0),
        ("152,5; 151,5", [152.5, 151.5], 1.0),
        ("152, 151", [152.0, 151.0], 1.0),
        ("15.2 cm +- 0.2", None, None),
        ("15.2 +- 0.2 cm", [152.0], 2.0),
        ("152 ± 2", [152.0], 2.0),
        ("152 +/- 2 MM", [152.0], 2.0),
        ("0.152 m", [152.0], 1.0),
    ],
)
def test_readings_are_read_as_people_write_them(typed: str, readings: list[float] | None, within: float | None) -> None:
    if readings is None:
        with pytest.raises(InputError, match="rod: expected readings such as"):
            read_entry(typed, ROD, "rod")
        return
    assert read_entry(typed, ROD, "rod") == (pytest.approx(readings), pytest.approx(within))


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("", "expected readings such as 225 \\+- 1 mm, found ''"),
        ("nan", "expected readings"),
        ("inf", "expected readings"),
        ("1e309", "expected readings"),
        ("152 g", "expected readings"),
        ("१५२", "expected readings"),
        ("152\x1b[2J", "expected readings"),
        ("152,151,150", "expected readings"),
        ("9" * 100_000, "expected readings"),
        ("152 " * 200, "expected 1 to 100 readings, found 200"),
        ("15.2", "rod: expected 50 to 400 mm, found 15.2: is it another unit, or another thing\\?"),
        ("152 1520", "expected 50 to 400 mm, found 1520"),
        ("152 +- 999", "expected 50 to 400 mm, found 999"),
        ("-152", "found -152"),
    ],
)
def test_what_is_no_reading_is_refused_in_a_sentence(typed: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        read_entry(typed, ROD, "rod")


RODS = {f"rod {number}": ROD for number in range(28)}


def half_of(readings: dict[int, list[float]], things: Mapping[str, Thing] = RODS) -> float:
    """Half the range of the first thing, once these are read, each by its number in the plan."""
    low, high = ranges_of({f"rod {n}": (values, ROD.within) for n, values in readings.items()}, things)["rod 0"]
    return (high - low) / 2


def test_a_range_is_one_of_all_that_the_plan_has() -> None:
    # The 2.5 % point of a normal distribution is at 1.960, the 2.5 / 28 % point at 3.124.
    assert half_of({0: [152.0]}, {"rod 0": ROD}) == 1.0
    assert half_of({0: [152.0]}) == pytest.approx(3.124 / 1.960, abs=1e-3)
    # When one stops makes no difference to what is measured.
    assert half_of({0: [152.0], 1: [150.0]}) == half_of({0: [152.0]})


def test_readings_scatter_as_their_instrument_does_with_all_that_it_reads() -> None:
    apart, alike = [151.0, 152.0, 153.0], [152.0, 152.0, 152.0]
    steady = {n: [100.0, 100.2, 99.8] for n in range(1, 11)}
    # Student's t of 2 + 2 degrees of freedom is 2.776; the readings' own variance of 1 is above (2 + 2 / 1.96^2) / 4.
    assert half_of({0: apart}, {"rod 0": ROD}) == pytest.approx(np.hypot(2.776 / np.sqrt(3), 1.0), abs=1e-3)
    assert half_of({0: apart, **steady}) < half_of({0: apart})
    # What scatters more than the instrument does elsewhere is believed; what scatters less by chance is not.
    assert half_of({0: apart, **steady}) > 1.5 * half_of({0: alike, **steady})
    assert half_of({0: alike, **steady}) == pytest.approx(half_of({0: [152.0, 152.1, 151.9], **steady}), abs=0.01)
    # One reading is off by as much as such readings scatter, unless another instrument's do.
    assert half_of({0: [152.0]}) < half_of({0: [152.0], **steady}) < half_of({0: [152.0], 1: apart})
    callipers = {**RODS, "rod 0": ROD.model_copy(update={"by": "callipers"})}
    assert half_of({0: [152.0], 1: apart}, callipers) == half_of({0: [152.0]})


def test_the_scatter_of_ten_placements_has_the_interval_of_chi_squared() -> None:
    placements = [-1.0, 1.0] * 5
    sd = np.sqrt(10 / 9)
    assert value_of(placements, HAND) == pytest.approx(sd, rel=1e-5)
    low, high = ranges_of({"hand": (placements, 0.2)}, {"hand": HAND})["hand"]
    assert (low / sd, high / sd) == (pytest.approx(0.6878, abs=1e-4), pytest.approx(1.8256, abs=1e-4))


@given(st.lists(st.integers(0, 9_999_999), min_size=1, max_size=30), st.integers(0, 9_999))
def test_readings_are_read_again_from_the_source_of_a_value(numbers: list[int], within: int) -> None:
    thing = ROD.model_copy(update={"plausible": (0.0, 1e4)})
    entry = [each / 1000 for each in numbers], within / 1000
    assert read_entry(entry_text(*entry, thing), thing, "rod") == entry


# ------------------------------------------------------------------------------------------------- what is left open


@pytest.fixture(scope="module")
def known_law(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Draws of a figure that is 0.2 + 0.1 (2 first - 1) + 0.03 (2 second - 1), with chance; others do nothing."""
    names = [f"ship.n{n}_mm" for n in range(10)]
    stream = np.random.default_rng(5)
    steps = stream.integers(1000, size=(200, len(names)))
    shares = (steps + 0.5) / 1000
    figure = 0.2 + 0.1 * (2 * shares[:, 0] - 1) + 0.03 * (2 * shares[:, 1] - 1)
    x = np.full((200, 2), 50.0)
    y = stream.binomial(50, figure[:, None], size=(200, 2))
    value = {"value": 100.0, "range": [50.0, 150.0]}
    draws = {
        "game": "riff-raff",
        "configuration": "",
        "figure": "fall_rate",
        "label": "falls",
        "unit": "share",
        "bounds": [0.0, 1.0],
        "assumptions": [{"name": name, "values": [{"key": name, **value}]} for name in names],
        "shares": steps.tolist(),
        "y": y.tolist(),
        "x": x.tolist(),
    }
    file = tmp_path_factory.mktemp("draws") / "draws.json"
    file.write_text(json.dumps(draws))
    return file


def test_what_matters_most_comes_first_and_takes_its_part_of_the_band(known_law: Path) -> None:
    ensemble = read_ensemble(known_law)
    first, second, *others = (one for one in ensemble.worths([f"ship.n{n}_mm" for n in range(10)], {}) if one)
    # Of the variance 0.1^2 / (0.1^2 + 0.03^2) = 0.917 goes, so of the width 1 - sqrt(0.083) = 0.71.
    assert first.low <= 0.71 <= first.high
    assert first.estimate == pytest.approx(0.71, abs=0.15)
    assert second.estimate > max(other.estimate for other in others)
    assert ensemble.worths(["ship.unheard_of"], {}) == [None]


@pytest.mark.parametrize("at", [60.0, 100.0, 140.0])
def test_the_band_after_a_measurement_lies_where_the_law_says(known_law: Path, at: float) -> None:
    ensemble = read_ensemble(known_law)
    close, far = (Span(at, low, high, (), "", measured=True) for low, high in ((at - 0.5, at + 0.5), (50.0, 150.0)))
    before, after = (ensemble.band(known) for known in ({}, {"ship.n0_mm": close}))
    assert before.low.estimate == pytest.approx(0.1, abs=0.03)
    assert before.high.estimate == pytest.approx(0.3, abs=0.03)
    middle = 0.2 + 0.1 * (at - 100) / 50
    assert after.low.low <= middle - 0.0285 <= after.low.high
    assert after.high.low <= middle + 0.0285 <= after.high.high
    vague = ensemble.band({"ship.n0_mm": far})
    assert vague.high.estimate - vague.low.estimate > after.high.estimate - after.low.estimate


def test_draws_that_cannot_be_read_are_refused_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "draws.json"
    file.write_text('{"game": NaN}')
    with pytest.raises(InputError, match=r"expected the draws that studies\.open_sizes writes"):
        read_ensemble(file)


@pytest.mark.parametrize("game", MEASURED)
def test_what_is_shipped_is_of_the_shipped_design(game: str) -> None:
    evening = open_evening(game, "casual", None)
    assert evening.ensemble.configuration == load_configuration(game).digest
    for part in evening.ensemble.parts:
        for key, span in part.spans.items():
            shipped = spans_of(game)[key]
            assert (span.low, span.high, span.among) == (shipped.low, shipped.high, shipped.among)
    names = [one.name for one in evening.asked()]
    assert set(names) == set(evening.things)
    # What is assumed lies where an entry is taken.
    for name, value in made_up(evening, 0).items():
        for thing in evening.things.values():
            if thing.key_for("casual") == name and not thing.scatter:
                assert thing.plausible[0] <= thing.reading(value) <= thing.plausible[1]
                assert thing.value(thing.reading(value)) == pytest.approx(value)


# ----------------------------------------------------------------------------------------------------- whole evenings


@pytest.mark.parametrize(
    "copies", [pytest.param(20, marks=pytest.mark.slow), pytest.param(200, marks=pytest.mark.study)]
)
@pytest.mark.parametrize("scatter", [usual, twice_or_four_times])
@pytest.mark.parametrize("game", MEASURED)
def test_all_ranges_of_a_made_up_copy_hold_the_truth_at_once(game: str, scatter: Scatter, copies: int) -> None:
    begun = open_evening(game, "casual", None)
    held = sum(all(measured(begun, number, scatter)[1]) for number in range(copies))
    print(f"{game}, {scatter.__name__}: {held} of {copies}")
    assert held >= 0.9 * copies


@pytest.mark.slow
@pytest.mark.parametrize("game", MEASURED)
def test_what_was_read_off_a_made_up_copy_is_a_design(game: str) -> None:
    begun = open_evening(game, "casual", None)
    for number in range(20):
        measured(begun, number)[0].check("made up")


def test_the_preset_of_a_copy_builds_and_its_ranges_are_drawn(ships: Evening, tmp_path: Path) -> None:
    evening, _ = measured(ships, 3)
    out = tmp_path / "ship.toml"
    evening.write(out)
    load_configuration("riff-raff", out)
    spans = spans_of("riff-raff", out)
    assert {key: spans[key] for key in evening.known()} == evening.known()
    assert {span.jointly for span in evening.known().values() if not span.whole} == {28}
    assert open_evening("riff-raff", "casual", out).tree == evening.tree


def test_two_sittings_make_the_same_preset_as_one(tmp_path: Path) -> None:
    one, two = tmp_path / "one.toml", tmp_path / "two.toml"
    crate, rod = ["--set", "crate=27,6 27.4"], ["--set", "rod=175 +- 2 mm"]
    run = yardarm.command.run
    assert run(["measure", "riff-raff", *crate, *rod, "--note", "the club's", "--out", str(one)]) == 0
    for entry in (crate, rod):
        assert run(["measure", "riff-raff", *entry, "--note", "the club's", "--out", str(two)]) == 0
    assert one.read_text() == two.read_text()
    text = one.read_text()
    assert 'provenance = "measured", source = "edge of the crate: 27.6 27.4 +- 0.1 mm, 2' in text
    assert "the club's" in text
    # The box follows the rod, else the ball would meet its bottom.
    assert "table_below_mm = { value = 203.0" in text


def test_ranges_are_made_anew_from_the_readings_of_an_earlier_sitting(ships: Evening, tmp_path: Path) -> None:
    out = tmp_path / "ship.toml"
    evening = ships.entered("rod", "150 +- 2")
    evening.write(out)
    text = out.read_text()
    (made,) = (line.partition("range = ")[2] for line in text.splitlines() if line.startswith("rod_length_mm"))
    # As a range of one value alone stood there.
    out.write_text(text.replace(made, "[148.0, 152.0] }"))
    assert open_evening("riff-raff", "casual", out).tree == evening.tree
    # A value that was changed by hand is not of these readings.
    out.write_text(text.replace(made, "[149.0, 153.0] }").replace("value = 150.0", "value = 151.0"))
    span = open_evening("riff-raff", "casual", out).known()["ship.rod_length_mm"]
    assert (span.value, span.jointly) == (151.0, 28)
    assert (span.low, span.high) == pytest.approx((151 - 2 * 3.124 / 1.960, 151 + 2 * 3.124 / 1.960), abs=1e-3)


def test_what_a_fit_found_is_taken_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fit, out = tmp_path / "wood.toml", tmp_path / "all.toml"
    fit.write_text(
        '[wood]\nfriction = { value = 0.3, provenance = "measured", source = "a fit", range = [0.28, 0.32] }\n'
    )
    words = ["measure", "riff-raff", "--from", str(fit), "--set", "deck-rows=2", "--out", str(out), "--json"]
    assert yardarm.command.run(words) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["measured"]["wood.friction"] == {
        "estimate": 0.3,
        "low": pytest.approx(0.3 - 0.02 * 3.124 / 1.960, abs=1e-5),
        "high": pytest.approx(0.3 + 0.02 * 3.124 / 1.960, abs=1e-5),
        "jointly": 28,
    }
    assert "friction" not in [one["name"] for one in answer["next"]]
    assert answer["preset"] == str(out)


@pytest.mark.slow
def test_a_preset_that_was_measured_is_played(ships: Evening, tmp_path: Path) -> None:
    out = tmp_path / "ship.toml"
    measured(ships, 5)[0].write(out)
    for words in (["simulate", "--matches", "1"], ["watch", "--text"]):
        assert yardarm.command.run([words[0], "riff-raff", *words[1:], "--config", str(out), "--profile", "draft"]) == 0


# -------------------------------------------------------------------------------------------------- in the terminal


def test_questions_go_by_worth_and_each_answer_is_kept(
    ships: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "ship.toml"
    first, second, third, *_ = ships.asked()
    prompts: list[str] = []

    def answers() -> Iterator[str]:
        yield ""  # Not now.
        middle = sum(second.thing.plausible) / 2
        yield "1e309"
        yield f"{second.thing.plausible[1] * 10 + 1:g}"
        yield " ".join([f"{middle:g}", f"{middle + second.thing.within:g}"] * max(second.thing.readings, 1))
        raise KeyboardInterrupt

    given = answers()

    def ask(prompt: str) -> str:
        prompts.append(prompt.split()[0].rstrip(":"))
        return next(given)

    with pytest.raises(KeyboardInterrupt):
        guide(ships, out, "", ask)
    assert prompts == [first.name, second.name, second.name, second.name, third.name]
    told = capsys.readouterr().out
    assert "expected readings such as" in told
    assert "is it another unit, or another thing?" in told
    assert "Left open: " in told
    kept = open_evening("riff-raff", "casual", out)
    assert list(kept.known()) == [second.thing.key_for("casual")]


def test_an_evening_ends_when_it_is_enough(ships: Evening, tmp_path: Path) -> None:
    out = tmp_path / "ship.toml"
    assert guide(ships, out, "", lambda _: "q") is ships

    def no_more(_: str) -> str:
        raise EOFError

    assert guide(ships, out, "", no_more) is ships
    assert not out.exists()


def test_an_entry_with_which_nothing_can_be_built_is_not_taken(
    ships: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    high = ships.entered("mast", "150")
    # The top yard is higher than this mast.
    with pytest.raises(InputError):
        high.check("mast")
    lines = iter(["missing.toml", "q"])
    assert guide(ships, tmp_path / "ship.toml", "", lambda _: next(lines)) is ships
    assert "missing.toml: cannot be read" in capsys.readouterr().out


# ------------------------------------------------------------------------------------------------------- the verb


def test_without_a_terminal_the_plan_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert yardarm.command.run(["measure", "riff-raff"]) == 0
    told = capsys.readouterr().out
    assert "attempts that drop something: the band of 95 in 100 cases" in told
    assert "crate: edge of the crate" in told
    assert "With --out PRESET.toml it asks" in told


@pytest.mark.parametrize("game", sorted(set(GAMES) - set(MEASURED)))
def test_where_no_ruler_helps_it_says_so(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "there is nothing to measure with a ruler" in refusal_of(capsys, "measure", game)


def test_other_files_are_not_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "table.toml"
    entry = ("measure", "zack", "--set", "distance=420 +- 20", "--out", str(out))
    assert yardarm.command.run(list(entry)) == 0
    capsys.readouterr()
    mine = out.read_text()
    for text in (
        mine,
        mine.replace("form 1", "form 2").replace("zack", "riff-raff"),
        "[ship]\n",
        "",
        "\x00",
        "#" * (2 << 20),
    ):
        out.write_text(text)
        assert "table.toml" in refusal_of(capsys, "measure", "riff-raff", "--set", "rod=150", "--out", str(out))
        assert out.read_text() == text
    out.write_text(mine.replace("420.0", "nan"))
    assert "table.toml" in refusal_of(capsys, *entry)
    assert "expected one of" in refusal_of(capsys, "measure", "riff-raff", "--set", "rud=150")
    assert "rod: expected readings" in refusal_of(capsys, "measure", "riff-raff", "--set", "rod=")


def test_the_sheet_names_all_that_is_left_and_has_the_same_bytes(tmp_path: Path) -> None:
    one, other = tmp_path / "one.pdf", tmp_path / "other.pdf"
    for out in (one, other):
        assert yardarm.command.run(["measure", "zack", "--sheet", str(out), "--paper", "letter"]) == 0
    assert one.read_bytes() == other.read_bytes()
    assert one.read_bytes().startswith(b"%PDF")
