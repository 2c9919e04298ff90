"""ZIGZAG as Yardarm knows it."""

from sim.spec import GameSpec

SPEC = GameSpec(
    "zigzag",
    "ZIGZAG",
    counts=(4, 6),
    usual_seats=4,
    match="sim.games.zigzag.match:PART",
    configuration="sim.games.zigzag.configuration:PART",
    bots="sim.games.zigzag.bots:PART",
    metrics="sim.games.zigzag.metrics:PART",
    referee="sim.games.zigzag.referee:VOCABULARY",
    ladder="sim.games.zigzag.metrics:LADDER",
    practice="sim.games.zigzag.match.practice:Practice",
    rules="sim.games.zigzag.rules",
    start="sim.games.zigzag.box:start",
    conformance="sim.games.zigzag.match:CONFORMANCE",
)
