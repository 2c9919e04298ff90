from pig import rules
from sim.referee import Vocabulary
from sim.rules_frame import spell
from sim.spec import BotsPart, GameSpec

BOTS = BotsPart(("careful", "bold"), {"child": "careful", "casual": "careful", "skilled": "bold"})
VOCABULARY = Vocabulary({"setup": rules.Setup, "roll": rules.Roll, "hold": rules.Hold}, rules.apply, spell)
SPEC = GameSpec(
    "pig",
    "Pig",
    counts=(2, 3, 4),
    usual_seats=2,
    match="pig.match:PART",
    bots="pig.spec:BOTS",
    metrics="pig.metrics:PART",
    referee="pig.spec:VOCABULARY",
)
