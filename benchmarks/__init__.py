"""Instruments that measure speed: `python -m benchmarks`; and against a peer, `python -m benchmarks.peer`.

The peer is MuJoCo, an optional requirement (benchmarks/requirements.txt): the same ship, the same cargo, the same
placements in both engines. Nothing outside this folder imports it.
"""

from sim.threads import one_thread_each

one_thread_each()  # as in the command, before anything here imports numpy
