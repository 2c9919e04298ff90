"""The ship's table, which matches of Riff Raff and practice share, and how persons load pieces at it.

The moves of the hand under the mouse are carried out by an attempt of its own kind (sim/physics/ship/carrying.py), and
recorded as measured. Here are also the laws of a placement beyond those of the rules, and what became of the pieces in
the words of the rules.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from sim.errors import IllegalAction
from sim.games.riff_raff import rules
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match.frame import (
    FrameEvent,
    PieceAstray,
    PieceEvent,
    PieceState,
    PieceView,
    StaticScene,
    TableStage,
)
from sim.games.riff_raff.match.intents import Place, TakePiece
from sim.games.riff_raff.match.mouse_hand import Mouse, RecordedHand, place_line, react_line
from sim.games.riff_raff.match.text import piece_words
from sim.language import N_, Wording, _
from sim.match.grammar import does
from sim.match.human_input import Inbox
from sim.match.intents import Intent
from sim.match.record import RecordError
from sim.match.turn_based import Question, Script, ask
from sim.people.execution import grasp_of
from sim.people.skill import Skill
from sim.physics import Point
from sim.physics.ship.attempt import Attempt, LoadResult
from sim.physics.ship.carrying import Carrying, HandGuide
from sim.physics.ship.catching import SIDES
from sim.physics.ship.fitting import over_wood, usual_stance
from sim.physics.ship.letting_go import Refusal, RefusalReason
from sim.physics.ship.measures import ShipSetup
from sim.physics.ship.pieces import Piece, Stance
from sim.physics.ship.state import Pose, Snapshot
from sim.physics.ship.swinging import Swing
from sim.physics.ship.world import ShipWorld
from sim.protocols import Line
from sim.rules_frame import quote
from sim.seat import Seat

Observed = TypeVar("Observed")
WAITING: Mapping[rules.Catches, tuple[int, ...] | None] = {
    rules.Catches.LOADER: None,
    rules.Catches.EVERYBODY: SIDES,
    rules.Catches.NOBODY: (),
}
"""The sides on which palms wait while a person's hand loads."""
DISC_CORNERS = 32
EVENTS_KEPT = 40
"""The number of events that a frame holds: more than happen between two frames."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The part of a frame that comes from physics."""

    hull_angle: float
    pitch_angle: float
    yards: tuple[Pose, ...]
    pieces: tuple[PieceView, ...]
    hand: Pose | None
    palms: tuple[Pose, ...]


@dataclass(frozen=True, slots=True)
class RefusedPiece:
    """A held piece that the hand would not let go where it is.

    words: the reason, in a sentence. outline: the convex polygons that the piece consists of, where it hangs (world,
    mm).
    """

    why: RefusalReason
    words: str
    outline: tuple[tuple[Point, ...], ...]


@dataclass(slots=True)
class ShipTable:
    """The ship as she lies, the attempt under way and the hand under the mouse.

    clock: returns the control tick of the match. slots: of the pieces aboard, by their names. holder: the person whose
    hand holds a piece. attempts: their number so far. events: the latest, oldest first.
    """

    configuration: RiffRaffConfiguration
    mouse: Mouse = field(default_factory=Mouse)
    stage: TableStage = TableStage.CHOOSING
    clock: Callable[[], int] = lambda: 0
    slots: dict[str, int] = field(default_factory=dict)
    loading: Attempt | None = None
    attempts: int = 0
    holder: str | None = None
    events: deque[FrameEvent] = field(default_factory=lambda: deque(maxlen=EVENTS_KEPT))
    _moments: int = 0
    _swing: Swing = field(init=False)
    _since: int = 0
    # Built when first drawn: every frame before the first piece needs it.
    _at_first: tuple[Pose, ...] | None = None

    def __post_init__(self) -> None:
        self.snapshot = self.configuration.setup.ship.at_rest()

    @property
    def snapshot(self) -> Snapshot:
        """The ship as she lay at the end of the last attempt; from when it is set she swings on."""
        return self._swing.start

    @snapshot.setter
    def snapshot(self, snapshot: Snapshot) -> None:
        self._swing, self._since = Swing(self.configuration.setup, snapshot), self.clock()

    def now(self) -> Snapshot:
        """Return the ship as she lies now, having swung on with all that is on her."""
        return self._swing.at(self.clock() - self._since)

    def holding(self) -> Callable[[], Line]:
        """Return what returns, as plain data, what lies on the table while nobody loads."""
        snapshot, since, attempts, slots = self.snapshot, self._since, self.attempts, dict(self.slots)
        return lambda: {"ship": snapshot.to_json(), "since": since, "attempts": attempts, "slots": slots}

    def restore(self, held: Mapping[str, Any]) -> None:
        """Take over what `holding` returned. Raises KeyError, TypeError or ValueError on anything else."""
        self.snapshot = Snapshot.from_json(held["ship"])
        self._since, self.attempts, self.slots = held["since"], held["attempts"], dict(held["slots"])

    def static_scene(self, seats: tuple[Seat, ...]) -> StaticScene:
        """Return the data that never change during a match of these seats."""
        palm = max(self.configuration.skills[seat.profile].catch_width_mm for seat in seats)
        return StaticScene(self.configuration.setup.ship, self.configuration.setup.pieces, palm)

    def begin(self, attempt: Attempt) -> Attempt:
        self.loading, self._moments, self.stage = attempt, 0, TableStage.LOADING
        return attempt

    def follow(self, ship: rules.Stowage, aboard: Mapping[int, Sequence[str]]) -> None:
        """Keep aboard what the rules have there. aboard: the names of the pieces that have come to lie in each slot."""
        self.slots = {}
        for slot, names in aboard.items():
            left = list(ship[slot])
            for name in names:
                if kind_of(name) in left:
                    left.remove(kind_of(name))
                    self.slots[name] = slot
        kept = tuple(piece for piece in self.snapshot.cargo if piece.name in self.slots)
        self.snapshot = replace(self.snapshot, cargo=kept)

    def notice(self, now_s: float, say: Callable[[str, str], None]) -> None:
        """Add the latest events of the attempt under way to `events`, and report them with `say` (text, tone)."""
        loading = self.loading
        if loading is None:
            return
        if loading.hand is None and self.stage is TableStage.LOADING:
            self.stage, self.holder = TableStage.WATCHING, None
        for moment in loading.moments[self._moments :]:
            kind = kind_of(moment.name)
            if moment.what == "slips":
                self.events.append(PieceEvent(now_s, "slips", moment.name, kind))
            elif moment.what == "falls":
                self.events.append(PieceEvent(now_s, "falls", moment.name, kind))
                say(_("The {piece} falls!", **piece_words(kind)), "bad")
            elif moment.what == "caught":
                self.events.append(PieceEvent(now_s, "caught", moment.name, kind))
                say(_("The {piece} is caught.", **piece_words(kind)), "good")
            elif moment.what == "astray":
                carrying = self.carrying
                assert carrying is not None
                assert carrying.astray is not None
                lay, card = carrying.astray, carrying.grasp.slot
                self.events.append(PieceAstray(now_s, moment.name, kind, lay, card))
                words = _(
                    "The {piece} came down on slot {lay}, not on {card}: it is taken back.",
                    lay=lay,
                    card=card,
                    **piece_words(kind),
                )
                say(words, "bad")
        self._moments = len(loading.moments)

    def usual_stance(self, kind: str, slot: int) -> Stance:
        """Return the stance in which a piece for that slot is taken up at first."""
        setup = self.configuration.setup
        return usual_stance(setup, kind, setup.ship.slot(slot))

    @property
    def carrying(self) -> Carrying | None:
        """The attempt under way if it is a person's, held or let go."""
        return self.loading if isinstance(self.loading, Carrying) else None

    @property
    def holds(self) -> bool:
        """True while a person holds a piece."""
        return self.carrying is not None and self.carrying.hand is not None and not self.carrying.done

    def put_back(self) -> None:
        """Put the held piece back into the supply. Raises IllegalAction once it has touched the ship."""
        carrying = self.carrying
        if carrying is None or not self.holds:
            raise IllegalAction(N_("The hand holds nothing."))
        if carrying.touched:
            raise IllegalAction(_("The {piece} has touched the ship: let go of it now.", **piece_words(carrying.kind)))
        carrying.put_back()

    def take_refusal(self) -> str | None:
        """Return the reason why the hand did not open when it should have, once; None if there is none."""
        carrying = self.carrying
        if carrying is None or carrying.refused is None:
            return None
        refused, carrying.refused = carrying.refused, None
        return refusal_words(carrying, refused)

    def refusal_at_hand(self, now_s: float) -> RefusedPiece | None:
        """Return what would be refused if the hand let go at `now_s`, with the reason; None if nothing would be.

        It is what `Carrying` decides by when the hand lets go. A hand that throws is never refused.
        """
        carrying = self.carrying
        refused = None if carrying is None else carrying.refusal(self.mouse.flick(now_s) is not None)
        if carrying is None or refused is None:
            return None
        body, section = carrying.cargo.body, carrying.cargo.section
        (x, y), angle = body.position, body.angle
        cos, sin = math.cos(angle), math.sin(angle)
        parts = section.parts if section.radius_mm is None else (_disc(section.radius_mm),)
        outline = tuple(tuple((x + cos * a - sin * b, y + sin * a + cos * b) for a, b in part) for part in parts)
        return RefusedPiece(refused.why, refusal_words(carrying, refused), outline)

    def seen(self) -> Seen:
        """Return ship, pieces and hands as they are now."""
        loading = self.loading
        now = self.now() if loading is None else loading.world.snapshot()
        return Seen(
            now.hull.angle,
            now.pitch.angle,
            now.yards or self._yards_unloaded(),
            (*_views(now, loading), *_debris(loading)),
            None if loading is None or loading.hand is None else loading.hand.pose(),
            () if loading is None or loading.catchers is None else loading.catchers.poses(),
        )

    def _yards_unloaded(self) -> tuple[Pose, ...]:
        """Return the poses of the yards of a ship that nobody has loaded yet."""
        if self._at_first is None:
            self._at_first = ShipWorld(self.configuration.setup).snapshot().yards
        return self._at_first


@dataclass(frozen=True, slots=True)
class PersonLoads:
    """The loading of pieces by persons' hands. record_line, note_hand: get lines of the record and the hand log."""

    table: ShipTable
    inbox: Inbox[Intent]
    record_line: Callable[[Line], None]
    note_hand: Callable[[Line], None]

    def load(
        self, question: Question[Observed, TakePiece], slot: int, skill: Skill, aim_x_mm: Callable[[str], float | None]
    ) -> Script[Observed, Carrying]:
        """Wait until a person has taken a piece and let it go, and return the finished attempt.

        aim_x_mm: returns the intended place (mm) along its slot of a piece of that kind, None if that is not known.
        """
        table, (by,) = self.table, question.by
        while True:
            taken = yield from ask(question)
            name = f"{taken.piece}-{table.attempts + 1}"
            guide = self._guide(taken, slot, name)
            table.holder = by
            grasp = grasp_of(skill, name, taken.piece, slot, WAITING[table.configuration.agreed.catches])
            carrying = Carrying(ShipWorld(table.configuration.setup, table.now()), grasp, guide)
            table.begin(carrying)
            yield carrying
            table.holder = None
            if not carrying.returned:
                break
            table.loading, table.stage = None, TableStage.THINKING
        table.attempts += 1
        self._record(by, taken, carrying, guide, aim_x_mm)
        return carrying

    def _guide(self, taken: TakePiece, slot: int, name: str) -> HandGuide:
        """Return the hand that carries the piece: the mouse, or the recorded one. Raises RecordError."""
        table, kind = self.table, taken.piece
        if not isinstance(taken, Place):
            assert taken.tick is not None
            table.mouse.begin(taken.tick, taken.stance or table.usual_stance(kind, slot).name)
            return table.mouse
        here, measured = self.inbox.here, self.inbox.measured()
        if measured is None or measured["by"] != taken.by:
            raise RecordError("{here}: the record does not tell what the hand did", here=here)
        action = measured["action"]
        if (action["name"], action["kind"], action["slot"]) != (name, kind, slot):
            raise RecordError("{here}: the hand carried something else than was taken", here=here)
        stances = table.configuration.setup.pieces[kind].stances
        if any(held["stance"] not in stances for held in action["stances"]) or action["stances"][0]["from_tick"] != 0:
            raise RecordError("{here}: a {kind} cannot be held like that", here=here, kind=kind)
        hand = RecordedHand(action, here)
        if action["thrown"] and not hand.throws:
            raise RecordError("{here}: a hand that throws moves", here=here)
        return hand

    def _record(
        self,
        by: str,
        taken: TakePiece,
        carrying: Carrying,
        guide: HandGuide,
        aim_x_mm: Callable[[str], float | None],
    ) -> None:
        """Record the placement at its end, so that a match that is left in mid-air goes on at the question."""
        release, grasp = carrying.release, carrying.grasp
        assert release is not None
        assert taken.tick is not None
        piece = self.table.configuration.setup.pieces[grasp.kind]
        stance = nearest_stance(piece, piece.stances[carrying.stance].form, release.angle)
        placed = Place(by=by, piece=taken.piece, stance=stance, slot=grasp.slot, x_mm=release.x, catch="all")
        self.record_line(placed.at(taken.tick).line())
        action: Line
        if isinstance(guide, RecordedHand):
            action = {**guide.action, "held_back_ticks": carrying.held_back}
        else:
            mouse = self.table.mouse
            action = mouse.to_json(grasp.name, grasp.kind, grasp.slot, carrying.held_back)
            if not mouse.by_keys:
                self.note_hand(place_line(by, carrying, piece.stances[stance], aim_x_mm(grasp.kind)))
                reaction = react_line(by, carrying, mouse)
                if reaction is not None:
                    self.note_hand(reaction)
        self.record_line({"stage": "executed", "by": by, "measured": True, "action": action})


def refusal_words(carrying: Carrying, refused: Refusal) -> str:
    """Return the reason for which the hand does not open, as a sentence."""
    if refused.why is RefusalReason.NO_ROOM:
        return _("There is no room for the {piece} here.", **piece_words(carrying.kind))
    return _(
        "The {piece} would come down on slot {slot}, not on {card}.",
        slot=refused.slot,
        card=carrying.grasp.slot,
        **piece_words(carrying.kind),
    )


def _disc(radius_mm: float) -> tuple[Point, ...]:
    turns = (math.tau * n / DISC_CORNERS for n in range(DISC_CORNERS))
    return tuple((radius_mm * math.cos(turn), radius_mm * math.sin(turn)) for turn in turns)


def kind_of(name: str) -> str:
    """Return the kind of the piece of that name: `crate-17` is a crate."""
    return name.rpartition("-")[0]


def _views(now: Snapshot, loading: Attempt | None) -> Iterator[PieceView]:
    for c in now.cargo:
        state = PieceState.ABOARD
        if loading is not None:
            if loading.hand is not None and loading.hand.name == c.name:
                state = PieceState.HELD
            elif c.name in loading.fallen:
                state = PieceState.FALLEN
            elif loading.world.cargo[c.name].falling:
                state = PieceState.FALLING
        yield PieceView.of(c, state)


def _debris(loading: Attempt | None) -> Iterator[PieceView]:
    for c in () if loading is None else loading.debris:
        yield PieceView.of(c, PieceState.FALLEN)


def nearest_stance(piece: Piece, form: str, angle: float) -> str:
    """Return the stance of that form whose angle is nearest to `angle`."""
    stances = [stance for stance in piece.stances.values() if stance.form == form]
    return min(stances, key=lambda stance: abs(math.remainder(angle - stance.angle, 2 * math.pi))).name


def outcome_of(name: str, result: LoadResult, before: Mapping[str, int]) -> rules.Load:
    """Return the outcome of an attempt with the piece of that name as an action of the rules.

    before: the slot of every piece that lay aboard, by its name.
    """
    placed = rules.Fate.STAYS
    if name in result.fallen:
        placed = rules.Fate.LOST
    elif name in result.caught:
        placed = rules.Fate.CAUGHT
    lost = tuple(rules.Fallen(kind_of(n), before[n]) for n in result.fallen if n != name)
    caught = tuple(rules.Fallen(kind_of(n), before[n]) for n in result.caught if n != name)
    ship = {slot: tuple(kind_of(n) for n in names) for slot, names in result.aboard.items()}
    return rules.Load(kind_of(name), placed, lost, caught, ship)


def slots_of(result: LoadResult) -> dict[str, int]:
    """Return the slot of every piece that lies aboard after an attempt, by its name."""
    return {name: slot for slot, names in result.aboard.items() for name in names}


def check_piece(intent: TakePiece, state: rules.State, setup: ShipSetup) -> None:
    """Raise IllegalAction for a piece or a stance that there is not, or a piece that the player does not have."""
    piece = setup.pieces.get(intent.piece)
    if piece is None:
        raise IllegalAction(Wording("There is no piece {quote} in this game.", quote=quote(intent.piece)))
    if intent.stance not in (None, *piece.stances):
        raise IllegalAction(f"There is no such piece as {intent.piece} {intent.stance}".rstrip() + ".")
    if not state.supply[intent.by].get(intent.piece):
        raise IllegalAction(Wording("{does} no {piece} to load.", does=does(intent.by, "has"), piece=intent.piece))


def check_place(intent: Place, state: rules.State, setup: ShipSetup) -> None:
    """Raise IllegalAction if a hand may not place this: on another slot than the card's, or beside its wood."""
    if intent.slot != state.slot:
        raise IllegalAction(Wording("The card says slot {slot}, not {slot2}.", slot=state.slot, slot2=intent.slot))
    piece = setup.pieces[intent.piece]
    stance = piece.stances[intent.stance]
    low, high = over_wood(setup.ship.slot(intent.slot), piece.forms[stance.form], stance.angle)
    if not low <= intent.x_mm <= high:
        raise IllegalAction(
            Wording(
                "A {piece} {stance} is over slot {slot} between {low:.1f} and {high:.1f} mm, not at {x_mm:.6g} mm.",
                piece=intent.piece,
                stance=intent.stance,
                slot=intent.slot,
                low=low,
                high=high,
                x_mm=intent.x_mm,
            )
        )
