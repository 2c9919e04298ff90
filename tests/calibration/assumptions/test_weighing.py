"""Draws weighed by reports: closed forms, what is known of toys, what says nothing, and files that are wrong."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import yardarm.command
from calibration.assumptions.command import answer, text
from calibration.assumptions.drawing import Assumption, Assumptions
from calibration.assumptions.reports import Report, Reports, ReportsPart, read_reports
from calibration.assumptions.shares import weighted_quantiles
from calibration.assumptions.study import AssumptionsStudy, study
from calibration.assumptions.weighed_page import HOW_TO_READ, weighed_section
from calibration.assumptions.weighing import Weighing, weigh
from calibration.tuning.evaluations import Outcome, Simulations
from calibration.tuning.space import Values
from calibration.tuning.targets import Figure
from sim.batch import job
from sim.batch.assumed import read_bands
from sim.configuration import load_configuration
from sim.errors import InputError
from sim.match.seats import seats_from
from sim.measures import Span
from sim.metrics import per_match
from sim.protocols import Configuration
from sim.seeds import rng
from sim.spec import GAMES, load_part
from tests.batch.here import play_by

POINTS = 256
SEATS = seats_from(("child:random", "child:random"), "zatre")
ZATRE = load_configuration("zatre")
SPANS = {"x": Span(5.0, 0.0, 10.0, (), "so"), "y": Span("a", 0.0, 0.0, ("a", "b"), "so")}
FIGURES = [Figure(name, per_match(name, f"the {name}", float)) for name in ("minutes", "rounds")]


class Toy(Assumptions):
    """Two assumptions of a game, of which every draw is the game as it is."""

    def configuration(self, values: Values) -> Configuration:
        return ZATRE


def toy(points: int = POINTS, noise: float = 0.02, counted: float = 1.0) -> AssumptionsStudy:
    """A study in which a match takes x minutes and has y rounds (0 or 1); rounds are counted up to a share of x."""

    def play(values: Values, stream: str, first: int, count: int) -> Sequence[Outcome]:
        x, y = values or (0.5, 0.5)
        chance = rng(1, stream, repr(values)).normal(0, noise, first + count)[first:]
        there = float(x < counted)
        return [Outcome(60.0, ((10 * x + e, 1.0), ((float(y > 0.5) + e) * there, there))) for e in chance.tolist()]

    parts = tuple(Assumption(name, {name: span}) for name, span in SPANS.items())
    with pytest.MonkeyPatch.context() as patched:
        for name, number in (("DRAWS", 50), ("_BURN", 5), ("_KEPT", 20)):
            patched.setattr(f"calibration.assumptions.shares.{name}", number)
        return study(Toy("zatre", parts), FIGURES, play, points, 4, 1)


@pytest.fixture(scope="module")
def plain() -> AssumptionsStudy:
    return toy()


def said(figure: str, low: float, high: float, softness: float = 0.01) -> Report:
    return Report(
        statement="so it is", source="a page", figure=figure, band=(low, high), softness=softness, reason="because"
    )


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("calibration.assumptions.shares.DRAWS", 50)


def weighed(found: AssumptionsStudy, **reports: Report) -> Weighing:
    return weigh(found, Reports(Path("so.toml"), reports, {"seven": lambda _: 7.0}), [one.name for one in FIGURES])


def section(weighing: Weighing) -> str:
    return "\n".join(weighed_section(weighing))


def test_within_the_band_a_statement_costs_nothing_and_outside_it_is_students() -> None:
    report = said("minutes", 2.0, 4.0, softness=3.0)
    figures = np.array([2.0, 3.0, 4.0, 7.0, -1.0, np.nan])
    assert report.likelihoods(figures, np.zeros(6)) == pytest.approx([1, 1, 1, 1.25**-2.5, 1.25**-2.5, 1])
    # A noise of 4 makes 3 to 5.
    assert report.likelihoods(np.array([9.0]), np.array([16.0])) == pytest.approx(1.25**-2.5)


def test_weighted_quantiles_of_equal_and_of_unequal_weights() -> None:
    values = np.array([3.0, 1.0, 2.0])
    assert weighted_quantiles(values, np.ones(3), (0.0, 0.5, 1.0)).tolist() == [1.0, 2.0, 3.0]
    # A weight of 2 is the value twice.
    twice = weighted_quantiles(np.array([1.0, 2.0, 2.0]), np.ones(3), (0.5,))
    assert weighted_quantiles(np.array([1.0, 2.0]), np.array([1.0, 2.0]), (2 / 3,))[0] == pytest.approx(twice[0])


def test_a_known_posterior_is_found(plain: AssumptionsStudy) -> None:
    found = weighed(plain, high=said("minutes", 8.0, 10.0, 1e-3))
    assert found.effective == pytest.approx(POINTS / 5, abs=2)
    (x, y), (minutes, _) = found.moved, found.figures
    assert x.after == pytest.approx((0.805, 0.9, 0.995), abs=0.006)
    assert x.clear
    assert not y.clear
    assert [chance for _, _, chance in y.chances(SPANS["y"])] == pytest.approx([0.5, 0.5], abs=0.1)
    assert minutes.band is not None
    assert (minutes.band.low.estimate, minutes.band.high.estimate) == pytest.approx((8.05, 9.95), abs=0.06)
    assert minutes.left_out["high"] == pytest.approx((0.25, 9.75), abs=0.06)
    (judged,) = found.judged
    assert (judged.before, judged.after) == pytest.approx((5.0, 9.0), abs=0.05)
    assert (judged.alone, judged.without) == pytest.approx((found.effective, POINTS))


def test_a_soft_statement_gives_the_density_of_its_kernel(plain: AssumptionsStudy) -> None:
    found = weighed(plain, about=said("minutes", 5.0, 5.0, 1.0))
    grid = np.linspace(0, 10, 4001)
    density = (1 + (grid - 5) ** 2 / 4) ** -2.5
    low, high = weighted_quantiles(grid, density, (0.025, 0.975))
    assert (10 * found.moved[0].after[0], 10 * found.moved[0].after[2]) == pytest.approx((low, high), abs=0.1)


def test_a_choice_among_words_is_weighed() -> None:
    found = weighed(toy(), more=said("rounds", 1.0, 1.0, 1e-3))
    assert found.moved[1].clear
    chances = list(found.moved[1].chances(SPANS["y"]))
    assert chances == [
        ("a", pytest.approx(0.5, abs=0.01), pytest.approx(0, abs=1e-6)),
        ("b", *[pytest.approx(c, abs=0.01) for c in (0.5, 1)]),
    ]


def test_the_chance_of_few_matches_softens_statements_and_is_taken_out_of_bands(plain: AssumptionsStudy) -> None:
    report = said("minutes", 5.0, 5.0, 1.0)
    sharp, noisy = weighed(plain, about=report), weighed(toy(noise=3.0), about=report)
    assert noisy.effective > sharp.effective
    widths = []
    for one in (sharp, noisy):
        band = one.figures[0].band
        assert band is not None
        widths.append(band.high.estimate - band.low.estimate)
    # Without the noise the figure is x; it is known less well, but better than before.
    assert widths[0] < widths[1] < 9
    x = noisy.moved[0].after
    assert widths[1] == pytest.approx(10 * (x[2] - x[0]), rel=0.15)


def test_a_statement_that_says_nothing_changes_nothing(plain: AssumptionsStudy) -> None:
    high = said("minutes", 7.0, 10.0, 1.0)
    alone, both = weighed(plain, high=high), weighed(plain, high=high, nothing=said("rounds", -9.0, 9.0))
    assert both.weights.tolist() == alone.weights.tolist()
    assert both.moved[0].after == alone.moved[0].after
    assert both.figures[0].band == alone.figures[0].band
    assert both.judged[1].without == pytest.approx(both.effective)
    band = both.figures[0].band
    assert band is not None
    assert both.figures[0].left_out["nothing"] == pytest.approx((band.low.estimate, band.high.estimate))


def test_statements_multiply_and_a_computed_figure_needs_no_match(plain: AssumptionsStudy) -> None:
    one, other = said("minutes", 6.0, 10.0, 1.0), said("rounds", 1.0, 1.0, 0.5)
    product = weighed(plain, one=one).weights * weighed(plain, other=other).weights
    both = weighed(plain, one=one, other=other, seven=said("seven", 0.0, 1.0))
    assert both.weights == pytest.approx(product / product.sum())
    assert (both.judged[2].before, both.judged[2].without) == pytest.approx((7.0, both.effective))


def test_the_order_of_draws_does_not_matter(plain: AssumptionsStudy) -> None:
    high = said("minutes", 7.0, 10.0, 1.0)
    usual, turned = weighed(plain, high=high), weighed(replace(plain, points=plain.points[::-1]), high=high)
    assert turned.weights[::-1] == pytest.approx(usual.weights)
    assert turned.moved[0].after == pytest.approx(usual.moved[0].after)
    bands = [one.figures[0].band for one in (usual, turned)]
    ends = [(band.low.estimate, band.high.estimate) for band in bands if band is not None]
    assert ends[0] == pytest.approx(ends[1])


def test_a_report_is_ignored_where_its_figure_was_not_counted() -> None:
    found = toy(counted=0.75)
    weighing = weighed(found, high=said("minutes", 0.0, 10.0), more=said("rounds", 1.0, 1.0, 1e-3))
    assert weighing.judged[1].ignored == POINTS / 4
    assert weighing.weights[[point.values[0] > 0.75 for point in found.points]] == pytest.approx(weighing.weights.max())
    told = f"not counted at {POINTS // 4} draws, ignored there"
    assert told in text(found, weighing)
    assert told in section(weighing)
    nowhere = toy(points=8, counted=0.0)
    weighing = weighed(nowhere, more=said("rounds", 1.0, 1.0))
    assert weighing.weights == pytest.approx([1 / 8] * 8)
    assert "rounds no data, weighed no data" in text(nowhere, weighing)
    assert answer(nowhere, SEATS, weighing)["given"]["reports"][0]["mean_after"] is None  # type: ignore[index]


def test_a_draw_of_which_every_match_crashes_weighs_nothing(
    plain: AssumptionsStudy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_by(monkeypatch, job.play, lambda _task: LookupError("no such piece"))
    toys = Toy("zatre", plain.assumptions.parts)
    draw = plain.points[0]
    with Simulations(toys, SEATS, FIGURES, 1, 1, tmp_path / "s.sqlite", False, may_crash=True) as play:
        crashed = replace(draw, outcomes=tuple(play(draw.values, draw.stream, 0, 4)))
        with pytest.raises(InputError, match="all of 4 matches crash"):
            play((), draw.stream, 0, 4)
    found = weighed(replace(plain, points=(crashed, *plain.points[1:])), nothing=said("minutes", -9.0, 99.0))
    assert found.weights == pytest.approx([0.0] + [1 / (POINTS - 1)] * (POINTS - 1))
    assert found.judged[0].alone == found.judged[0].without == pytest.approx(POINTS - 1)


def test_few_effective_draws_are_said(plain: AssumptionsStudy) -> None:
    sharp, soft = (weighed(plain, high=said("minutes", low, 10.0, 1e-3)) for low in (9.5, 1.0))
    told = "is too few to rely on, expected 20 or more"
    assert (sharp.few, soft.few) == (True, False)
    for weighing, there in ((sharp, True), (soft, False)):
        assert (told in text(plain, weighing)) is there
        assert (told in section(weighing)) is there


def test_json_and_section_are_the_same_twice_and_simulate_reads_the_weighed_band(
    plain: AssumptionsStudy, tmp_path: Path
) -> None:
    def written() -> tuple[str, str]:
        weighing = weighed(plain, high=said("minutes", 8.0, 10.0, 1e-3))
        return json.dumps(answer(plain, SEATS, weighing), allow_nan=False), section(weighing)

    data, page = written()
    assert (data, page) == written()
    assert HOW_TO_READ.replace("'", "&#x27;") in page
    file = tmp_path / "open.json"
    file.write_text(data)
    found = json.loads(data)
    figures = read_bands(file).figures
    assert figures["minutes"].band.low.estimate == pytest.approx(8.05, abs=0.06)
    usual = plain.found[0].band
    assert usual is not None
    assert found["figures"][0]["band_unweighted"] == usual.to_json()
    given = found["given"]
    assert sum(given["weights"]) == pytest.approx(1, abs=1e-6)
    assert given["reports"][0]["band"] == [8.0, 10.0]
    assert given["assumptions"][0]["values"][0]["after"] == pytest.approx([8.05, 9.0, 9.95], abs=0.06)
    assert [each["value"] for each in given["assumptions"][1]["values"][0]["chances"]] == ["a", "b"]


REPORT = """[length]
statement = "short"
source = "a page"
figure = "minutes"
band = [10, 20]
softness = 5
reason = "so"
"""


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (REPORT, "", "expected a report, such as [length], found none"),
        (REPORT, "length = 3", "length: expected a table"),
        ("[length]", "[length", "is not valid TOML"),
        ("softness = 5", "softness = 0", "length.softness: expected"),
        ("softness = 5", "soft = 5", "length.soft: unknown key, expected softness"),
        ('reason = "so"', "", "length.reason: expected this key"),
        ("[10, 20]", "[20, 10]", "length.band: expected LOW <= HIGH"),
        ("[10, 20]", "[20]", "length.band"),
        ('"minutes"', '"minuts"', "length.figure: zatre has no figure 'minuts', expected minutes"),
    ],
)
def test_wrong_files_are_refused(
    old: str, new: str, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "reports.toml"
    file.write_text(REPORT.replace(old, new))
    refused(str(file), expected, capsys)


def refused(given: str, expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert yardarm.command.run(["study", "assumptions", "zatre", "--given", given]) == 2
    told = capsys.readouterr().err
    assert expected in told
    assert told.count("\n") == 1


def test_missing_files_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    refused("nowhere.toml", "nowhere.toml", capsys)
    refused("reports", "zatre ships no reports, expected FILE.toml", capsys)


@pytest.mark.parametrize("game", [name for name, spec in GAMES.items() if spec.reports is not None])
def test_shipped_reports_speak_of_figures_that_there_are(game: str) -> None:
    configuration = load_configuration(game)
    reports = read_reports("reports", game)
    part = load_part(GAMES[game], "reports", ReportsPart)
    assert part is not None
    figures = reports.figures(configuration, seats_from(("casual",) * GAMES[game].usual_seats, game))
    spoken = {report.figure for report in reports.by_name.values()}
    assert spoken == {*figures, *part.computed}
    for name, compute in part.computed.items():
        assert np.isfinite(compute(configuration)), name


@pytest.mark.study
def test_the_command_weighs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, page = tmp_path / "reports.toml", tmp_path / "open.html"
    file.write_text(REPORT.replace('"minutes"', '"turns"').replace("[10, 20]", "[0, 1000]"))
    players = ("--players", "child:random,child:random")
    quick = ("--metric", "minutes", "--points", "8", "--matches", "2", "--jobs", "1")
    words = ["study", "assumptions", "zatre", *players, *quick, "--given", str(file), "--json", "--out", str(page)]
    assert yardarm.command.run(words) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["figure"] for one in found["figures"]] == ["minutes"]
    assert found["figures"][0]["band"] == found["figures"][0]["band_unweighted"]
    assert found["given"]["effective_draws"] == 8
    assert "Weighed by the reports" in page.read_text()
