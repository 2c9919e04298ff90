"""Reactions, throws and darts are read from the tables of programs and people; two people are two people."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from calibration.fit.throws_table import read_throws
from calibration.fit.trials_table import read_trials
from calibration.options import FitReactionsOptions, FitThrowsOptions
from sim.errors import InputError

PSYCHOPY = (
    "\ufeffcond,key_resp.keys,key_resp.corr,key_resp.rt,trials.thisRepN,instr.rt,participant,psychopyVersion,\n"
    ",,,,,2.34,P1,2023.2,\ngo,left,1,0.41,0,,P1,2023.2,\nstop,None,0,,0,,P1,2023.2,\n"
)
JSPSYCH = (
    '"rt","trial_type","trial_index","time_elapsed","correct","subject","condition"\n'
    '"null","html-keyboard-response","0","500","","P1",""\n"410","html-keyboard-response","1","990","true","P1","go"\n'
    '"null","html-keyboard-response","2","990","false","P1","stop"\n'
)
JSPSYCH_ROWS = (
    '[{"rt":null,"trial_type":"text","trial_index":0,"time_elapsed":5},{"rt":410,"trial_type":"image","trial_index":1,'
    '"time_elapsed":9,"correct":true,"subject":"P1","condition":"go"},{"rt":null,"correct":false,"subject":"P1",'
    '"condition":"stop"}]'
)
OPENSESAME = (
    '"condition","correct","correct_keyboard_response","opensesame_version","response_time","avg_rt","subject_nr"\n'
    '"go","1","1","3.3","410.2","400","P1"\n"stop","0","0","3.3","","400","P1"\n'
)


@pytest.mark.parametrize(
    ("text", "program"),
    [
        (PSYCHOPY, "PsychoPy"),
        (JSPSYCH, "jsPsych"),
        (JSPSYCH_ROWS, "jsPsych"),
        (OPENSESAME, "OpenSesame"),
        ("Versuchsperson;Bedingung;Reaktionszeit (ms);richtig\nP1;go;410,2;ja\nP1;stop;;nein\n", ""),
        ("subject\tcondition\tRT [s]\terror\nP1\tgo\t0.41\t0\nP1\tstop\t\t1\n", ""),
    ],
    ids=["PsychoPy", "jsPsych", "jsPsych, JSON", "OpenSesame", "German", "errors"],
)
def test_trials_are_read(text: str, program: str, tmp_path: Path) -> None:
    file = tmp_path / "rt.csv"
    file.write_text(text, encoding="utf-8")
    read = read_trials(file, FitReactionsOptions(file=file))
    found = [(each.person, each.condition, each.rt_ms, each.correct) for each in read.trials]
    assert found == [("P1", "go", pytest.approx(410, abs=0.5), True), ("P1", "stop", None, False)]
    assert f"as {program} writes it" in read.understood or not program


def test_without_a_column_of_what_was_right_all_answers_are(tmp_path: Path) -> None:
    file = tmp_path / "rt.csv"
    file.write_text("a,b\n410,x\n420,y\n")
    with pytest.raises(InputError, match=r"rt_ms: missing column, found a, b .*say which with --rt"):
        read_trials(file, FitReactionsOptions(file=file))
    read = read_trials(file, FitReactionsOptions(file=file, rt="a", where=["b=x"]))
    assert [(each.rt_ms, each.correct) for each in read.trials] == [(410, True)]
    assert "no column says what was right" in read.understood


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rt\n30\n31\n32\n", "expected a unit for times of about 31: say --unit ms or --unit s"),
        ("rt_s\n410\n420\n", "expected reaction times, found a median of 4"),
        ("rt,correct\n410,perhaps\n", "line 2: correct: expected 0 or 1, or a word such as True or False"),
    ],
)
def test_what_is_no_reaction_is_refused(text: str, expected: str, tmp_path: Path) -> None:
    file = tmp_path / "rt.csv"
    file.write_text(text)
    with pytest.raises(InputError, match=expected):
        read_trials(file, FitReactionsOptions(file=file))


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("T20\nS5\nMISS\nBULL\n", {"": {"score": [60, 5, 0, 50]}}),
        ("player;score\nA;D18\nB;25\nA;\n", {"A": {"score": [36, None]}, "B": {"score": [25]}}),
        (
            "Thrower,Speed (km/h),Launch angle (rad)\nA,7.2,0.3\nB,3.6,0.2\nA,,0.1\n",
            {
                "A": {"speed": [2, None], "elevation_deg": [math.degrees(0.3), math.degrees(0.1)]},
                "B": {"speed": [1], "elevation_deg": [math.degrees(0.2)]},
            },
        ),
        ("id,speed,release_s\n1,7,0.5\n2,8,0.6\n", {"": {"speed": [7, 8], "release_ms": [500, 600]}}),
    ],
)
def test_throws_are_read_a_person_each(text: str, people: dict[str, dict[str, list[float]]], tmp_path: Path) -> None:
    file = tmp_path / "throws.csv"
    file.write_text(text)
    found = read_throws(file, FitThrowsOptions(file=file)).people
    assert found.keys() == people.keys()
    for who, columns in people.items():
        assert found[who].keys() == columns.keys()
        assert all(found[who][key] == [value and pytest.approx(value) for value in columns[key]] for key in columns)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("score\nT21\n", "line 2: score: expected what one dart scores"),
        ("t1,t2\nT20,S5\n", "speed: missing column, found t1, t2 .*name it speed"),
        ("speed,elevation\n7,0.4\n7,NA\n", "expected a unit for directions up to 0.4: say --unit deg or --unit rad"),
    ],
)
def test_what_is_no_throw_is_refused(text: str, expected: str, tmp_path: Path) -> None:
    file = tmp_path / "throws.csv"
    file.write_text(text)
    with pytest.raises(InputError, match=expected):
        read_throws(file, FitThrowsOptions(file=file))
