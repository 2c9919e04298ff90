"""Short programs, such as people write: each in a few lines of the public face."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

import yardarm as ya

RECORD, STORE = "examples/match.jsonl", "examples/matches.sqlite"


@pytest.mark.study
def test_a_sweep_becomes_a_frame() -> None:
    pytest.importorskip("pandas")
    varied = {"ship.ball_mass_g": [60, 140], "wood.friction": [0.3, 0.5]}
    hands = {"players": ["child:random", "child:random"], "profile": "draft"}
    frame = ya.sweep("riff-raff", "fall_rate", varied, matches=1, **hands).to_pandas()
    assert list(frame.columns) == ["ship.ball_mass_g", "wood.friction", "estimate", "low", "high"]
    assert len(frame.pivot_table("estimate", "ship.ball_mass_g", "wood.friction")) == 2
    assert frame["estimate"].between(0, 1).all()


def test_heel_over_a_match_is_a_plot(tmp_path: Path) -> None:
    from matplotlib.figure import Figure

    turns = ya.replay(RECORD).rows()
    figure = Figure()
    axes = figure.add_subplot(xlabel="minutes", ylabel="heel (rad)")
    (line,) = axes.plot([turn["time_s"] / 60 for turn in turns], [turn["max_heel_rad"] for turn in turns])
    figure.savefig(tmp_path / "heel.png")
    assert (tmp_path / "heel.png").read_bytes().startswith(b"\x89PNG")
    assert len(line.get_ydata()) == len(turns) > 10
    assert max(line.get_ydata()) > 0


def test_the_balance_of_seats_is_read_off_a_report() -> None:
    report = ya.report(STORE)
    wins = {row["key"].rpartition(".")[2]: row for row in report.rows() if row["key"].startswith("wins.seat.")}
    assert list(wins) == [seat.name for seat in report.runs[0].run.seats]
    assert sum(row["estimate"] for row in wins.values()) == pytest.approx(1)
    assert all(row["low"] < row["estimate"] < row["high"] for row in wins.values())


def test_a_piece_of_ones_own_is_placed() -> None:
    outline = [[0, 0], [20, 0], [20, 6], [0, 6]]
    raft = {"outline": outline, "depth_mm": 20, "supply": 1}
    ship = ya.configuration("riff-raff").with_({"pieces.raft": raft})
    assert "raft" in [piece.name for piece in ya.pieces("riff-raff", ship)]
    assert ya.place(10, "raft", trials=3, profile="draft", config=ship).trials == 3


@pytest.mark.slow
def test_one_placement_becomes_a_film(tmp_path: Path, display: Any) -> None:
    pytest.importorskip("av")
    record = ya.replay(RECORD)
    turn = record.rows()[1]
    film = record.film(tmp_path / "crate.mp4", (160, 90), start_s=turn["time_s"] - 1.0, end_s=turn["time_s"])
    picture = record.picture(tmp_path / "crate.png", (160, 90), at_s=turn["time_s"])
    import av

    with av.open(str(film)) as opened:
        # A second at 30 pictures a second, and the last one for two and a half more.
        assert 3.4 < opened.duration / 1e6 < 3.8
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_every_fall_of_a_record_is_a_list() -> None:
    falls = [(turn["piece"], turn["slot"], turn["pieces_fallen"]) for turn in ya.replay(RECORD).rows() if turn["fell"]]
    outcomes = [line for line in ya.replay(RECORD).lines if line["stage"] == "outcome"]
    assert len(falls) == sum(bool(line["lost"] or line["caught"]) for line in outcomes) > 0
    assert all(fallen >= 1 for _, _, fallen in falls)


@pytest.mark.study
def test_a_bot_of_ones_own_plays_two_hundred_matches_against_ours() -> None:
    def last(question: ya.BotQuestion) -> object:
        return question.legal[-1]

    duel = ya.duel("casual:greedy", last, "zatre", pairs=100)
    assert duel.matches == 200
    assert duel.victory.low > 0.9


def test_a_figure_of_a_report_has_its_interval_and_its_words() -> None:
    figure = ya.report(STORE).figure("fall_rate.slot.7")
    assert figure.interval.low < figure.interval.estimate < figure.interval.high
    assert figure.label.startswith("attempts that drop something")
    assert figure.text.endswith(")")


def searched(question: Any, rounds: int = 24) -> object:
    """Return the answer that wins most playouts of what may be: a search of information sets, by UCB1 at its root."""
    answers = list(question.legal[:6])
    tried, won = [0] * len(answers), [0.0] * len(answers)
    model = question.model(seed=1)
    for number in range(rounds):
        arm = tried.index(0) if 0 in tried else max(range(len(answers)), key=lambda arm: bound(tried, won, arm))
        fork = model.determinize(number).fork(renoise=number)
        fork.answer(answers[arm])
        result = fork.run()
        tried[arm] += 1
        won[arm] += question.by in result.winners
    return answers[max(range(len(answers)), key=tried.__getitem__)]


def bound(tried: list[int], won: list[float], arm: int) -> float:
    return won[arm] / tried[arm] + math.sqrt(2.0 * math.log(sum(tried)) / tried[arm])


@pytest.mark.study
def test_a_search_of_information_sets_plays_zatre() -> None:
    match = ya.match("zatre", ["casual:greedy", "casual:greedy"], seed=2, profile="draft")
    questions = match.questions("Anne")
    for _ in range(3):
        question = next(questions)
        answer = searched(question)
        assert answer in question.legal
        question.answer(answer)
    questions.close()
    assert match.run().winners


def planned(question: Any, worlds: int = 4) -> object:
    """Return the placement after which least lies in the sea, over forks with noise that is not the match's own."""
    model = question.model(seed=1)

    def lost(answer: object) -> float:
        total = 0.0
        for world in range(worlds):
            fork = model.fork(renoise=world)
            fork.answer(answer)
            before = sum(map(len, fork.position.ship.values()))
            fork.advance(60.0)
            total += before - sum(map(len, fork.position.ship.values()))
        return total

    return min(question.legal[:4], key=lost)


@pytest.mark.study
def test_a_planner_looks_one_placement_ahead_at_riff_raff() -> None:
    match = ya.match("riff-raff", ["casual:random", "casual:random"], seed=3, profile="draft")
    placed = 0
    for question in match.questions("Anne"):
        question.answer(planned(question) if question.kind == "place" else question.legal[0])
        placed += question.kind == "place"
        if placed == 2:
            break
    assert placed == 2
    assert match.run().winners
