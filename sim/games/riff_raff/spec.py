"""Riff Raff as Yardarm knows it."""

from sim.spec import GameSpec

SPEC = GameSpec(
    "riff-raff",
    "Riff Raff",
    counts=(2, 3, 4),
    usual_seats=4,
    match="sim.games.riff_raff.match:PART",
    configuration="sim.games.riff_raff.configuration:PART",
    bots="sim.games.riff_raff.bots:PART",
    metrics="sim.games.riff_raff.metrics:PART",
    referee="sim.games.riff_raff.referee:VOCABULARY",
    ladder="sim.games.riff_raff.metrics:LADDER",
    practice="sim.games.riff_raff.match.practice:Practice",
    prototype="sim.games.riff_raff.workshop.prototype:ShipPrototype",
    rules="sim.games.riff_raff.rules",
    conformance="sim.games.riff_raff.match:CONFORMANCE",
    reports="calibration.games.riff_raff.reports:REPORTS",
    measuring="calibration.games.riff_raff.measuring:MEASURING",
)
