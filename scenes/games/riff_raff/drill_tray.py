"""The drills of a practice in the tray: what is asked, what can be chosen, and what becomes of the settings."""

from __future__ import annotations

from scenes.games.riff_raff.tray import Item, Sort
from scenes.play.settings import PlaySettings
from sim.games.riff_raff.match.drills import Calibration, Drill, TargetSeries
from sim.games.riff_raff.match.practice import Practice

TARGET, CALIBRATE, FREE, ACCEPT = "target", "calibrate", "free", "accept"
"""The values of items that begin a drill, end it, or take over what it has found out."""


def target_key(series: TargetSeries) -> str:
    """Return the key of a series in `PlaySettings.best_targets`."""
    return f"{series.slot}/{series.kind}"


def drill_asked(practice: Practice) -> tuple[str, tuple[Item, ...]]:
    """Return the title of the tray in a practice, and the items beside the pieces."""
    drill = practice.drill
    if drill is None:
        title = f"Slot {practice.slot}: {practice.kept} of {practice.tries} held"
        return title, (_item(TARGET, "Ten flicks", "9"), _item(CALIBRATE, "My strength", "10"))
    if isinstance(drill, TargetSeries):
        if drill.done:
            return f"{drill.words()}.", (_item(TARGET, "Again", "9"), _item(FREE, "Stop", "10"))
        title = f"Flick {len(drill.landings) + 1} of {drill.COUNT} at slot {drill.slot}: {drill.held} held"
        return title, (_item(FREE, "Stop", "10"),)
    if drill.done:
        return drill.words(), (_item(ACCEPT, "Use this", "9"), _item(FREE, "Leave it", "10"))
    title = f"Flick {len(drill.flicks) + 1} of {drill.COUNT} towards slot {drill.slot}, as feels natural"
    return title, (_item(FREE, "Stop", "10"),)


def _item(value: str, words: str, key: str) -> Item:
    return Item(Sort.DRILL, value, words, key=key)


class DrillDesk:
    """The drills of a practice as a player chooses them, and the settings that they change."""

    def __init__(self, practice: Practice, settings: PlaySettings) -> None:
        self._practice, self._best = practice, dict(settings.best_targets)
        self._seen: Drill | None = practice.drill
        self._wishes: dict[str, object] = {}

    def choose(self, value: object) -> str:
        """Do what an item stands for; return a sentence to the player. Raises IllegalAction at a wrong time."""
        practice, drill = self._practice, self._practice.drill
        if value == TARGET:
            practice.begin_target()
            return f"Flick ten times at slot {practice.slot}, with one kind of piece."
        if value == CALIBRATE:
            practice.begin_calibration()
            return f"Flick three times towards slot {practice.slot}, as hard as feels natural."
        practice.end_drill()
        if value == ACCEPT and isinstance(drill, Calibration):
            practice.table.mouse.strength = drill.strength
            self._wishes.update(flick_strength=drill.strength, left_handed=drill.left_handed)
            return f"Strength {drill.strength:.2f} is kept in the settings."
        return "The settings are as before." if isinstance(drill, Calibration) and drill.done else ""

    def news(self) -> str:
        """Return a sentence about what the last flick has changed in the drill, or an empty text."""
        before, now = self._seen, self._practice.drill
        self._seen = now
        if now is before or now is None or type(now) is not type(before):
            return ""
        if isinstance(now, Calibration):
            if now.passed:
                return f"No strength takes that one to slot {now.slot}: flick towards it."
            return now.words() if now.done else ""
        if not now.done:
            return ""
        key = target_key(now)
        best = self._best.get(key)
        if best is None or now.held > best:
            self._best[key] = now.held
            self._wishes["best_targets"] = dict(self._best)
        compared = "the best so far" if best is None or now.held > best else f"best so far {best}"
        return f"{now.words()}; {compared}."

    def take_wishes(self) -> dict[str, object]:
        """Return the settings to be changed since the last call, by name."""
        wishes, self._wishes = self._wishes, {}
        return wishes
