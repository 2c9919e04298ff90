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
        return rng.choice(("", "tiles", "place", "Anne", "\x00", "\ud83d\ude00", "a" * 300))
    if kind == 6:
        return [anything(rng, depth + 1) for _ in range(rng.randrange(4))]
    return {rng.choice(("tiles", "row", "col", "value", "by", "tick", "x")): anything(rng, depth + 1) for _ in range(3)}


def bent(rng, answer):
    """Return a legal answer with one thing changed."""
    tiles = answer["tiles"]
    if tiles:
        tile = rng.choice(tiles)
        tile[rng.choice(("row", "col", "value"))] = rng.choice((0, 1, 5, 14, 15, -1, "1", None, 2.0))
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
        noted.write("1\n")
        noted.flush()
        print(json.dumps(answer), flush=True)
    elif said["do"] == "bye":
        break
