"""What a person at the ship is asked, as a line of words and the items of a tray; the drills of a practice."""

from __future__ import annotations

from dataclasses import replace

from scenes.games.riff_raff.tray import Item, Sort
from scenes.play.settings import PlaySettings
from sim.games.riff_raff import rules
from sim.games.riff_raff.match.drills import Calibration, Drill, TargetSeries
from sim.games.riff_raff.match.match import RiffRaffMatch
from sim.games.riff_raff.match.practice import Practice
from sim.games.riff_raff.match.text import piece_words
from sim.language import N_, _, put_in
from sim.match.grammar import called, said_of

COUNTS = (N_("One"), N_("Two"), N_("Three"), N_("Four"))
"""The numbers of pieces that can be announced."""


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
        return _("To slot {slot} with the {piece}", slot=carrying.grasp.slot, **piece_words(carrying.kind)), ()
    if isinstance(match, Practice):
        pieces = {kind: int(kind in match.kinds) for kind in match.static_scene.pieces}
        items = _pieces(pieces)
        if match.is_trial:
            return _("Your turn: a piece for slot {slot}", slot=match.slot), items
        title, drills = drill_asked(match)
        if {item.key for item in items} & {drill.key for drill in drills}:
            drills = tuple(replace(drill, key=str(n)) for n, drill in enumerate(drills, start=len(items) + 1))
        return title, (*items, *drills)
    assert isinstance(match, RiffRaffMatch)
    state = match.state
    if question == "card":
        cards = state.hands[by]
        return _("Pick a card, face down"), tuple(Item(Sort.CARD, card, key=str(card)) for card in cards)
    if question == "captain":
        return _("Equal cards: who is captain now?"), _words(
            tuple((name, called(name)) for name in state.tied_for_captain)
        )
    if question == "order":
        orders = [action.order[1:] for action in rules.legal_actions(state) if isinstance(action, rules.Arrange)]
        return _("Equal cards: in which order?"), _words(
            tuple((order, ", ".join(map(called, order))) for order in orders)
        )
    if question == "count":
        words = _("Slot {slot}: how many pieces?")
        if state.agreed == rules.PRINTED:
            words = _("Slot {slot} holds something: one piece, or two?")
        counts = range(1, state.most_pieces + 1)
        return put_in(words, slot=state.slot), _words(tuple((count, _(COUNTS[count - 1])) for count in counts))
    supply = {str(kind): count for kind, count in state.supply[by].items()}
    count = state.announced or 1
    if count > 1:
        you, other = (
            _("Your turn: a piece for slot {slot}, piece {number} of {count}"),
            _("{name}'s turn: a piece for slot {slot}, piece {number} of {count}"),
        )
    else:
        you, other = _("Your turn: a piece for slot {slot}"), _("{name}'s turn: a piece for slot {slot}")
    return said_of(by, you, other, slot=state.slot, number=state.placed + 1, count=count), _pieces(supply)


def _pieces(supply: dict[str, int]) -> tuple[Item, ...]:
    """Return the items of all kinds of pieces, also of those that are used up, so that no item changes its place."""
    return tuple(
        Item(Sort.PIECE, kind, piece_words(kind)["piece"], count, str(n))
        for n, (kind, count) in enumerate(supply.items(), start=1)
    )


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
        title = _("Slot {slot}: {kept} of {tries} held", slot=practice.slot, kept=practice.kept, tries=practice.tries)
        return title, (_item(TARGET, _("Ten flicks"), "9"), _item(CALIBRATE, _("My strength"), "10"))
    if isinstance(drill, TargetSeries):
        if drill.done:
            return f"{drill.words()}.", (_item(TARGET, _("Again"), "9"), _item(FREE, _("Stop"), "10"))
        words = _("Flick {number} of {count} at slot {slot}: {held} held")
        if drill.spread_mm is not None:
            words = _("Flick {number} of {count} at slot {slot}: {held} held, ±{spread:.0f} mm")
        number, spread = len(drill.landings) + 1, drill.spread_mm
        title = put_in(words, number=number, count=drill.COUNT, slot=drill.slot, held=drill.held, spread=spread)
        return title, (_item(FREE, _("Stop"), "10"),)
    if drill.done:
        return drill.words(), (_item(ACCEPT, _("Use this"), "9"), _item(FREE, _("Leave it"), "10"))
    title = _(
        "Flick {number} of {count} towards slot {slot}, as feels natural",
        number=len(drill.flicks) + 1,
        count=drill.COUNT,
        slot=drill.slot,
    )
    return title, (_item(FREE, _("Stop"), "10"),)


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
            return _("Flick ten times at slot {slot}, with one kind of piece.", slot=practice.slot)
        if value == CALIBRATE:
            practice.begin_calibration()
            return _("Flick three times towards slot {slot}, as hard as feels natural.", slot=practice.slot)
        practice.end_drill()
        if value == ACCEPT and isinstance(drill, Calibration):
            practice.table.mouse.strength = drill.strength
            self._wishes.update(flick_strength=drill.strength, left_handed=drill.left_handed)
            return _("Strength {strength:.2f} is kept in the settings.", strength=drill.strength)
        return _("The settings are as before.") if isinstance(drill, Calibration) and drill.done else ""

    def news(self) -> str:
        """Return a sentence about what the last flick has changed in the drill, or an empty text."""
        before, now = self._seen, self._practice.drill
        self._seen = now
        if now is before or now is None or type(now) is not type(before):
            return ""
        if isinstance(now, Calibration):
            if now.passed:
                return _("No strength takes that one to slot {slot}: flick towards it.", slot=now.slot)
            return now.words() if now.done else ""
        if not now.done:
            return ""
        key = target_key(now)
        best = self._best.get(key)
        if best is None or now.held > best:
            self._best[key] = now.held
            self._wishes["best_targets"] = dict(self._best)
        compared = _("the best so far") if best is None or now.held > best else _("best so far {best}", best=best)
        return f"{now.words()}; {compared}."

    def take_wishes(self) -> dict[str, object]:
        """Return the settings to be changed since the last call, by name."""
        wishes, self._wishes = self._wishes, {}
        return wishes
