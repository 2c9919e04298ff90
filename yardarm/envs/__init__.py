"""Environments for reinforcement learning: Gymnasium's, registered as `Yardarm/NAME-vN` by this import.

`import yardarm.envs` and then `gymnasium.make("Yardarm/RiffRaffPlace-v0")`, or both at once:
`gymnasium.make("yardarm.envs:Yardarm/RiffRaffPlace-v0")`. Those of PettingZoo are modules of this package. All need the
extra `rl`, which `import yardarm` never loads. docs/reference/environments.md has a section on each.
"""

from __future__ import annotations

try:
    from gymnasium import register, registry
except ModuleNotFoundError as missing:
    raise ImportError(f"yardarm.envs needs {missing.name}, which is not installed: pip install '.[rl]'.") from None

from yardarm.rooms import check_rooms

NAMESPACE = "Yardarm"
check_rooms()

from sim.spec import entries  # noqa: E402 - only where `sim` is known to be ours

ENTRY_POINTS = {name: entry.value for name, entry in entries("yardarm.environments").items()}
"""The class of each of Gymnasium's environments, by its name with the version."""

for _name, _entry_point in ENTRY_POINTS.items():
    if f"{NAMESPACE}/{_name}" not in registry:
        register(f"{NAMESPACE}/{_name}", entry_point=_entry_point, vector_entry_point=f"yardarm.envs.vectors:{_name}")
