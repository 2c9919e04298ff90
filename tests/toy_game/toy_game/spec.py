"""The toy as the house knows it."""

from sim.spec import BotsPart, GameSpec

BOTS = BotsPart(("random", "clever"), {"child": "random", "casual": "clever", "skilled": "clever"})
SPEC = GameSpec(
    "toy",
    "Toy",
    counts=(2, 3, 4),
    usual_seats=2,
    match="toy_game.match:PART",
    bots="toy_game.spec:BOTS",
    referee="toy_game.referee:VOCABULARY",
)
