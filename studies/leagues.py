"""Play a league of the bots of each game, and write the tables: `python -m studies.leagues STORES docs/league.md`.

What the stores in the folder STORES hold is not played again. A name of a game at the end plays only that one; with
`--tables` nothing is played.
"""

from __future__ import annotations

import shlex
import sys
from datetime import UTC, datetime
from pathlib import Path

import yardarm.command
from calibration.league.table import read_table
from calibration.league.words import table_lines
from sim.files import output_folder, write_whole
from sim.spec import GAMES

ENGINE = "casual:!python3 docs/bots/engine.py"
# Fixed beforehand, for some ten minutes of one core at Riff Raff and a few at the others.
LEAGUES = {
    "riff-raff": (
        (
            *(f"{profile}:random" for profile in ("child", "casual", "skilled")),
            *(f"{profile}:simple" for profile in ("child", "casual", "skilled")),
            "skilled:lookahead",
            ENGINE,
            "casual:fitted",
            "casual:trained",
        ),
        3,
    ),
    "zack": (("casual:cautious", "casual:steady", "casual:bold", "casual:sharp", "skilled:steady"), 6),
    "zatre": (("casual:random", "casual:greedy", "casual:sheet", "casual:planner", ENGINE), 12),
    "zigzag": (("casual:greedy", "casual:team", "casual:watchful", "skilled:watchful"), 4),
}
"""The players of each game's league, and the number of mirrored pairs."""
BEGIN, END = "<!-- leagues -->\n", "<!-- end of leagues -->\n"


def words(game: str, stores: Path, pairs: int) -> list[str]:
    """Return the command line that plays a league."""
    players, _ = LEAGUES[game]
    out = str(stores / f"{game}.sqlite")
    return ["league", "run", game, "--players", ",".join(players), "--pairs", str(pairs), "--out", out]


def section(game: str, stores: Path) -> str:
    """Return the section of a game: the command, the day, the versions, the table."""
    found = read_table(stores / f"{game}.sqlite")
    named = shlex.join(["yardarm", *words(game, Path(), found.league.pairs)])
    day = datetime.fromtimestamp((stores / f"{game}.sqlite").stat().st_mtime, UTC).date()
    versions = ", ".join(f"{name} {version}" for name, version in found.versions.items())
    table = "\n".join(table_lines(found))
    return f"### {GAMES[game].title}\n\n    {named}\n\n{day}, {versions}.\n\n```text\n{table}\n```\n"


def main(stores: Path, page: Path, *more: str) -> None:
    """Play and write."""
    output_folder(stores, "STORES")
    games = [word for word in more if word in LEAGUES] or list(LEAGUES)
    if "--tables" not in more:
        for game in games:
            if yardarm.command.run(words(game, stores, LEAGUES[game][1])):
                sys.exit(1)
    there = [game for game in LEAGUES if (stores / f"{game}.sqlite").exists()]
    before, _, rest = page.read_text("utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    write_whole(page, f"{before}{BEGIN}{chr(10).join(section(game, stores) for game in there)}{END}{after}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:])
