"""Digests of what each game puts out, kept while the house is moved: `python tests/net/net.py [GAME ...] [--write]`.

For each game: three records at the draft profile without their headers and seals, what `simulate --json` prints, the
tables of `report --csv`, the text and the pixels of a replay. Only a commit that says so may change one of them.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

GAMES = ("riff-raff", "zack", "zatre", "zigzag")
DIGESTS = Path(__file__).with_name("digests.json")
TABLES = ("figures.csv", "matches.csv", "turns.csv")


def digests(game: str, folder: Path) -> dict[str, str]:
    """Return the digest of every output of a game, made in a folder; raises if a command fails."""
    store, records, tables, picture = (folder / name for name in ("runs.sqlite", "records", "tables", "last.png"))
    lot = ["--matches", "3", "--seed", "11", "--profile", "draft", "--jobs", "1", "--json"]
    printed = json.loads(_run("simulate", game, *lot, "--out", str(store), "--record", str(records)))
    printed.pop("versions", None)
    found = {"simulate": _digest(json.dumps(printed, sort_keys=True).encode())}
    paths = sorted(records.glob("*.jsonl"))
    for path in paths:
        found[f"record {path.name}"] = _digest(b"\n".join(path.read_bytes().splitlines()[1:-1]))
    _run("report", str(store), "--csv", str(tables))
    for name in TABLES:
        found[f"report {name}"] = _digest((tables / name).read_bytes())
    found["text"] = _digest(_run("replay", str(paths[0]), "--text"))
    _run("replay", str(paths[0]), "--export", str(picture), "--size", "960x540")
    found["picture"] = _digest(_pixels(picture))
    return found


def _run(*words: str) -> bytes:
    environment = {key: value for key, value in os.environ.items() if key != "DISPLAY"} | {"PYGLET_HEADLESS": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "yardarm", *words], env=environment, capture_output=True, check=False, timeout=600
    )
    if done.returncode != 0:
        raise RuntimeError(f"yardarm {' '.join(words)}: {done.stderr.decode()}")
    return done.stdout


def _pixels(path: Path) -> bytes:
    from PIL import Image

    with Image.open(path) as picture:
        return repr(picture.size).encode() + picture.convert("RGB").tobytes()


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def main() -> int:
    """Compare with the digests that are kept, or write them; return 1 if one differs."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    kept = json.loads(DIGESTS.read_text("utf-8")) if DIGESTS.exists() else {}
    differing = 0
    for game in chosen.games:
        with tempfile.TemporaryDirectory() as folder:
            found = digests(game, Path(folder))
        for name in sorted(found.keys() | kept.get(game, {}).keys()):
            if found.get(name) != kept.get(game, {}).get(name):
                differing += 1
                print(f"{game}: {name} differs")
        kept[game] = found
    if chosen.write:
        DIGESTS.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
        return 0
    print("all equal" if not differing else f"{differing} differ")
    return bool(differing)


if __name__ == "__main__":
    sys.exit(main())
