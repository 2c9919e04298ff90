"""What a person at the ship is asked, as a line of words and the items of a tray; the drills of a practice."""

from __future__ import annotations

from dataclasses import replace

from scenes.games.riff_raff.tray import Item, Sort
from scenes.play.settings import PlaySettings
from sim.games.riff_raff import rules
from sim.games.riff_raff.match.drills import Calibration, Drill, TargetSeries
from sim.games.riff_raff.match.match import RiffRaffMatch
from sim.games.riff_raff.match.practice import Practice
from sim.match.grammar import whose


def asked(match: RiffRaffMatch | Practice, by: str | None) -> tuple[str, tuple[Item, ...]]:
    """Return the title of the tray and its items for the player `by`.

    "" and no items where that player is not asked anything.
    """
    question = None if by is None else match.question(by)
    if by is None or question is None or by not in match.waits_for:
        return "", ()
    if question == "place" and match.table.holds:
        carrying = match.table.carrying
        assert carrying is not None
        return f"To slot {carrying.grasp.slot} with the {carrying.kind}", ()
    if isinstance(match, Practice):
        pieces = {kind: int(kind in match.kinds) for kind in match.static_scene.pieces}
        title, drills = drill_asked(match)
        items = _pieces(pieces)
        if {item.key for item in items} & {drill.key for drill in drills}:
            drills = tuple(replace(drill, key=str(n)) for n, drill in enumerate(drills, start=len(items) + 1))
        return title, (*items, *drills)
    assert isinstance(match, RiffRaffMatch)
    state = match.state
    if question == "card":
        cards = state.hands[by]
        return "Pick a card, face down", tuple(Item(Sort.CARD, card, key=str(card)) for card in cards)
    if question == "captain":
        return "Equal cards: who is captain now?", _words(tuple((name, name) for name in state.tied_for_captain))
    if question == "order":
        orders = [action.order[1:] for action in rules.legal_actions(state) if isinstance(action, rules.Arrange)]
        return "Equal cards: in which order?", _words(tuple((order, ", ".join(order)) for order in orders))
    if question == "count":
        return f"Slot {state.slot} holds something: one piece, or two?", _words(((1, "One"), (2, "Two")))
    turn = f", piece {state.placed + 1} of 2" if state.announced == 2 else ""
    supply = {str(kind): count for kind, count in state.supply[by].items()}
    return f"{whose(by)} turn: a piece for slot {state.slot}{turn}", _pieces(supply)


def _pieces(supply: dict[str, int]) -> tuple[Item, ...]:
    """Return the items of all kinds of pieces, also of those that are used up, so that no item changes its place."""
    return tuple(Item(Sort.PIECE, kind, kind, count, str(n)) for n, (kind, count) in enumerate(supply.items(), start=1))


def _words(choices: tuple[tuple[object, str], ...]) -> tuple[Item, ...]:
    return tuple(Item(Sort.WORDS, value, words, key=str(n)) for n, (value, words) in enumerate(choices, start=1))


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
        spread = "" if drill.spread_mm is None else f", ±{drill.spread_mm:.0f} mm"
        title = f"Flick {len(drill.landings) + 1} of {drill.COUNT} at slot {drill.slot}: {drill.held} held{spread}"
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
