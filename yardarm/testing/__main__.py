"""The command `python -m yardarm.testing GAME [--config PRESET]`: run the conformance suite on one game."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from sim.configuration import load_configuration
from sim.errors import InputError
from sim.spec import GROUP, game_of
from yardarm.testing import PRESET, TESTED


def run(words: list[str]) -> int:
    """Run the suite on the game that the first word names; `--config` may follow it, the others are options of pytest.

    Returns the exit code.
    """
    if not words:
        print("yardarm.testing: expected a game, such as pig, or its spec, such as pig.spec:SPEC.", file=sys.stderr)
        return 2
    try:
        import pytest
    except ModuleNotFoundError:
        print("yardarm.testing needs pytest, which is not installed: pip install '.[test]'.", file=sys.stderr)
        return 2
    game, *options = words
    if options[:1] == ["--config"]:
        os.environ[PRESET], options = "".join(options[1:2]), options[2:]
    with TemporaryDirectory() as folder:
        if ":" in game:
            value, game = game, game.partition(".")[0].partition(":")[0]
            _install(game, value, Path(folder))
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
        os.environ[TESTED] = game
        try:
            game_of(game)
            if PRESET in os.environ:
                load_configuration(game, Path(os.environ[PRESET]))
        except InputError as error:
            print(f"yardarm.testing: {error}", file=sys.stderr)
            return 2
        suite = [str(Path(__file__).parent), "--import-mode=importlib", "-p", "no:cacheprovider", "-m", "not study"]
        return int(pytest.main([*suite, *options]))


def _install(game: str, value: str, folder: Path) -> None:
    """Write what an installer leaves of a package with this game, and put it on the path."""
    metadata = folder / f"{game}-0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {game}\nVersion: 0\n")
    (metadata / "entry_points.txt").write_text(f"[{GROUP}]\n{game} = {value}\n")
    sys.path.insert(0, str(folder))


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
