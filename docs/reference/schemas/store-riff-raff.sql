-- A store of Riff Raff (`simulate --out`): a SQLite file.

CREATE TABLE runs ("run" TEXT, "game" TEXT, "seed" INTEGER, "players" TEXT, "profile" TEXT, "configuration" TEXT, "asked" INTEGER, "until" TEXT, "stopped" INTEGER, "versions" TEXT, "tree" TEXT, "digest" TEXT, PRIMARY KEY ("run")) WITHOUT ROWID;

-- A match.
--
-- index: in the batch; seed: derived from the run's seed and the index. rounds: rounds begun. simulated_s: the match
-- time at the end. ending: emptied or cards_spent. attempts, turns, falls (attempts in which anything fell),
-- pieces_fallen, pieces_caught, unsettled: sums over its attempts. lead_changes, drama, decided_at: of the standing
-- after every turn (sim/batch/rows.py). pieces_left, victory: by seat; the victory is 1 shared equally by the
-- winners.
CREATE TABLE matches ("run" TEXT, "match" INTEGER, "status" TEXT, "seed" INTEGER, "rounds" INTEGER, "simulated_s" REAL, "ending" TEXT, "attempts" INTEGER, "turns" INTEGER, "falls" INTEGER, "pieces_fallen" INTEGER, "pieces_caught" INTEGER, "unsettled" INTEGER, "lead_changes" INTEGER, "drama" REAL, "decided_at" REAL, "pieces_left_1" INTEGER, "pieces_left_2" INTEGER, "pieces_left_3" INTEGER, "pieces_left_4" INTEGER, "pieces_left_5" INTEGER, "pieces_left_6" INTEGER, "victory_1" REAL, "victory_2" REAL, "victory_3" REAL, "victory_4" REAL, "victory_5" REAL, "victory_6" REAL, "error" TEXT, "digest" TEXT, PRIMARY KEY ("run", "match")) WITHOUT ROWID;

-- An attempt. A turn has one attempt, or as many as pieces were announced, up to the first at which anything falls.
--
-- A piece has fallen if it left the ship, whether a hand caught it or not.
--
-- match: index in the batch. attempt: 1, 2, ... within the match. round, turn: 1, 2, ...; `turn` in the order of play
-- of the round. seat: index round the table. announced: pieces announced for this turn. which: 1, 2, ... of them.
-- x_mm: the intended place. fate: of the piece being placed: stays, lost or caught. fell: whether any piece fell.
-- own_fell: whether the piece being placed did. pieces_fallen, pieces_caught: numbers of pieces that left the ship,
-- and of those among them that were caught, the piece being placed included. aboard_*, supply_*: numbers of pieces on
-- the ship, and in the player's supply. settled: False if the limit of simulated time ended the attempt. duration_s,
-- settle_s: the time of the attempt, and of it the time since the piece was let go. time_s: simulated time of the
-- match at the ruling. stirred: whether a piece that lay aboard before was seen to slide or tip
-- (sim/physics/ship/attempt.py); None in rows made of a record, which does not hold it.
CREATE TABLE turns ("run" TEXT, "match" INTEGER, "attempt" INTEGER, "round" INTEGER, "turn" INTEGER, "seat" INTEGER, "profile" TEXT, "strategy" TEXT, "slot" INTEGER, "piece" TEXT, "stance" TEXT, "x_mm" REAL, "announced" INTEGER, "which" INTEGER, "fate" TEXT, "fell" INTEGER, "own_fell" INTEGER, "pieces_fallen" INTEGER, "pieces_caught" INTEGER, "aboard_before" INTEGER, "aboard_after" INTEGER, "supply_before" INTEGER, "supply_after" INTEGER, "settled" INTEGER, "duration_s" REAL, "settle_s" REAL, "max_heel_rad" REAL, "time_s" REAL, "stirred" INTEGER, PRIMARY KEY ("run", "match", "attempt")) WITHOUT ROWID;

-- Made when there is something to keep in them.
CREATE TABLE answers ("run" TEXT, "match" INTEGER, "seat" INTEGER, "verdict" TEXT, "answers" INTEGER, "first" TEXT, PRIMARY KEY ("run", "match", "seat", "verdict")) WITHOUT ROWID;
CREATE TABLE records ("run" TEXT, "match" INTEGER, "lines" INTEGER, "sha256" TEXT, "answers" TEXT, PRIMARY KEY ("run", "match")) WITHOUT ROWID;
CREATE TABLE times ("run" TEXT, "match" INTEGER, "seat" INTEGER, "decisions" INTEGER, "processor_s" REAL, PRIMARY KEY ("run", "match", "seat")) WITHOUT ROWID;
CREATE TABLE links ("run" TEXT, "match" INTEGER, "place" INTEGER, "link" TEXT, PRIMARY KEY ("run", "match")) WITHOUT ROWID;
