"""Putting pieces on the ship: hands that hold, lower, push and catch; pieces that hang, roll, slide and drag."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, replace
from typing import Any

import pytest

from sim.configuration import digest
from sim.games.riff_raff.cargo import heeled, load, parse_cargo
from sim.physics.ship.attempt import pieces_by_slot
from sim.physics.ship.catching import PALM_BELOW_MM, CatchAction
from sim.physics.ship.fitting import middle_of, usual_stance, within_limits
from sim.physics.ship.grip import Wander, steady
from sim.physics.ship.loading import LoadAction, Loading
from sim.physics.ship.measures import SLOTS, ShipSetup
from sim.physics.ship.state import Snapshot
from sim.physics.ship.world import ShipWorld, touches
from sim.seeds import rng
from tests.physics.ships import ROW, aboard, farthest, mirrored, places, resting, run, setup

EMPTY = Snapshot()
QUICK = CatchAction(0.02, 0.0, 0.02, 8000.0, 60.0)
SLOW = replace(QUICK, reaction_s=2.0)


def put(
    where: ShipSetup,
    kind: str,
    stance: str,
    slot: int,
    x_mm: float | None = None,
    on: Snapshot = EMPTY,
    wander: Wander = steady,
    **more: Any,
) -> Loading:
    """One attempt, carried out to its end; in the middle of the slot if nothing else is said."""
    place = where.ship.slot(slot)
    x = middle_of(place, where.pieces[kind].stances[stance]) if x_mm is None else x_mm
    action = LoadAction(name="placed", kind=kind, stance=stance, slot=slot, x_mm=x, **{"lag_s": 0.0, **more})
    loading = Loading(ShipWorld(where, on), action, wander)
    loading.run()
    return loading


def loaded(where: ShipSetup, cargo: str) -> Snapshot:
    return load(where, parse_cargo(cargo, where))


# ------------------------------------------------------------------------------------------ pieces at rest


@pytest.mark.parametrize("slot", SLOTS)
def test_a_sailor_hangs_from_the_end_of_the_wood(slot: int) -> None:
    where = setup()
    side = where.ship.slot(slot).side
    stance = "hanging_starboard" if side > 0 else "hanging_port"
    loading = put(where, "sailor", stance, slot)
    result = loading.result()
    assert result.settled
    assert not result.fallen
    assert result.aboard == {slot: ("placed",)}
    x, y, angle = places(loading.world)["placed"]
    surface = where.ship.slot(slot).surface_mm
    assert y < surface, "its weight is below the wood"
    assert abs(x) > abs(where.ship.slot(slot).centre_mm)
    assert abs(angle) < math.radians(20)
    run(loading.world, 20)
    assert math.dist((x, y), places(loading.world)["placed"][:2]) < 0.5


def test_every_stance_of_every_piece_stands_on_a_level_deck() -> None:
    # A ship that cannot turn, so that only the piece itself is judged.
    still = setup(pivot_coulomb_s2=1e4)
    for kind, piece in still.pieces.items():
        for name, stance in piece.stances.items():
            if stance.edge_mm is not None:
                continue
            slot = still.ship.slot(3)
            world = ShipWorld(still, aboard(resting(still, "it", kind, name, slot, slot.centre_mm)))
            before = places(world)["it"]
            run(world, 5)
            after = places(world)["it"]
            assert math.dist(before[:2], after[:2]) < 0.3, f"{kind} {name} does not stay"
            assert abs(after[2] - before[2]) < math.radians(1), f"{kind} {name} does not stand"


def test_a_barrel_on_its_side_rolls_off_a_heeled_deck_and_an_upright_one_stays() -> None:
    where = setup(pivot_viscous_per_s=0.0, pivot_coulomb_s2=1e4)
    slot = where.ship.slot(4)
    for stance, stays in (("rolling", False), ("upright", True)):
        cargo = aboard(resting(where, "it", "barrel", stance, slot, slot.centre_mm))
        world = ShipWorld(where, heeled(ShipWorld(where, cargo).snapshot(), math.radians(6)))
        before = places(world)["it"]
        run(world, 0.3)
        halfway = places(world)["it"]
        run(world, 4)
        if stays:
            assert farthest({"it": before}, places(world)) < 0.5
        else:
            rolled, turned = halfway[0] - before[0], halfway[2] - before[2]
            assert rolled > 3
            assert -turned == pytest.approx(rolled / 9.0, rel=0.05), "it rolls, and does not slide"
            assert world.touches.ground


def test_rolling_friction_holds_a_barrel_on_a_slope_below_its_lever() -> None:
    """It rolls where tan(heel) > b / r: 0.25 mm / 9 mm is 1.6 degrees."""
    where = setup(pivot_viscous_per_s=0.0, pivot_coulomb_s2=1e4)
    slot = where.ship.slot(3)
    cargo = aboard(resting(where, "it", "barrel", "rolling", slot, slot.centre_mm))
    for heel_deg, rolls in ((1.2, False), (2.0, True)):
        world = ShipWorld(where, heeled(ShipWorld(where, cargo).snapshot(), math.radians(heel_deg)))
        before = places(world)
        run(world, 1)
        assert (farthest(before, places(world)) > 2) == rolls


def test_a_plank_slides_and_drags_what_lies_on_it() -> None:
    where = setup(pivot_viscous_per_s=0.0, pivot_coulomb_s2=1e4)
    slot = where.ship.slot(4)
    plank = resting(where, "plank", "plank", "flat", slot, 30.0)
    chest = resting(where, "chest", "chest", "upright", slot, 30.0, seat_mm=slot.surface_mm + 5.0)
    start = ShipWorld(where, aboard(plank, chest)).snapshot()
    world = ShipWorld(where, heeled(start, math.radians(20)))
    before = places(world)
    run(world, 0.16)
    after = places(world)
    moved = {name: after[name][0] - before[name][0] for name in before}
    assert moved["plank"] > 5
    assert moved["chest"] == pytest.approx(moved["plank"], abs=1.0), "the pile goes as one"


# ------------------------------------------------------------------------------------------ hands that place


@pytest.mark.slow
@pytest.mark.parametrize("slot", SLOTS)
def test_no_noise_puts_a_piece_into_another_slot(slot: int) -> None:
    where = setup()
    place = where.ship.slot(slot)
    stream = rng(7, "limits", slot)
    for kind in ("plank", "crate", "rat"):
        section = where.pieces[kind].forms["side"]
        for _ in range(6):
            x, turn = place.centre_mm + float(stream.normal(0, 40)), float(stream.normal(0, 0.15))
            action = LoadAction("placed", kind, next(iter(where.pieces[kind].stances)), slot, x, angle_rad=turn)
            sway = float(stream.uniform(0.5, 1.5))
            loading = Loading(ShipWorld(where), action, lambda t, a=sway: (a * math.sin(60 * t), 0.0, 0.0))
            while loading.hand is not None:
                held = places(loading.world)["placed"]
                loading.tick()
            left, _, right, _ = section.extent(held[2])
            assert place.left_mm - 0.5 <= held[0] + left
            assert held[0] + right <= place.right_mm + 0.5


def test_a_piece_too_wide_for_its_slot_goes_to_its_middle() -> None:
    where = setup(**{**ROW, "hull_width_mm": 160.0})
    slot, section = where.ship.slot(3), where.pieces["plank"].forms["side"]
    left, _, right, _ = section.extent(0.0)
    assert right - left > slot.right_mm - slot.left_mm
    middle = within_limits(slot, section, 0.0, 500.0)
    assert middle == pytest.approx((slot.left_mm + slot.right_mm) / 2)


def test_the_held_piece_pushes_what_is_in_its_way() -> None:
    """A hand that moves sideways as it comes down shoves the rat aside, on a deck without a row beside it."""
    where = setup(deck_rows=1)
    slot = where.ship.slot(4)
    rat = resting(where, "rat", "rat", "flat", slot, 30.0)
    on = ShipWorld(where, aboard(rat)).snapshot()

    def shove(t: float) -> tuple[float, float, float]:
        return (-40.0 * min(1.0, t / 0.25), 0.0, 0.0)

    loading = put(where, "crate", "upright", 4, 60.0, on, shove, open_height_mm=0.0, lowering_speed_mm_s=45.0)
    moved = places(loading.world)["rat"][0] - 30.0
    assert moved < -2


def test_pressing_below_contact_is_no_more_than_the_fingers_can_bear() -> None:
    where = setup()
    free = put(where, "crate", "upright", 3)
    pressed = put(where, "crate", "upright", 3, open_height_mm=-5.0, press_force_mn=50.0)
    assert not pressed.result().fallen
    assert math.dist(places(free.world)["placed"][:2], places(pressed.world)["placed"][:2]) < 0.5


def test_a_piece_dropped_from_high_up_lands_where_it_was_dropped() -> None:
    where = setup()
    loading = put(where, "crate", "upright", 3, open_height_mm=8.0)
    assert loading.result().released_s == pytest.approx((14 - 8) / 50, abs=0.03)
    assert places(loading.world)["placed"][0] == pytest.approx(where.ship.slot(3).centre_mm, abs=1.0)


def test_a_piece_is_let_go_on_the_wood_of_a_yard_that_lies_askew() -> None:
    where = setup()
    on = loaded(where, "5:crate")
    askew = ShipWorld(where, on).yards[0].angle - on.hull.angle
    assert 78 * math.tan(askew) > 5, "the yard was meant to lie low at its end"
    action = LoadAction("placed", "barrel", "upright", 5, -78.0, lag_s=0.0)
    loading = Loading(ShipWorld(where, on), action, steady)
    while loading.hand is not None:
        before = places(loading.world)["placed"][1]
        loading.tick()
    run(loading.world, 0.1)
    assert before - places(loading.world)["placed"][1] < 1.5, "it was let fall from above the wood"


def test_where_nothing_is_free_the_attempt_ends_outside() -> None:
    """A column of planks as wide as the slot, up to the next yard."""
    where = setup(yard_stop_deg=0.0, low_yard_length_mm=100.0, middle_yard_length_mm=90.0, top_yard_length_mm=80.0)
    slot = where.ship.slot(7)
    pile = []
    height = slot.surface_mm
    while height + 5 < slot.ceiling_mm:
        pile.append(resting(where, f"plank{len(pile)}", "plank", "flat", slot, slot.centre_mm, seat_mm=height))
        height += 5.0
    still = {"pivot_viscous_per_s": 0.0, "pivot_coulomb_s2": 1e4}
    on = ShipWorld(where, aboard(*pile)).snapshot()
    loading = put(replace(where, ship=setup(**{**_measures(where), **still}).ship), "crate", "upright", 7, on=on)
    result = loading.result()
    assert result.fallen == ("placed",)
    assert len(result.aboard[7]) == len(pile)


def _measures(where: ShipSetup) -> dict[str, float]:
    return dict(where.ship.measures.model_dump())


# ------------------------------------------------------------------------------------------ hands that catch


def over_the_edge(where: ShipSetup, catch: CatchAction | None) -> Loading:
    """A chest set down so far out that it must tip over the side."""
    return put(where, "chest", "upright", 4, where.ship.deck_ends_mm[1] + 4.0, catch=catch)


def test_what_nobody_catches_falls() -> None:
    result = over_the_edge(setup(), None).result()
    assert result.fallen == ("placed",)
    assert not result.caught
    assert result.settled


def test_quick_hands_catch_what_slow_hands_lose() -> None:
    where = setup()
    quick, slow = over_the_edge(where, QUICK).result(), over_the_edge(where, SLOW).result()
    assert quick.caught == ("placed",)
    assert not quick.fallen
    assert slow.fallen == ("placed",)
    assert not slow.caught


@dataclass(frozen=True)
class Waiting:
    """A rat put down. seen: which palms were where (x, mm), each from a time (s) on. due_s: when a hand that let go can
    be where the palm to port waits, and to starboard. away_mm: how far from the mast palms wait.
    """

    released_s: float
    seen: list[tuple[float, list[float]]]
    due_s: list[float]
    away_mm: float


def waiting(slot: int, hands: int = 1) -> Waiting:
    where = setup()
    x = middle_of(where.ship.slot(slot), where.pieces["rat"].stances["flat"])
    catch = CatchAction(0.3, 0.1, 0.13, 2500.0, 80.0)
    loading = Loading(ShipWorld(where), LoadAction("placed", "rat", "flat", slot, x, catch=catch, hands=hands), steady)
    seen: list[tuple[float, list[float]]] = []
    while not loading.done:
        found = [palm.x for palm in loading.catchers.poses()]
        if not seen or seen[-1][1] != found:
            seen.append((loading.world.time_s, found))
        at = None if loading.hand is None else loading.hand.pose()
        loading.tick()
        if at is not None and loading.hand is None:
            left = at
    away = where.ship.half_beam_mm + 70.0
    places = [(side * away, -PALM_BELOW_MM) for side in (-1, 1)]
    # Fitts's law: 0.1 s and 0.13 s a bit to a palm's width.
    needs = [0.1 + 0.13 * math.log2(math.dist((left.x, left.y), place) / 80.0 + 1.0) for place in places]
    return Waiting(loading.released_s, seen, [loading.released_s + need for need in needs], away)


@pytest.mark.parametrize(("slot", "side"), [(4, 1), (3, -1), (10, 1), (9, -1)])
def test_the_hand_that_loads_waits_to_catch_only_after_it_has_let_go(slot: int, side: int) -> None:
    found = waiting(slot)
    away, due_s = found.away_mm, found.due_s[side > 0]
    assert [palms for _, palms in found.seen] == [[-side * away], [-away, away]]
    assert due_s > found.released_s + 0.2
    assert due_s <= found.seen[1][0] <= due_s + 2.0 / 120


def test_who_holds_a_piece_with_both_hands_catches_nothing_at_first() -> None:
    found = waiting(10, hands=2)
    away = found.away_mm
    assert [palms for _, palms in found.seen] == [[], [away], [-away, away]], "the nearer hand is there first"
    for (since_s, _), due_s in zip(found.seen[1:], found.due_s[::-1], strict=True):
        assert due_s <= since_s <= due_s + 2.0 / 120


@pytest.mark.parametrize("out_mm", [2.0, 3.0, 4.0, 5.0])
def test_what_slides_off_can_be_caught_from_the_tick_on_in_which_it_is_off(out_mm: float) -> None:
    """Looked for at every third tick alone, it would hang on when it falls whether a palm meets it in time."""
    where = setup()
    action = LoadAction("placed", "chest", "upright", 4, where.ship.deck_ends_mm[1] + out_mm, lag_s=0.0)
    loading, off_s = Loading(ShipWorld(where), action, steady), math.inf
    world = loading.world
    while not loading.done and math.isinf(off_s):
        loading.tick()
        cargo = world.cargo["placed"]
        _, y = world.to_ship(cargo.body.position)
        top = y + cargo.section.extent(cargo.body.angle - world.hull.angle)[3]
        if top < where.ship.measures.hull_height_mm and not touches(cargo.body):
            off_s = world.time_s
    assert [m.time_s for m in loading.moments if m.what == "slips"] == [off_s]


def test_hands_let_fall_what_they_mean_to_spare() -> None:
    result = over_the_edge(setup(), replace(QUICK, spare=("placed",))).result()
    assert result.fallen == ("placed",)
    assert result.settled


def torn_from_the_hand(out_mm: float, depth_mm: float, catch: CatchAction | None = None) -> Loading:
    """A trembling hand takes a rat overboard, so far out and down, and would hold it for a second longer."""
    where = setup()

    def overboard(t: float) -> tuple[float, float, float]:
        return out_mm * min(t / 0.2, 1.0), -depth_mm * min(max(t / 0.2 - 1.0, 0.0), 1.0), 0.0

    x = where.ship.slot(4).centre_mm
    action = LoadAction("placed", "rat", "flat", 4, x, lowering_speed_mm_s=10.0, lag_s=0.0, catch=catch)
    return Loading(ShipWorld(where), action, overboard)


@pytest.mark.parametrize(("depth_mm", "leaves"), [(60.0, "slips"), (110.0, "slips"), (110.0, "falls")])
def test_a_piece_torn_from_the_hand_counts_as_let_go_where_it_leaves_the_ship(depth_mm: float, leaves: str) -> None:
    loading = torn_from_the_hand(55.0, depth_mm)
    if leaves == "falls":
        # As when the waves are met before anybody looks: while a hand holds a piece, every third tick is looked at.
        loading._hangs_loose = lambda piece: False
    result = loading.run()
    told = [moment.what for moment in loading.moments]
    assert told.index("releases") == told.index(leaves) - 1
    assert result.fallen == ("placed",)
    assert result.released_s == next(moment.time_s for moment in loading.moments if moment.what == leaves)
    assert result.released_s < 1.0, "the hand would have held it longer"
    assert not loading.world.cargo


def test_a_piece_torn_from_the_hand_can_be_caught() -> None:
    loading = torn_from_the_hand(135.0, 110.0, QUICK)
    result = loading.run()
    told = [moment.what for moment in loading.moments]
    assert told[:3] == ["lowers", "releases", "slips"]
    assert (result.caught, result.fallen) == (("placed",), ())


def test_no_attempt_is_left_hanging_in_the_hands() -> None:
    """Avalanches on both sides, with hands that come and go: nothing is both lost and caught, and all comes to rest."""
    where = setup()
    on = loaded(where, "1:crate,4:crate,9:chest,10:chest,5:rat,6:rat")
    for seed in range(12):
        stream = rng(seed, "avalanche")
        catch = replace(
            QUICK, reaction_s=float(stream.uniform(0.1, 0.5)), end_error_mm=tuple(stream.normal(0, 20, 2).tolist())
        )
        x = float(stream.uniform(20, 50))
        result = put(where, "crate", "upright", 10, x, on, angle_rad=float(stream.normal(0, 0.3)), catch=catch).result()
        assert result.settled
        assert not set(result.fallen) & set(result.caught)
        everything = {c.name for c in on.cargo} | {"placed"}
        still = {name for names in result.aboard.values() for name in names}
        assert still | set(result.fallen) | set(result.caught) == everything
        assert len(still) + len(result.fallen) + len(result.caught) == len(everything)


# ------------------------------------------------------------------------------------------ the outcome


def test_advancing_is_ticking_up_to_the_next_thing_to_tell() -> None:
    """However many ticks are asked for, they end with the one that tells something, and the end is the same."""

    def begun() -> Loading:
        where = setup()
        action = LoadAction("placed", "chest", "upright", 4, where.ship.deck_ends_mm[1] + 4.0, lag_s=0.0, catch=SLOW)
        return Loading(ShipWorld(where), action, steady)

    ticked, advanced = begun(), begun()
    ticked.run()
    ticks = 0
    while not advanced.done:
        told = len(advanced.moments)
        count = advanced.advance(100)
        assert 1 <= count <= 100
        ticks += count
        assert len(advanced.moments) > told or count == 100
        # Nothing that was told before the last of these ticks was passed over.
        assert all(m.time_s >= (ticks - 1) / 120 - 1e-9 for m in advanced.moments[told:])
    assert advanced.advance(100) == 0
    assert advanced.moments == ticked.moments
    assert {m.what for m in advanced.moments} >= {"lowers", "releases", "falls", "settled"}
    assert advanced.result() == ticked.result()
    assert advanced.world.snapshot() == ticked.world.snapshot()


def test_what_does_not_settle_is_reported() -> None:
    loading_world = ShipWorld(setup(pivot_viscous_per_s=0.0, pivot_coulomb_s2=0.0))
    action = LoadAction("placed", "crate", "upright", 10, 40.0, lag_s=0.0)
    loading = Loading(loading_world, action, steady, cap_s=0.5)
    result = loading.run()
    assert not result.settled
    assert result.duration_s == pytest.approx(result.released_s + 0.5, abs=0.05)
    assert loading.moments[-1].what == "unsettled"


def test_a_piece_that_slides_is_told_where_it_lies_afterwards() -> None:
    where = setup()
    loading = put(where, "rat", "flat", 3, on=loaded(where, "2:chest,7:rat"))
    assert loading.result().aboard == {2: ("chest-1",), 3: ("placed",), 7: ("rat-2",)}
    snapshot = loading.world.snapshot()
    moved = tuple(replace(c, pose=replace(c.pose, x=25.0)) if c.name == "placed" else c for c in snapshot.cargo)
    world = ShipWorld(where, replace(snapshot, cargo=moved))
    run(world, 0.5)
    assert pieces_by_slot(world) == {2: ("chest-1",), 4: ("placed",), 7: ("rat-2",)}


def test_a_stack_belongs_to_what_carries_it_and_is_told_from_below() -> None:
    where = setup()
    slot = where.ship.slot(3)
    pile = [
        resting(where, f"plank{i}", "plank", "flat", slot, -29.0, seat_mm=slot.surface_mm + 5.0 * i) for i in range(12)
    ]
    world = ShipWorld(where, aboard(*reversed(pile)))
    run(world, 0.5)
    assert pieces_by_slot(world) == {3: tuple(f"plank{i}" for i in range(12))}, "though it reaches the low yard"


def test_an_action_is_plain_data() -> None:
    action = LoadAction("placed", "rat", "flat", 9, -30.0, 0.1, 1.5, catch=replace(QUICK, spare=("placed",)))
    assert LoadAction.from_json(json.loads(json.dumps(action.to_json()))) == action


def test_the_same_action_has_the_same_outcome() -> None:
    where = setup()
    on = loaded(where, "9:crate,10:crate,5:rat")

    def outcome() -> str:
        loading = put(where, "chest", "upright", 10, 44.0, on, angle_rad=0.1, catch=QUICK)
        result = loading.result()
        return digest([loading.world.snapshot().to_json(), result.fallen, result.caught, result.duration_s])

    assert outcome() == outcome()


MIRRORED_SLOT = {1: 2, 2: 1, 3: 4, 4: 3, 5: 6, 6: 5, 7: 8, 8: 7, 9: 10, 10: 9}
MIRRORED_STANCE = {"hanging_port": "hanging_starboard", "hanging_starboard": "hanging_port"}


@pytest.mark.parametrize(
    ("kind", "slot", "offset_mm", "turn_rad", "catch"),
    [
        ("crate", 10, 0.0, 0.05, None),
        ("sailor", 8, 0.0, 0.02, None),
        ("bottle", 6, 12.0, -0.04, None),
        ("chest", 4, 19.0, 0.0, QUICK),
        ("boat", 3, -6.0, 0.1, None),
    ],
)
def test_a_mirrored_action_has_the_mirrored_outcome(
    kind: str, slot: int, offset_mm: float, turn_rad: float, catch: CatchAction | None
) -> None:
    where = setup()
    on = loaded(where, "2:chest,1:crate,5:boat,7:sailor")

    def tremor(t: float) -> tuple[float, float, float]:
        return (0.4 * math.sin(60 * t), 0.3 * math.sin(55 * t + 1), 0.004 * math.sin(58 * t))

    def mirrored_tremor(t: float) -> tuple[float, float, float]:
        dx, dy, turn = tremor(t)
        return (-dx, dy, -turn)

    stance = usual_stance(where, kind, where.ship.slot(slot))
    x = middle_of(where.ship.slot(slot), stance) + offset_mm
    other_stance = MIRRORED_STANCE.get(stance.name, stance.name)
    noise = {"open_height_mm": 1.0, "lag_s": 0.15, "catch": catch}
    one = put(where, kind, stance.name, slot, x, on, tremor, angle_rad=turn_rad, **noise)
    other = put(
        where,
        kind,
        other_stance,
        MIRRORED_SLOT[slot],
        -x,
        mirrored(where, on),
        mirrored_tremor,
        angle_rad=-turn_rad,
        **noise,
    )
    a, b = one.result(), other.result()
    assert sorted(a.fallen) == sorted(b.fallen)
    assert sorted(a.caught) == sorted(b.caught)
    assert {MIRRORED_SLOT[number]: sorted(names) for number, names in a.aboard.items()} == {
        number: sorted(names) for number, names in b.aboard.items()
    }
    left, right = places(one.world), places(other.world)
    for name, (px, py, angle) in left.items():
        assert (px, py) == pytest.approx((-right[name][0], right[name][1]), abs=1.0)
        assert angle == pytest.approx(-right[name][2], abs=math.radians(2))
