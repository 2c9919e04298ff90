"""Zack! as Yardarm knows it."""

from sim.spec import GameSpec

SPEC = GameSpec(
    "zack",
    "Zack!",
    counts=(3, 4, 5, 6),
    usual_seats=4,
    match="sim.games.zack.match:PART",
    configuration="sim.games.zack.configuration:PART",
    bots="sim.games.zack.bots:PART",
    metrics="sim.games.zack.metrics:PART",
    referee="sim.games.zack.referee:VOCABULARY",
    ladder="sim.games.zack.metrics:LADDER",
    practice="sim.games.zack.match.practice:Practice",
    prototype="sim.games.zack.workshop.prototype:BowlPrototype",
    rules="sim.games.zack.rules",
    start="sim.games.zack.deck:start",
    conformance="sim.games.zack.match:CONFORMANCE",
    reports="calibration.games.zack.reports:REPORTS",
    measuring="calibration.games.zack.measuring:MEASURING",
)
