"""A past attempt again, many times: as it was meant, or with another piece, elsewhere, or in other hands.

The command line (`lab place --from-record`) and the window that shows a match ask for the same trials, so that the same
seed gives the same figures in both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sim.errors import InputError
from sim.forecast.attempts import Action, LettingGo, SettingDown
from sim.games.riff_raff.forecast import Ghost, OutcomeCloud
from sim.games.riff_raff.match.frame import PieceState, PieceView, RiffRaffFrame, TableStage
from sim.games.riff_raff.match.past_attempts import PastAttempt
from sim.games.riff_raff.match.text import loads, piece_words
from sim.language import _, put_in
from sim.match.grammar import said_of
from sim.people.execution import PlaceIntent
from sim.people.skill import Skill
from sim.physics.ship.fitting import middle_of, takes, usual_stance
from sim.physics.ship.measures import ShipSetup
from sim.refusals import one_of

TRIALS = 100
LISTED = 2
"""Of more pieces than this that fell it is said how many they were, not which."""


@dataclass(frozen=True, slots=True)
class Again:
    """A past attempt as it is tried again.

    action: what the hand means now. skill: of the hand. whose: whose hands these are, such as `Anne's` or `casual`.
    changed: what differs from then: piece, slot, stance, place, hands.
    """

    past: PastAttempt
    action: Action
    skill: Skill
    whose: str
    changed: tuple[str, ...] = ()

    @staticmethod
    def as_meant(past: PastAttempt) -> Again:
        """Return the attempt as it was meant then, in the same hands."""
        return Again(past, past.action, past.view.skill, hands_of(past.by))

    def with_piece(
        self, kind: str | None = None, stance: str | None = None, slot: int | None = None, x_mm: float | None = None
    ) -> Again:
        """Return the same with another piece, or elsewhere; what is None stays as it is, as far as that fits.

        x_mm: where its centre of gravity goes, in the ship's frame. A piece that was thrown or dropped is set down
        instead. Raises InputError for a piece, stance or slot that there is not.
        """
        setup, now = self.past.view.setup, self.action.intent
        if kind is not None and kind not in setup.pieces:
            raise InputError("piece: {one_of}.", one_of=one_of(kind, setup.pieces))
        numbers = [one.number for one in setup.ship.slots]
        if slot is not None and slot not in numbers:
            raise InputError(
                "slot: expected a slot from {numbers} to {numbers2}, found {slot}.",
                numbers=numbers[0],
                numbers2=numbers[-1],
                slot=slot,
            )
        intent = _placement(setup, now, kind or now.kind, stance, slot or now.slot, x_mm)
        if intent == now:
            return self
        action, angle = self.action, 0.0
        if isinstance(action, SettingDown) and (intent.kind, intent.stance) == (now.kind, now.stance):
            angle = action.angle_rad
        cares = action.cares if isinstance(action, SettingDown) else False
        return self._noted(replace(self, action=SettingDown(intent, angle, cares=cares, helper=action.helper)))

    def in_hands(self, skill: Skill, whose: str) -> Again:
        return self._noted(replace(self, skill=skill, whose=whose))

    def _noted(self, now: Again) -> Again:
        """Return it with what differs from then written down."""
        before, meant = self.past.intent, now.action.intent
        differs = {
            "piece": meant.kind != before.kind,
            "slot": meant.slot != before.slot,
            "stance": meant.kind == before.kind and meant.stance != before.stance,
            "place": meant.slot == before.slot and meant.x_mm != before.x_mm,
            "hands": now.skill != self.past.view.skill,
        }
        return replace(now, changed=tuple(name for name, yes in differs.items() if yes))

    def cloud(self, seed: int, count: int = TRIALS) -> OutcomeCloud:
        """Return the request for its outcomes: trial i depends on the seed and i alone."""
        view = self.past.view
        key = ("again", self.past.number, self.action, self.skill, seed, count)
        return OutcomeCloud(key, view.setup, self.past.ship, self.action, self.skill, seed, count)

    def words(self) -> str:
        """Return in words what is done: `crate, flat, on slot 7 at 14 mm, in Anne's hands`."""
        meant = self.action.intent
        how = ", thrown or dropped" if isinstance(self.action, LettingGo) else ""
        return f"{meant.kind}, {meant.stance}, on slot {meant.slot} at {meant.x_mm:.0f} mm{how}, in {self.whose} hands"


def hands_of(name: str) -> str:
    """Return whose hands they are within a sentence: `Anne's`, or `your`."""
    return said_of(name, _("your"), _("{name}'s"))


def _placement(
    setup: ShipSetup, now: PlaceIntent, kind: str, stance: str | None, slot: int, x_mm: float | None
) -> PlaceIntent:
    """Return the placement of a piece where it is asked for, and otherwise as near to `now` as it goes."""
    found, stances = setup.ship.slot(slot), setup.pieces[kind].stances
    if stance is not None and (stance not in stances or not takes(found, stances[stance])):
        fit = [name for name, one in stances.items() if takes(found, one)]
        raise InputError(
            "stance: for a {kind} on slot {slot}, {one_of}.", kind=kind, slot=slot, one_of=one_of(stance, fit)
        )
    if stance is None and kind == now.kind and takes(found, stances[now.stance]):
        stance = now.stance
    held = usual_stance(setup, kind, found) if stance is None else stances[stance]
    if x_mm is None:
        hangs = held.edge_mm is not None or setup.pieces[now.kind].stances[now.stance].edge_mm is not None
        same = (kind, held.name) == (now.kind, now.stance)
        x_mm = now.x_mm if slot == now.slot and (same or not hangs) else middle_of(found, held)
    return replace(now, kind=kind, stance=held.name, slot=slot, x_mm=x_mm)


def fell(ghosts: Sequence[Ghost]) -> list[bool]:
    """Return, for each trial, whether any piece left the ship, caught or not."""
    return [ghost.fell or ghost.others > 0 for ghost in ghosts]


def what_happened(past: PastAttempt) -> str:
    """Return in words what came of an attempt then: `the crate held`, `the crate was caught, and the rat fell`."""
    outcome, kind = past.outcome, past.intent.kind
    own = {"stays": _("the {piece} held"), "lost": _("the {piece} fell"), "caught": _("the {piece} was caught")}
    parts = [put_in(own[outcome.placed.value], **piece_words(kind))]
    fell, caught = _("the {piece} from slot {slot} fell"), _("the {piece} from slot {slot} was caught")
    all_fell, all_caught = _("{count} other pieces fell"), _("{count} other pieces were caught")
    for others, single, many in ((outcome.lost, fell, all_fell), (outcome.caught, caught, all_caught)):
        if len(others) > LISTED:
            parts.append(put_in(many, count=len(others)))
        else:
            parts += [put_in(single, slot=other.slot, **piece_words(other.piece)) for other in others]
    return ", ".join(parts[:-1]) + (_(", and ") if parts[:-1] else "") + parts[-1]


def title(past: PastAttempt) -> str:
    """Return which attempt of its match it is: `attempt 17, round 5: Anne loads slot 7`."""
    state = past.view.state
    loading = loads(past.by, state.slot)
    return _("attempt {number}, round {round}: {loads}", number=past.number, round=state.round, loads=loading)


def moment_frame(past: PastAttempt, like: RiffRaffFrame) -> RiffRaffFrame:
    """Return the table as it was before an attempt, the ship without hands; all else as in the frame `like`."""
    snapshot = past.ship
    return replace(
        like,
        table_stage=TableStage.THINKING,
        seats=tuple(replace(seat, is_due=seat.name == past.by) for seat in like.seats),
        due=past.by,
        slot=past.view.state.slot,
        hull_angle=snapshot.hull.angle,
        pitch_angle=snapshot.pitch.angle,
        yards=snapshot.yards or like.yards,
        pieces=tuple(PieceView.of(cargo, PieceState.ABOARD) for cargo in snapshot.cargo),
        hand=None,
        palms=(),
    )
