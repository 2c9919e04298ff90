"""How people play Zack! at a table without physics: `python -m studies.zack_without_physics [--games 100] [--json]`.

Four steady players alike: cards land after 0.35 s and nobody misses (tests/games/zack/bots/table.py). The seeds are 0
to --games - 1.
"""

from __future__ import annotations

from sim.batch.figures import clustered_rate, quantile
from sim.games.zack.rules import Reason
from sim.people.skill import PROFILES, load_skills
from sim.statistics import Interval, mean
from studies import arguments
from tests.games.zack.bots.table import Story, ZackTable


def interval_text(found: Interval, scale: float = 1.0, digits: int = 1) -> str:
    """Return an interval in words."""
    return f"{scale * found.estimate:.{digits}f} ({scale * found.low:.{digits}f}-{scale * found.high:.{digits}f})"


def figures(stories: list[Story]) -> dict[str, Interval]:
    """Return the figures of these games; shares have a percent sign in their names."""
    waits = quantile([wait for story in stories for wait in story.waits_s], 0.5)
    wrong, thrown = [float(s.wrong) for s in stories], [float(len(s.throws)) for s in stories]
    found = {
        "seconds from one card to the next (median)": waits,
        "length of a game, s": mean([story.seconds for story in stories]),
        "cards thrown": mean(thrown),
        "cards out of turn, %": clustered_rate(wrong, thrown),
    }
    for words, reason in (("slow", Reason.SLOW), ("out-of-turn", Reason.OUT_OF_TURN)):
        ours = [[good for _, why, good in story.challenges if why is reason] for story in stories]
        found[f"{words} challenges a game"] = mean([float(len(one)) for one in ours])
        right, all_of_them = [float(sum(one)) for one in ours], [float(len(one)) for one in ours]
        found[f"{words} challenges that succeed, %"] = clustered_rate(right, all_of_them)
    return found


def main() -> None:
    """Play the games, and print the figures of each profile."""
    parser = arguments.parser(__doc__, "json")
    parser.add_argument("--games", type=arguments.positive, default=100)
    given = parser.parse_args()
    skills = load_skills()
    tables = {
        name: figures([ZackTable([skills[name]] * 4, seed).play() for seed in range(given.games)]) for name in PROFILES
    }
    if given.json:
        arguments.print_json(tables)
        return
    print("| | " + " | ".join(PROFILES) + " |\n|---|" + "---|" * len(PROFILES))
    for key in tables[PROFILES[0]]:
        scale, digits = 100.0 if "%" in key else 1.0, 2 if "median" in key else 1
        cells = (interval_text(table[key], scale, digits) for table in tables.values())
        print(f"| {key} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    arguments.run(main)
