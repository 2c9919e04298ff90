"""Instruments that measure speed: `python -m benchmarks`; and against a peer, `benchmarks.peer` and `benchmarks.free`.

The peer is MuJoCo, an optional requirement (benchmarks/requirements.txt): the same ship, the same cargo, the same
placements in both engines, in the plane or, with `benchmarks.free`, free in space. Nothing outside this folder imports
it.
"""

from sim.threads import one_thread_each

one_thread_each()  # as in the command, before anything here imports numpy
