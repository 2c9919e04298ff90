"""The lines of ZIGZAG, in the order in which things happen: docs/reference/referee.md says what each does.

{"do":"setup","seats":["ann","bob","cem","dora"],"deck":["water.blue.none", ...],"level":1}    and options, see there
{"do":"signs","team":0,"zig":"ear","zag":"nose"}                  {"do":"deal","pile":[...],"number":7}
{"do":"next_hand"}                                                {"do":"discard","player":"ann","card":"joker"}
{"do":"pick_up","player":"ann"}                                   {"do":"take","player":"ann","card":"joker"}
{"do":"draw","player":"ann"}                                      {"do":"pass","player":"ann"}
{"do":"play","player":"ann","card":"steal","target":"bob"}        {"do":"sign","player":"ann","sign":"ear"}
{"do":"cancel","player":"bob","target":"bob","card":"steal"}      {"do":"resolve","card":"joker"}
{"do":"assign","player":"ann","cards":{"bob":"joker", ...}}       {"do":"look","player":"ann","target":"bob"}
{"do":"time_up"}                                                  {"do":"shuffle","pile":[...]}
{"do":"announce","player":"ann","call":"double_zig"}              {"do":"verify"}
{"do":"tick","player":"ann","level":1,"box":"zag"}                {"do":"contre","player":"bob","team":0}
{"do":"show","player":"ann","cards":["joker","z"]}
"""

from __future__ import annotations

from sim.games.zigzag import rules
from sim.referee import Vocabulary
from sim.wire import words_of

VOCABULARY: Vocabulary[rules.State, rules.Action] = Vocabulary(
    lines=words_of(rules.Action),
    apply=rules.apply,
    to_json=rules.to_json,
)
