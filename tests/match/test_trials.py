"""What a participant did stays, whatever becomes of the process that writes it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from sim.errors import InputError
from sim.match.hand_log import read_hand_log
from sim.match.trials import PARTICIPANT, read_trials
from tests.processes import completed, kill_group, running

WRITER = """
import sys
sys.path[:0] = [{root!r}]
from pathlib import Path
from sim.match.hand_log import Thrown
from sim.match.trials import Participation, TrialDone, TrialsHeader
header = TrialsHeader(participant="P07", table="t.csv", table_sha256="t", consent_sha256="c", trials=100000,
                      profile="casual", language="en", yardarm="0")
part = Participation(Path({folder!r}), header)
part.begin("then")
thrown = Thrown(card="zack", side=1, distance_mm=420.0, speed_mm_s=2000.0, elevation_rad=0.5, spin_rad_s=0.0).line()
for number in range(part.done + 1, part.done + 50001):
    line = part.note_hand("zack", thrown)
    part.note(TrialDone(
        trial=number, block="a", training=False, game="zack", design=None, asked={{}}, limit_s=None, ghosts=False,
        feedback=True, seed=1, begun_at="x", begun_s=1.0, ended_at="y", ended_s=2.0, outcome="late", attempt=None,
        hand_lines=(line,), frame_ms_median=None, frame_ms_95th=None, frame_ms_most=None, pauses=0, device=None,
        window=(1, 1), pixels_per_mm=1.0))
    print(number, flush=True)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_all_that_was_written_is_there_after_a_kill_and_the_next_goes_on(root: Path, tmp_path: Path) -> None:
    folder, told = tmp_path / "P07", 0
    program = WRITER.format(root=str(root), folder=str(folder))
    for _ in range(2):
        with running([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
            for _line in range(20):
                number = int(process.stdout.readline())
                assert number > told
                told = number
            second = completed([sys.executable, "-c", program], text=True)
            assert "trials.jsonl: another window is open for P07" in second.stderr
            kill_group(process)
        header, rows = read_trials(folder / "trials.jsonl")
        assert header is not None
        assert header.consented_at == "then"
        assert len(rows) >= told
        lines = {number for number, _ in read_hand_log(folder / "hands-zack.jsonl").moves}
        assert {row.hand_lines[0] for row in rows} <= lines
        told = len(rows)


def test_what_is_no_file_of_trials_is_refused_in_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "trials.jsonl"
    for text, sentence in (
        ("hat\n", "line 1: is not JSON"),
        ("[]\n", "line 1: expected a JSON object"),
        ('{"format":"hat"}\n', "line 1: format: expected one of 'yardarm-trials', found 'hat'"),
    ):
        file.write_text(text)
        with pytest.raises(InputError, match=sentence):
            read_trials(file)
    file.write_text(json.dumps({"format": "yardarm-trials"}))
    assert read_trials(file) == (None, []), "nothing whole was written"


def test_a_code_of_a_participant_names_a_folder_and_nothing_else() -> None:
    for code in ("P07", "a", "2026-11_3"):
        assert PARTICIPANT.fullmatch(code)
    for code in ("", "..", "a/b", "Ä", "-x", "x" * 33, "a b"):
        assert not PARTICIPANT.fullmatch(code)
