"""A house rule, built in a copy of the game: a wrong challenger takes only the topmost cards of the bowl.

What the rules leave in the bowl lies there, though the match knows nothing of this rule.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.processes import completed

ROOT = Path(__file__).parents[3]
GAME = "sim/games/zack"
RULE: dict[str, tuple[tuple[str, str], ...]] = {
    f"{GAME}/table.toml": (
        ("[table]\n", '[table]\npenalty = { value = 4, provenance = "designed", source = "most cards of an error" }\n'),
    ),
    f"{GAME}/configuration.py": (
        ("    stop_cards: bool\n", "    stop_cards: bool\n    penalty: int = Field(ge=1)\n"),
        ("self.stop_cards)", "self.stop_cards, self.penalty)"),
    ),
    f"{GAME}/rules/vocabulary.py": (
        ("    stop_cards: bool = False\n", "    stop_cards: bool = False\n    penalty: int = 100\n"),
        ("[bool, Needed()] = False\n", "[bool, Needed()] = False\n    penalty: int = 100\n"),
        ("Agreed(self.edition, self.stop_cards)", "Agreed(self.edition, self.stop_cards, self.penalty)"),
    ),
    f"{GAME}/rules/engine.py": (
        (
            "    cards = 0 if taker is None else sum(isinstance(entry.card, words.Card) for entry in state.bowl)\n",
            (
                "    most = len(state.bowl) if success else state.agreed.penalty\n"
                "    top = state.bowl[-most:]\n"
                "    cards = 0 if taker is None else sum(isinstance(entry.card, words.Card) for entry in top)\n"
            ),
        ),
        ("due=continues), taker)", "due=continues), taker, most)"),
        ("(state: State, taker: str) -> Ruling:", "(state: State, taker: str, most: int) -> Ruling:"),
        (
            "    state, happened = _take_player_cards(state)\n    cards =",
            (
                "    left, top = state.bowl[:-most], state.bowl[-most:]\n"
                "    state, happened = _take_player_cards(replace(state, bowl=top))\n    cards ="
            ),
        ),
        ("piles=piles, bowl=(), mirrored", "piles=piles, bowl=left, mirrored"),
    ),
}
"""What is replaced by what, by file. Of the player cards only those among the topmost cards go back."""
PLAY = """
import json

from sim.games.zack import configuration
from sim.referee import referee_of
from yardarm.testing.matches import play

assert configuration.load().table.penalty == 4
wrong = kept = 0
for seed in range({seeds}):
    found = play("zack", 4, seed)
    assert found.differences == ()
    lines = found.lines
    judge, before = referee_of("zack"), None
    # A card that its owner no longer holds is no action of the rules.
    done = [line["line"] for line in lines if line["stage"] == "outcome" and line["line"] is not None]
    told = [judge.answer(json.dumps(line).encode()) for line in done]
    rulings = [line for line in lines if line["stage"] == "ruling"]
    assert [answer["events"] for answer in told] == [ruling["events"] for ruling in rulings]
    for ruling in rulings:
        for event in ruling["events"]:
            if event["type"] == "challenge" and not event["success"] and event["taker"] is not None:
                wrong += 1
                assert event["cards"] <= 4
                assert ruling["hands"][event["taker"]] == before["hands"][event["taker"]] + event["cards"]
                kept += sum(ruling["hands"].values()) < 72
        before = ruling
print(wrong, kept)
"""


@pytest.mark.slow
def test_a_rule_is_four_files_and_the_table_follows_it(tmp_path: Path) -> None:
    assert len(RULE) <= 4
    for folder in ("sim", "yardarm/testing"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for name, changes in RULE.items():
        text = (tmp_path / name).read_text()
        for old, new in changes:
            assert old in text, (name, old)
            text = text.replace(old, new)
        (tmp_path / name).write_text(text)
    done = completed([sys.executable, "-c", PLAY.format(seeds=3)], cwd=tmp_path, text=True)
    assert done.returncode == 0, done.stderr
    wrong, kept = map(int, done.stdout.split())
    assert wrong >= kept > 0
