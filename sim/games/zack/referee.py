"""The lines of Zack!, in the order in which the cards lie in the bowl, lowest first.

{"do":"setup","seats":["anita","bernd","corinna"],"colours":{"anita":"red","bernd":"blue","corinna":"green"},
 "hands":{"anita":["R","circle:blue"], ...},"first":"anita","edition":"amigo"|"french","stop_cards":false}
{"do":"throw","player":"anita"}                                       her top card lands in the bowl
{"do":"miss","player":"anita"}                                        it lands beside; she still holds it. Without cards
                                                                      in hand it is her own colour card
{"do":"miss","player":"anita","card":"player"}                        the own colour card does, whatever else is held
{"do":"challenge","player":"corinna","target":"blue","reason":"slow"|"out_of_turn"}         lands in the bowl
{"do":"challenge_miss","player":"corinna","target":"blue","reason":"slow"|"out_of_turn"}    lands beside
{"do":"player_card","player":"anita"}                                 her own colour card lands in the bowl
{"do":"choose","colour":"red"}                                        after a choose card, by its thrower
{"do":"resume"}                                                       ends a stop (after a challenge or a stop card)
"""

from __future__ import annotations

from sim.games.zack import rules
from sim.referee import Vocabulary
from sim.wire import words_of

VOCABULARY: Vocabulary[rules.State, rules.Action] = Vocabulary(
    lines=words_of(rules.Action),
    apply=rules.apply,
    to_json=rules.to_json,
)
