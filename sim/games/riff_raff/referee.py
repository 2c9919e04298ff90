"""The lines of the referee for Riff Raff.

{"do":"setup","players":["ann","bob","cem"],"captain":"ann"}          2-4 names, clockwise; captain before round 1
                                                                      "equipment" may follow: the pieces of a set and
                                                                      the ship's slots, the box as sold if left out:
 "equipment":{"pieces":{"crate":1,"whale":2},"deck_slots":4,"yards":4}
                                                                      and "agreed": the rules of the table, of which
                                                                      any may be left out that is as printed:
 "agreed":{"rounds":5,"cards":[5,6,7],"pieces_a_turn":3,"pieces_on":"yard","catches":"nobody","caught":"falls"}
{"do":"reveal","cards":{"ann":7,"bob":9,"cem":7}}                     all players at once
{"do":"name_captain","captain":"bob"}                                 by the outgoing captain, if highest cards tie
{"do":"arrange","order":["bob","ann","cem"]}                          by the new captain, if others hold equal cards
{"do":"announce","count":2}                                           optional
{"do":"load","piece":"crate","placed":"stays"|"lost"|"caught","lost":[{"piece":"rat","slot":7}],"caught":[...],
 "ship":{"7":["crate"]}}                                              lost, caught and ship may be left out
"""

from __future__ import annotations

from sim.games.riff_raff import rules
from sim.referee import Vocabulary
from sim.wire import words_of

VOCABULARY: Vocabulary[rules.State, rules.Action] = Vocabulary(
    lines=words_of(rules.Action),
    apply=rules.apply,
    to_json=rules.to_json,
    in_force=lambda state: rules.STANDARD if state is None else state.equipment,
)
