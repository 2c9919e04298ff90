"""One experiment, many times: `place`, `throw`, `sway`; and the `slots` to place on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.options import PlaceOptions, SwayOptions, ThrowOptions
from yardarm.configurations import Config, configured
from yardarm.words import Profile, checked_as

if TYPE_CHECKING:
    from sim.games.riff_raff.cargo import Cargo
    from sim.lab.place import Placements
    from sim.lab.sway import Swayed
    from sim.lab.throw import Throws
    from sim.physics.ship.measures import Slot


@checked_as(PlaceOptions, hands="player")
def place(
    slot: int,
    piece: str,
    hands: str = "casual",
    *,
    stance: str | None = None,
    offset_mm: float = 0.0,
    cargo: Cargo = None,
    aboard: int | None = None,
    trials: int = 400,
    seed: int = 1,
    config: Config = None,
    profile: Profile = "play",
) -> Placements:
    """Place a piece of Riff Raff on a slot many times, each under noise of its own, and count what falls.

    hands: a skill profile. stance: None for the usual one. offset_mm: from the middle of the slot to starboard. cargo:
    what lies aboard before, as `7:rat,10:crate`, `["7:rat", "10:crate"]` or `{7: "rat", 10: "crate"}`; or aboard: how
    many pieces, laid there as for practice. config: a preset or what differs from the shipped values. Raises
    InputError.

        >>> import yardarm as ya
        >>> ya.place(10, "crate", trials=2, profile="draft").trials
        2
    """
    from sim.games.riff_raff.configuration import RiffRaffConfiguration
    from sim.lab.place import placed

    found = configured("riff-raff", config, profile)
    assert isinstance(found, RiffRaffConfiguration)
    return placed(
        found,
        slot,
        piece,
        hands,
        stance=stance,
        offset_mm=offset_mm,
        cargo=cargo,
        aboard=aboard,
        trials=trials,
        seed=seed,
    )


@checked_as(ThrowOptions, hands="player")
def throw(
    distance_mm: float = 400.0,
    hands: str = "casual",
    *,
    cards_in_bowl: int = 0,
    trials: int = 400,
    seed: int = 1,
    config: Config = None,
    profile: Profile = "play",
) -> Throws:
    """Throw a card of Zack! at the bowl many times, from both sides in turn, and count what lies in it.

    distance_mm: from the bowl's middle to the hand. hands: a skill profile. cards_in_bowl: what lies there already;
    trials share such bowls, and the intervals are those of a sample of bowls. config: a preset or what differs from the
    shipped values. Raises InputError.

        >>> import yardarm as ya
        >>> ya.throw(450, "child", trials=2, profile="draft").to_json()["trials"]
        2
    """
    from sim.games.zack.configuration import ZackConfiguration
    from sim.lab.throw import thrown

    found = configured("zack", config, profile)
    assert isinstance(found, ZackConfiguration)
    return thrown(found, distance_mm, hands, cards_in_bowl=cards_in_bowl, trials=trials, seed=seed)


@checked_as(SwayOptions)
def sway(
    start_deg: float = 10.0,
    *,
    duration_s: float = 20.0,
    cargo: Cargo = None,
    config: Config = None,
    profile: Profile = "play",
) -> Swayed:
    """Heel the ship of Riff Raff to `start_deg`, let her go, and measure how she swings.

    start_deg: positive to starboard. cargo: what lies aboard, as for `place`. config: a preset or what differs
    from the shipped values. Raises InputError.

        >>> import yardarm as ya
        >>> ya.sway(8.0, duration_s=3.0, profile="draft").swings.period_s > 0.5
        True
    """
    from sim.games.riff_raff.configuration import RiffRaffConfiguration
    from sim.lab.sway import swayed

    found = configured("riff-raff", config, profile)
    assert isinstance(found, RiffRaffConfiguration)
    return swayed(found, start_deg, duration_s=duration_s, cargo=cargo)


def slots(config: Config = None) -> tuple[Slot, ...]:
    """Return the slots of Riff Raff's ship, as `place` numbers them. Raises InputError.

    For example:

        >>> import yardarm as ya
        >>> [slot.number for slot in ya.slots() if slot.yard is not None]
        [5, 6, 7, 8, 9, 10]
    """
    from sim.games.riff_raff.configuration import RiffRaffConfiguration

    found = configured("riff-raff", config, "play")
    assert isinstance(found, RiffRaffConfiguration)
    return found.setup.ship.slots
