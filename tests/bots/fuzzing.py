"""A bot in another process that answers anything at all: legal answers, bent ones, and any JSON."""

import json
import random
import sys
from pathlib import Path

noted = Path(sys.argv[1]).open("a")  # noqa: SIM115 - open as long as the bot lives


def anything(rng, depth=0):
    """Return any JSON value."""
    kind = rng.randrange(8 if depth < 3 else 6)
    if kind == 0:
        return None
    if kind == 1:
        return rng.random() < 0.5
    if kind == 2:
        return rng.choice((0, 1, -1, 7, 15, 2**63, -(2**70), 10**30))
    if kind == 3:
        return rng.choice((0.5, -0.0, 1e308, 3.0))
    if kind in (4, 5):
        return rng.choice(("", "tiles", "place", "throw", "lay", "Anne", "\x00", "\ud83d\ude00", "a" * 300))
    if kind == 6:
        return [anything(rng, depth + 1) for _ in range(rng.randrange(4))]
    return {
        rng.choice(("tiles", "row", "col", "value", "by", "tick", "do", "card", "piece")): anything(rng, depth + 1)
        for _ in range(3)
    }


def bent(rng, answer):
    """Return a legal answer with one thing changed."""
    tiles = answer.get("tiles")
    bits = rng.choice(tiles) if tiles else answer
    key = rng.choice(("row", "col", "value") if tiles else (*answer, "at_s", "aim_mm", "pace", "x_mm", "catch"))
    bits[key] = rng.choice((0, 1, 5, 14, 15, -1, "1", None, 2.0, 1e9, "Bert", ["stop"], {}))
    return answer


for line in sys.stdin:
    said = json.loads(line)
    if said["do"] == "hello":
        print(json.dumps({"id": said["id"], "name": "fuzzing", "wants": ["legal"]}), flush=True)
    elif said["do"] == "new":
        print(json.dumps({"id": said["id"]}), flush=True)
    elif said["do"] == "ask":
        rng = random.Random(said["seed"])
        way = rng.randrange(4)
        answer = {"id": said["id"]}
        if way == 0:
            answer["pick"] = rng.choice((0, 0, -1, True, 10**9, "0", None))
        elif way == 1:
            answer["answer"] = rng.choice(said["legal"])
        elif way == 2:
            answer["answer"] = bent(rng, rng.choice(said["legal"]))
        else:
            answer["answer"] = anything(rng)
        if "now_s" in said or "time_s" in said["view"]:
            soon = said["view"].get("time_s", 0) + rng.random()
            answer["next_s"] = rng.choice((None, soon, soon, soon, soon, -1, 1e12, "now", [], True))
        noted.write("1\n")
        noted.flush()
        print(json.dumps(answer), flush=True)
    elif said["do"] == "bye":
        break
