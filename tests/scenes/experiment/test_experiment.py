"""An experiment from consent to debriefing, by scripted hands, off screen: what is shown and what is written."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.errors import InputError
from sim.match.hand_log import read_hand_log
from sim.match.trials import hand_logs, read_trials
from tests.scenes.experiment.participant import Participant, bits, participation, sits_down

__all__ = ["sits_down"]
SitDown = Callable[..., Participant]

PLACE = """block,game,training,slot,piece,repeats,feedback,ghosts,seed,limit_s
warm,riff-raff,on,5,crate,1,on,off,3,
main,riff-raff,off,5,crate,2,off,off,4,9
"""
THROW = "block,game,distance_mm,repeats,ghosts\nthrow,zack,420,2,off\n"


def table_of(folder: Path, text: str) -> Path:
    file = folder / "trials.csv"
    file.write_text(text)
    return file


def test_nothing_is_written_before_consent_and_nothing_without_it(sits_down: SitDown, tmp_path: Path) -> None:
    someone = sits_down(table_of(tmp_path, PLACE), tmp_path / "out", consent="# Mine\n\nDo you agree?")
    assert someone.words() == "Mine Do you agree?"
    assert someone.buttons() == ["agree", "refuse"]
    someone.press("refuse")
    someone.frame()
    assert someone.buttons() == ["close"]
    someone.press("close")
    assert someone.scene.closing
    someone.scene.close()
    assert not (tmp_path / "out").exists()


def test_blocks_trials_and_breaks_follow_each_other_and_each_trial_is_a_line(
    screen: Any, sits_down: SitDown, tmp_path: Path
) -> None:
    someone = sits_down(table_of(tmp_path, PLACE), tmp_path / "out", 4, debriefing="Well done.", device="mouse")
    someone.press("agree")
    assert "warm" in someone.words()
    assert "practice" in someone.words()
    someone.begin()
    assert someone.running.match.is_trial
    drills = [item for item in someone.layer.tray.items if item.sort.name == "DRILL"]
    assert drills == []
    someone.place()
    assert len(read_trials(someone.part.path)[1]) == 1, "written before the next begins"
    shown = np.asarray(screen.picture(someone)).std()
    someone.settle()
    assert "break" in someone.words()
    someone.begin()
    someone.place()
    assert someone.running.hidden
    assert np.asarray(screen.picture(someone)).std() == 0.0 < shown, "no outcome is seen without feedback"
    someone.settle()
    someone.until(lambda: someone.running.outcome, 12.0)
    someone.settle()
    assert someone.words() == "Well done."
    someone.scene.close()
    header, rows = read_trials(someone.part.path)
    assert header is not None
    assert header.consented_at
    assert [row.trial for row in rows] == [1, 2, 3]
    assert [row.outcome for row in rows] == ["aboard", "aboard", "late"]
    assert [row.training for row in rows] == [True, False, False]
    assert rows[2].attempt is None
    assert rows[2].ended_s - rows[2].begun_s == pytest.approx(9.0, abs=0.1)
    log = read_hand_log(someone.part.folder / "hands-riff-raff.jsonl")
    by_line = dict(log.moves)
    for row in rows[:2]:
        moved, attempt = by_line[row.hand_lines[0]], row.attempt
        assert attempt is not None
        assert (moved["x_mm"], moved["aim_x_mm"]) == (attempt.x_mm, attempt.aim_x_mm)
        assert 1000.0 * (row.ended_s - row.begun_s) > attempt.released_ms > attempt.taken_ms > 0.0
        assert row.device == "mouse"
        assert row.frame_ms_median == pytest.approx(1000.0 / 60.0, abs=0.01)
        assert row.begun_at < row.ended_at


def test_throws_are_trials_too_and_all_hands_throw_as_strongly(sits_down: SitDown, tmp_path: Path) -> None:
    someone = sits_down(table_of(tmp_path, THROW), tmp_path / "out")
    someone.press("agree")
    someone.begin()
    someone.throw()
    someone.settle()
    someone.throw()
    someone.settle()
    someone.scene.close()
    _, rows = read_trials(someone.part.path)
    assert {row.outcome for row in rows} <= {"hit", "missed"}
    first, second = (row.attempt for row in rows)
    assert first is not None
    assert second is not None
    assert first.vx_mm_s == pytest.approx(second.vx_mm_s), "no throw sets the strength of the next"
    assert first.vx_mm_s < -1000.0
    assert [len(row.hand_lines) for row in rows] == [1, 1]


@pytest.mark.study
def test_a_pause_stops_the_trial_and_one_who_leaves_goes_on_with_it(sits_down: SitDown, tmp_path: Path) -> None:
    from pyglet.window import key

    table, out = table_of(tmp_path, PLACE), tmp_path / "out"
    someone = sits_down(table, out, 4)
    someone.press("agree")
    someone.begin()
    someone.place()
    someone.settle()
    someone.begin()
    someone.scene.on_key_press(key.ESCAPE, 0)
    someone.frame()
    assert someone.buttons() == ["on", "leave"]
    someone.press("on")
    for _ in range(30):
        someone.frame()
    stands_s = someone.running.match.time_s
    someone.scene.on_deactivate()
    for _ in range(30):
        someone.frame()
    assert someone.running.match.time_s == stands_s
    assert someone.running.pauses == 2
    someone.press("leave")
    someone.scene.close()
    before = someone.part.path.read_bytes()
    again = sits_down(table, out)
    assert again.buttons() == ["begin"], "consent was given"
    assert again.part.path.read_bytes() == before
    again.begin()
    assert again.running.trial.trial == 2
    again.place()
    again.settle()
    again.place()
    again.settle()
    again.scene.close()
    assert again.part.path.read_bytes().startswith(before)
    with pytest.raises(InputError, match="P07 has done all 3 trials"):
        participation(table, out, 3)


def test_another_table_is_refused_and_a_line_that_was_cut_off_is_done_again(sits_down: SitDown, tmp_path: Path) -> None:
    table, out = table_of(tmp_path, THROW), tmp_path / "out"
    someone = sits_down(table, out)
    someone.press("agree")
    someone.begin()
    someone.throw()
    someone.scene.close()
    path = someone.part.path
    with pytest.raises(InputError, match="line 1: table_sha256: expected the experiment that P07 began"):
        participation(table, out, 2, table_sha256="other")
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"trial":2,"blo')
    part = participation(table, out, 2)
    assert part.done == 1
    part.begin("now")
    part.close()
    assert path.read_bytes() == whole
    path.write_text(path.read_text().replace('"trial":1,', '"trial":2,'))
    with pytest.raises(InputError, match="line 2: trial: expected 1, found 2"):
        participation(table, out, 2)


@pytest.mark.slow
def test_a_table_that_is_used_again_looks_as_a_fresh_one(screen: Any, sits_down: SitDown, tmp_path: Path) -> None:
    from scenes.experiment.running import RunningTrial

    someone = sits_down(table_of(tmp_path, PLACE), tmp_path / "out")
    someone.press("agree")
    someone.begin()
    first = someone.running
    someone.place()
    someone.settle()
    someone.begin()
    used = someone.running
    assert used.table.scene is first.table.scene
    someone.frame()
    picture = np.asarray(screen.picture(someone)).astype(int)
    fresh = RunningTrial(used.trial, None, "P07", lambda *_: 2, used.size, used.audible, lambda: 0.0)
    for _ in range(2):
        fresh.update(1 / 60, someone.scene.pointer)
    fresh.match.advance(used.match.time_s - fresh.match.time_s)
    fresh.show(someone.scene._clock_s)
    other = np.asarray(screen.picture(fresh)).astype(int)
    # Edges may be painted a fraction of a pixel elsewhere; a view or a piece elsewhere changes a tenth of the picture.
    assert (np.abs(picture - other).max(axis=2) > 40).mean() < 0.01
    assert used.table.scene.camera.pixels_per_mm == fresh.table.scene.camera.pixels_per_mm
    fresh.close()
    someone.scene.close()


@pytest.mark.study
def test_reaches_of_the_example_give_back_the_law_by_which_they_were_made(
    sits_down: SitDown, root: Path, tmp_path: Path
) -> None:
    """Fitts's law: the movement's time, without setting the piece down, is a + b bits of difficulty."""
    someone = sits_down(root / "examples" / "fitts" / "trials.csv", tmp_path / "out", 6)
    someone.press("agree")
    while someone.buttons() != ["close"]:
        if someone.buttons() == ["begin"]:
            someone.begin()
        match, trial = someone.running.match, someone.running.trial
        tray = someone.layer.tray
        spot = next(
            s.centre for item, s in zip(tray.items, tray.spots, strict=True) if item.value == trial.asked["piece"]
        )
        start = someone.running.table.scene.camera.to_world(spot)
        slot = match.static_scene.ship.slot(match.slot)
        far = math.dist(start, (match.mark.x_mm, match.mark.y_mm))
        someone.place(0.2 + 0.15 * bits(far, slot.wood_right_mm - slot.wood_left_mm))
        someone.settle()
    someone.scene.close()
    _, rows = read_trials(someone.part.path)
    tried = [row.attempt for row in rows if row.attempt is not None and not row.training]
    x = [bits(math.dist((a.from_x_mm, a.from_y_mm), (a.aim_x_mm or 0, a.aim_y_mm or 0)), a.width_mm) for a in tried]
    slope, _ = np.polyfit(x, [(a.released_ms - a.taken_ms) / 1000.0 for a in tried], 1)
    assert slope == pytest.approx(0.15, abs=0.03)


@pytest.mark.study
def test_the_example_of_placements_is_done_and_fit_play_takes_its_folder(
    sits_down: SitDown, root: Path, tmp_path: Path, capsys: Any
) -> None:
    from yardarm.command import run

    someone = sits_down(root / "examples" / "placement" / "trials.csv", tmp_path / "out", 6)
    someone.press("agree")
    draw = np.random.default_rng(3)
    while someone.buttons() != ["close"]:
        if someone.buttons() == ["begin"]:
            someone.begin()
        someone.place(0.6, float(draw.normal(0.0, 2.0)))
        someone.settle()
    someone.scene.close()
    for folder in (tmp_path / "out", tmp_path / "out" / "P07"):
        assert run(["fit", "play", str(folder), "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["who"] == "P07"


def test_the_logs_of_a_folder_are_one_participants(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"expected hand logs \(hands-\*.jsonl\), found none"):
        hand_logs(tmp_path, None)
    for name in ("P1", "P2"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "hands-zack.jsonl").touch()
    with pytest.raises(InputError, match="expected --who to say whose hands, found P1, P2"):
        hand_logs(tmp_path, None)
    assert hand_logs(tmp_path, "P2") == [tmp_path / "P2" / "hands-zack.jsonl"] == hand_logs(tmp_path / "P2", None)
    with pytest.raises(InputError, match="--who: expected one of"):
        hand_logs(tmp_path, "P3")
