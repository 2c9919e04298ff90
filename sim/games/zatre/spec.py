"""ZATRE as Yardarm knows it."""

from sim.spec import GameSpec

SPEC = GameSpec(
    "zatre",
    "ZATRE",
    counts=(2, 3, 4, 5, 6),
    usual_seats=4,
    match="sim.games.zatre.match:PART",
    configuration="sim.games.zatre.configuration:PART",
    bots="sim.games.zatre.bots:PART",
    metrics="sim.games.zatre.metrics:PART",
    referee="sim.games.zatre.referee:VOCABULARY",
    ladder="sim.games.zatre.metrics:LADDER",
    practice="sim.games.zatre.match.practice:Practice",
    rules="sim.games.zatre.rules",
    start="sim.games.zatre.rules:start",
    conformance="sim.games.zatre.match:CONFORMANCE",
)
