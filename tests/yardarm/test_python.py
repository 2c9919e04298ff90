"""`import yardarm as ya`: the public functions, each against the verb that does the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import yardarm as ya
import yardarm.command
from sim.errors import InputError
from sim.statistics import Interval
from sim.workshop.document import Document
from tests.processes import printed_by
from yardarm.baselines.bots import shipped_fit
from yardarm.batches import Point, Sweep


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str]) -> Any:
    """Carry out one command line that prints JSON, and return it."""

    def command(*words: str) -> Any:
        assert yardarm.command.run([*words, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    return command


def test_importing_it_loads_none_of_the_laboratory() -> None:
    heavy = ("numpy", "pymunk", "sim.match")
    code = f"import sys, yardarm; print(yardarm.__version__, sorted({{*{heavy}}} & sys.modules.keys()))"
    assert printed_by(code).split(maxsplit=1)[1] == "[]\n"


def test_every_public_name_is_there_and_no_other() -> None:
    # A module of the package by the same name would hide it as soon as something imports that.
    assert not any(isinstance(getattr(ya, name), ModuleType) for name in ya.__all__)
    assert not {module.name for module in iter_modules(ya.__path__)} & {*ya.__all__}
    assert dir(ya) == sorted(ya.__all__)
    with pytest.raises(AttributeError, match="no attribute 'matches_of'"):
        _ = ya.matches_of


@pytest.mark.slow
def test_a_match_is_the_one_that_simulate_plays(tmp_path: Path, printed: Any) -> None:
    record = tmp_path / "records"
    printed("simulate", "zatre", "--matches", "1", "--players", "casual,skilled", "--record", str(record))
    (theirs,) = record.iterdir()
    seed = json.loads(theirs.read_text().splitlines()[0])["seed"]
    result = ya.match("zatre", ["casual", "skilled"], seed=seed).run()
    assert result.save(tmp_path / "ours.jsonl").read_bytes() == theirs.read_bytes()
    assert [seat.profile for seat in result.seats] == ["casual", "skilled"]
    end = json.loads(theirs.read_text().splitlines()[-2])
    assert list(result.winners) == end["winners"]
    assert result.minutes * 60 == pytest.approx(end["time_s"])
    assert repr(result).count("\n") == 0


def test_a_match_that_was_played_gives_the_same_result_again() -> None:
    match = ya.match("zatre", "casual,casual", seed=3)
    first = match.run()
    assert match.run().turns == first.turns
    assert "The game is over." in str(match)


def test_experiments_say_what_the_laboratory_prints(printed: Any) -> None:
    words = ("--slot", "10", "--piece", "crate", "--trials", "3", "--profile", "draft")
    placed = ya.place(10, "crate", trials=3, profile="draft")
    assert placed.to_json() == printed("lab", "place", *words)
    thrown = ya.throw(450, "child", trials=3, profile="draft")
    options = ("--distance-mm", "450", "--player", "child", "--trials", "3", "--profile", "draft")
    assert thrown.to_json() == printed("lab", "throw", *options)
    swayed = ya.sway(8.0, duration_s=1.0, cargo="10:rat")
    told = printed("lab", "sway", "--start-deg", "8", "--duration-s", "1", "--cargo", "10:rat")
    assert swayed.to_json().items() <= told.items()


@pytest.mark.study
def test_a_batch_has_the_figures_of_simulate(printed: Any) -> None:
    batch = ya.simulate("riff-raff", 3, ["child:random", "child:random"], profile="draft", seed=5)
    words = ("--matches", "3", "--players", "child:random,child:random", "--profile", "draft", "--seed", "5")
    told = printed("simulate", "riff-raff", *words)
    assert batch.figure("fall_rate").to_json() == told["fall_rate"]
    assert batch.figure("minutes").to_json() == told["minutes"]["mean"]
    assert len(batch.matches) == 3
    assert repr(batch) == f"<riff-raff, seed 5: 3 matches, {len(batch.turns)} turns>"


@pytest.mark.study
def test_a_sweep_is_a_batch_at_each_setting(tmp_path: Path) -> None:
    options: dict[str, Any] = {"players": "child:random,child:random", "profile": "draft"}
    sweep = ya.sweep("riff-raff", "fall_rate", {"ship.ball_mass_g": [80, 140]}, matches=2, **options)
    for point in sweep.points:
        batch = ya.simulate("riff-raff", 2, config=dict(point.settings), **options)
        assert batch.figure("fall_rate") == point.interval
    assert [point.settings for point in sweep.points] == [{"ship.ball_mass_g": 80}, {"ship.ball_mass_g": 140}]
    assert sweep.plot(tmp_path / "sweep.png").read_bytes().startswith(b"\x89PNG")


def test_what_python_writes_is_not_called_something_else(tmp_path: Path) -> None:
    players = ["casual:random", "casual:random"]
    result = ya.match("zatre", players).run()
    sweep = Sweep("zatre", "total", "Total", (Point({"table.a": 1}, Interval(1.0, 0.0, 2.0)),))
    writers: dict[str, Any] = {
        "rec.gif": result.save,
        "sweep.csv": sweep.plot,
        "league.csv": lambda path: ya.league("zatre", ["casual:random", "casual:greedy"], pairs=1, store=path),
        "learned.toml": shipped_fit().write,
        "design.html": Document[Any]("riff-raff").save,
        "changed.html": ya.configuration("zatre").save,
    }
    for name, write in writers.items():
        with pytest.raises(InputError, match=rf"{name}: expected .+ \(\..+\); for "):
            write(tmp_path / name)
    with pytest.raises(InputError, match=r"sweep.eps: expected a drawing \(.png, .svg or .pdf\).$"):
        sweep.plot(tmp_path / "sweep.eps")
    assert list(tmp_path.iterdir()) == []
    assert sweep.plot(tmp_path / "sweep").read_bytes().startswith(b"\x89PNG")
    assert result.save(tmp_path / "match.txt") == tmp_path / "match.txt"


@pytest.mark.slow
def test_a_duel_is_a_step_of_the_ladder(printed: Any) -> None:
    found = ya.duel("casual:greedy", "casual:random", "zatre", pairs=2, seed=1)
    told = printed("study", "ladder", "zatre", "--matches", "4", "--seed", "1")
    step = next(step for step in told["steps"] if step["stronger"]["strategy"] == "greedy")
    assert found.victory.to_json() == step["victory"]
    assert str(found).startswith("casual:greedy against casual:random at zatre: 100.0 %")


RECORD, STORE = "examples/match.jsonl", "examples/matches.sqlite"


@pytest.mark.parametrize(
    ("refused", "sentence"),
    [
        (lambda: ya.match("chess"), "game: expected one of riff-raff, zack"),
        (lambda: ya.match("zatre", "casual"), "players: expected two to six players, found 1"),
        (lambda: ya.match("zatre", ["casual", "casual:best"]), "players: expected one of the strategies random"),
        (lambda: ya.match("riff-raff", config={"ship.ball": 1}), "config: ship.ball: unknown key"),
        (lambda: ya.match("riff-raff", config={"ship": 1, "ship.deck": 2}), "config: ship.deck: expected a"),
        (lambda: ya.place(11, "crate"), "slot: expected a slot from 1 to 10, found 11"),
        (lambda: ya.place(1, "rat", "expert"), "hands: expected one of child, casual, skilled"),
        (lambda: ya.throw(10), "distance_mm: expected a hand beside the bowl"),
        (lambda: ya.sway(90), "start_deg: expected at most the end stop"),
        (lambda: ya.duel("casual", "casual:sheet", "zatre"), "players: expected players that differ"),
        (lambda: ya.simulate("zatre", 0), "matches: expected at least 1, found 0"),
        (lambda: ya.sweep("zatre", "fall_rate", {"table.draw_s": [1]}), "metric: expected one of"),
        (lambda: ya.sweep("zatre", "turns", {}), "vary: expected at least one setting"),
        (lambda: ya.match(["zatre"]), "game: expected text, found ['zatre']"),
        (lambda: ya.match("Riff-Raff"), "game: expected one of riff-raff, zack, zatre, zigzag, found 'Riff-Raff', did"),
        (lambda: ya.match("zatre", 2), "players: expected words such as casual or skilled:simple, found 2"),
        (lambda: ya.match("zatre", {"Ann": "casual"}), "players: expected words such as"),
        (lambda: ya.match("zatre", [1, 2]), "players: expected words such as"),
        (lambda: ya.match("zatre", seed=-1), "seed: expected at least 0, found -1"),
        (lambda: ya.match("zatre", seed=1.5), "seed: expected a whole number, found 1.5"),
        (lambda: ya.match("zatre", profile="fine"), "profile: expected one of draft, play, reference, found 'fine'"),
        (lambda: ya.match("zatre", bot_time_s=0.0), "bot_time_s: expected at least 0.001, found 0.0"),
        (lambda: ya.match("zatre", config=5), "config: expected a preset's name, a file, or what differs, found 5"),
        (lambda: ya.match("zatre", config="famliy"), "famliy: there is no such file"),
        (lambda: ya.place(9, "crate", trials=-1), "trials: expected at least 1, found -1"),
        (lambda: ya.place(9, "crate", trials=True), "trials: expected a whole number, found True"),
        (lambda: ya.place("9", "crate"), "slot: expected a whole number, found '9'"),
        (lambda: ya.place(None, "crate"), "slot: expected a whole number, found None"),
        (lambda: ya.place(0, "crate"), "slot: expected at least 1, found 0"),
        (lambda: ya.place(9, 3), "piece: expected text, found 3"),
        (lambda: ya.place(9, "crat"), "piece: expected one of boat, barrel"),
        (lambda: ya.place(9, "crate", offset_mm=float("nan")), "offset_mm: expected a finite number, found nan"),
        (lambda: ya.place(9, "crate", cargo=5), "cargo: expected SLOT:PIECE,... such as 7:rat,10:crate, found 5"),
        (lambda: ya.place(9, "crate", cargo=["7:rat", 3]), "cargo: expected SLOT:PIECE,... such as 7:rat"),
        (lambda: ya.place(9, "crate", cargo={7: "rta"}), "cargo: 7:rta: expected one of"),
        (lambda: ya.place(9, "crate", cargo="7:rat", aboard=2), "aboard: expected either aboard or cargo, not both"),
        (lambda: ya.throw(float("inf")), "distance_mm: expected a finite number, found inf"),
        (lambda: ya.throw(cards_in_bowl=201), "cards_in_bowl: expected at most 200, found 201"),
        (lambda: ya.throw(hands=None), "hands: expected text, found None"),
        (lambda: ya.sway(duration_s=0), "duration_s: expected at least 0.1, found 0"),
        (lambda: ya.sway("10"), "start_deg: expected a number, found '10'"),
        (lambda: ya.simulate("zatre", 2, jobs=0), "jobs: expected at least 1, found 0"),
        (lambda: ya.simulate("zatre", "2"), "matches: expected a whole number, found '2'"),
        (lambda: ya.sweep("zatre", ["turns"], {"table.draw_s": [1]}), "metric: expected text, found ['turns']"),
        (lambda: ya.sweep("zatre", "turns", {"table.draw_s": 1}), "vary: table.draw_s: expected a list of values"),
        (lambda: ya.sweep("zatre", "turns", 5), "vary: expected at least one setting"),
        (lambda: ya.duel("casual", 5, "zatre"), "players: expected words such as casual or skilled:simple, found"),
        (lambda: ya.duel("casual", "casual:greedy", "zatre", pairs=0), "pairs: expected at least 1, found 0"),
        (lambda: ya.league("zatre", 3, pairs=1), "players: expected words such as"),
        (lambda: ya.league("zatre", ["casual", "child"], pairs=0), "pairs: expected at least 1, found 0"),
        (lambda: ya.league("zatre", ["casual", "child"], pairs=1, store=5), "store: expected text, found 5"),
        (lambda: ya.suite("simple", tasks=0), "tasks: expected at least 1, found 0"),
        (lambda: ya.suite("simple", kind="crago"), "kind: expected one of cargo, throws, table, found 'crago', did"),
        (lambda: ya.suite("simple", against="simple"), "against: expected another bot than 'simple'"),
        (lambda: ya.suite_tasks("top-shared", number=10), "number: expected at most 9, found 10"),
        (lambda: ya.rules(["zack"]), "game: expected one of riff-raff"),
        (lambda: ya.load(5), "path: expected text, found 5"),
        (lambda: ya.load("nowhere.sqlite"), "nowhere.sqlite: cannot be read"),
        (lambda: ya.load("examples/steady.toml"), "examples/steady.toml: line 1: is not JSON"),
        (lambda: ya.report("nowhere.sqlite"), "nowhere.sqlite: cannot be read"),
        (lambda: ya.report(STORE, moments=2), "moments: expected out FILE.html with it"),
        (lambda: ya.report(STORE, moments=13), "moments: expected at most 12, found 13"),
        (lambda: ya.report(STORE, decimal=";"), "decimal: expected one of '.', ',', found ';'"),
        (lambda: ya.report(STORE, against_run="run-1"), "against_run: expected against STORE.sqlite"),
        (lambda: ya.report(STORE, run="run-1"), "run: examples/matches.sqlite: expected one of run-"),
        (lambda: ya.report(STORE).figure("fall_rat"), "key: expected fall_rate"),
        (lambda: ya.report(STORE).figure("fall_rate", "run-1"), "run: expected one of run-"),
        (lambda: ya.report(STORE).rows("turns"), "what: expected one of figures, changes, found 'turns'"),
        (lambda: ya.load(STORE).rows("figures"), "what: expected one of turns, matches, found 'figures'"),
        (lambda: list(ya.load(STORE).matches("run-1")), "run: examples/matches.sqlite: expected one of run-"),
        (lambda: ya.tune("zatre", {}, {}), "target: expected at least one METRIC=VALUE"),
        (lambda: ya.tune("zatre", {"minutes": 45}, {}), "vary: expected at least one PARAMETER=LOW:HIGH"),
        (lambda: ya.tune("zatre", {"minutes": "short"}, {}), "target: minutes: expected one or two numbers, found"),
        (lambda: ya.tune("zatre", {"minutes": 45}, {"thought.pieces": 2}), "vary: thought.pieces: expected one or two"),
        (lambda: ya.tune("zatre", {"minutes": 45}, 5), "vary: expected a table or texts, found 5"),
        (lambda: ya.tune("zatre", {"hours": 1}, {"thought.pieces": (1, 2)}), "target: zatre has no figure 'hours'"),
        (lambda: ya.tune("zatre", "minutes=45", "thought.pieces=1:2", resume=True), "resume: expected store STORE"),
        (lambda: ya.tune("zatre", "minutes=45", "thought.pieces=1:2", config=5), "config: expected a preset's name"),
        (lambda: ya.watch("chess"), "game: expected one of riff-raff"),
        (lambda: ya.watch("zatre", speed=0), "speed: expected at least 0.05, found 0"),
        (lambda: ya.watch("zatre", grid=3), "grid: expected 2, 4, 6 or 9, found 3"),
        (lambda: ya.watch("zatre", size=(1, 2)), "size: expected width and height in pixels"),
        (lambda: ya.watch("zatre", text=True, theatre=True), "text: expected either theatre or text, not both"),
        (lambda: ya.watch(ya.replay(RECORD), grid=4), "grid: expected none for a recorded match, found 4"),
        (lambda: ya.play("zatre", "casual,casual"), "seats: expected a person at the table"),
        (lambda: ya.play("zatre", tempo="fast"), "tempo: expected one of grows, beginner, expert, found 'fast'"),
        (lambda: ya.play("riff-raff", practice={"slots": 9}), "practice: expected one of slot, piece"),
        (lambda: ya.play("riff-raff", practice={"slot": "nine"}), "slot: expected a whole number, found 'nine'"),
        (lambda: ya.replay(RECORD).film("one.mp4", start_s=9, end_s=5), "end_s: expected a number from 9"),
        (lambda: ya.replay(RECORD).page("one.html", (1, 2)), "size: expected width and height in pixels"),
        (lambda: ya.pieces("zatre"), "game: expected one with pieces, found 'zatre'"),
        (lambda: ya.strategies("chess"), "game: expected one of riff-raff"),
        (lambda: ya.figures(5), "game: expected text, found 5"),
        (lambda: ya.slots({"ship.deck": "none"}), "config: ship.deck"),
        (lambda: ya.configuration("zatre", 5), "config: expected a preset's name, a file, or what differs, found 5"),
        (lambda: ya.configuration("zatre").with_(5), "changes: expected values by dotted key, found 5"),
        (lambda: ya.configuration("zatre").with_({"table.draw": 1}), "config: table.draw: unknown key"),
        (lambda: ya.configuration("zatre")["table.draw"], "table.draw: expected one of teams"),
        (lambda: ya.configuration("zatre")[3], "3: expected one of"),
        (lambda: ya.configuration("zatre").differences("usual"), "other: expected a configuration, found 'usual'"),
        (lambda: ya.configuration("zatre").save(5), "path: expected text, found 5"),
        (lambda: ya.replay(RECORD).film(5), "path: expected text, found 5"),
        (lambda: ya.match("zack", config=ya.configuration("zatre")), "config: expected one of zack, found one of"),
        (lambda: ya.strategy("zatre", 5), "name: expected text, found 5"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_in_the_words_of_python(refused: Any, sentence: str) -> None:
    with pytest.raises(ya.InputError) as caught:
        refused()
    assert str(caught.value).startswith(sentence)
    assert "--" not in str(caught.value)


def test_numbers_of_numpy_and_every_form_of_a_cargo_are_taken() -> None:
    options: dict[str, Any] = {"trials": np.int64(1), "profile": "draft", "seed": np.uint8(3)}
    expected = ya.place(9, "crate", cargo="7:rat,10:crate", **options).to_json()
    for cargo in (["7:rat", "10:crate"], ("7:rat", " 10:crate"), {7: "rat", np.int64(10): ["crate"]}):
        assert ya.place(np.int32(9), "crate", cargo=cargo, offset_mm=np.float32(0.0), **options).to_json() == expected
    changed = ya.match("zatre", config={"table.draw_s": np.int64(2)}).configuration
    assert changed.digest == ya.match("zatre", config={"table.draw_s": 2}).configuration.digest


def test_a_table_needs_pandas_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    said = "^to_pandas needs pandas, which is not installed: pip install pandas.$"
    batch = ya.simulate("zatre", 1, profile="draft")
    for made in (batch.to_pandas, ya.match("zatre").run().to_pandas):
        with pytest.raises(ImportError, match=said):
            made()
    with pytest.raises(ya.InputError, match="what: expected one of turns, matches, found 'turn', did you mean 'turns'"):
        batch.to_pandas("turn")


def script(folder: Path, root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a folder, with Yardarm on its path, and return what came of it."""
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder, env={**os.environ, "PYTHONPATH": str(root)}, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("name", ["sim", "scenes", "calibration"])
def test_another_module_that_hides_a_package_is_named_in_one_sentence(name: str, tmp_path: Path, root: Path) -> None:
    (tmp_path / f"{name}.py").write_text("")
    said = f"Yardarm's package {name} is hidden by {tmp_path / name}.py: expected no other module of that name"
    (tmp_path / "mine.py").write_text("import yardarm as ya\nya.games()\n")
    done = script(tmp_path, root, "mine.py")
    assert done.stderr.splitlines()[-1].startswith(f"ImportError: {said}")
    done = script(tmp_path, root, "-m", "yardarm", "watch", "zatre", "--text")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(f"yardarm: {said}")


@pytest.mark.slow
def test_every_result_has_a_name_on_one_line_and_its_figures_in_print() -> None:
    placed = ya.place(10, "crate", trials=3, profile="draft")
    thrown = ya.throw(450, "child", trials=3, profile="draft")
    swayed = ya.sway(8.0, duration_s=1.0)
    batch = ya.simulate("riff-raff", 2, ["child:random", "child:random"], profile="draft")
    sweep = ya.sweep("riff-raff", "fall_rate", {"ship.ball_mass_g": [60]}, matches=1, profile="draft")
    for result in (placed, thrown, swayed, batch, sweep):
        assert repr(result).count("\n") == 0
        assert len(repr(result)) <= 120
        assert "Configuration" not in str(result)
    for verb in (placed, thrown, swayed):
        assert str(verb) == verb.text()
    assert sweep._repr_svg_().startswith("<?xml")
    assert str(sweep).splitlines()[1].startswith("  ship.ball_mass_g 60  0.")
