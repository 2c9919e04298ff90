"""Environments for reinforcement learning: Gymnasium's, registered as `Yardarm/NAME-vN` by this import.

`import yardarm.envs` and then `gymnasium.make("Yardarm/RiffRaffPlace-v0")`, or both at once:
`gymnasium.make("yardarm.envs:Yardarm/RiffRaffPlace-v0")`. Those of PettingZoo are modules of this package. All need the
extra `rl`, which `import yardarm` never loads. docs/environments.md has a section on each.
"""

from __future__ import annotations

try:
    from gymnasium import register, registry
except ModuleNotFoundError as missing:
    raise ImportError(
        f"yardarm.envs needs {missing.name}, which is not installed: pip install 'yardarm[rl]'."
    ) from None

from yardarm.rooms import check_rooms

NAMESPACE = "Yardarm"
ENTRY_POINTS = {
    "RiffRaffHand-v0": "yardarm.envs.riff_raff_hand:RiffRaffHand",
    "RiffRaffPlace-v0": "yardarm.envs.riff_raff_place:RiffRaffPlace",
    "ZackThrow-v0": "yardarm.envs.zack_throw:ZackThrow",
}
"""The class of each of Gymnasium's environments, by its name with the version."""

check_rooms()
for _name, _entry_point in ENTRY_POINTS.items():
    if f"{NAMESPACE}/{_name}" not in registry:
        register(f"{NAMESPACE}/{_name}", entry_point=_entry_point)
