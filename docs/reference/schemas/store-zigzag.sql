-- A store of ZIGZAG (`simulate --out`): a SQLite file.

CREATE TABLE runs ("run" TEXT, "game" TEXT, "seed" INTEGER, "players" TEXT, "profile" TEXT, "configuration" TEXT, "asked" INTEGER, "until" TEXT, "stopped" INTEGER, "versions" TEXT, "tree" TEXT, "digest" TEXT, PRIMARY KEY ("run")) WITHOUT ROWID;

-- One match.
--
-- index: in the batch; seed: derived from the run's seed and it. simulated_s: how long it took the people. sets: that
-- were won; hands: that were dealt. stopped: the clock ended it before a sheet was complete. takes, contested, ties:
-- cards taken from the tapis, those for which several hands reached, those within 50 ms. signs, bluffs: made. powers:
-- special cards played. announced, right, contres, confirmed. lead_changes, drama, decided_at: of the standing in
-- open boxes (sim/batch/rows.py). boxes, victory: by seat.
CREATE TABLE matches ("run" TEXT, "match" INTEGER, "status" TEXT, "seed" INTEGER, "simulated_s" REAL, "sets" INTEGER, "hands" INTEGER, "stopped" INTEGER, "takes" INTEGER, "contested" INTEGER, "ties" INTEGER, "signs" INTEGER, "bluffs" INTEGER, "powers" INTEGER, "announced" INTEGER, "right" INTEGER, "contres" INTEGER, "confirmed" INTEGER, "lead_changes" INTEGER, "drama" REAL, "decided_at" REAL, "boxes_1" INTEGER, "boxes_2" INTEGER, "boxes_3" INTEGER, "boxes_4" INTEGER, "boxes_5" INTEGER, "boxes_6" INTEGER, "victory_1" REAL, "victory_2" REAL, "victory_3" REAL, "victory_4" REAL, "victory_5" REAL, "victory_6" REAL, "error" TEXT, "digest" TEXT, PRIMARY KEY ("run", "match")) WITHOUT ROWID;

-- One card taken from the tapis, one announcement or one CONTRE.
--
-- match: index in the batch. turn: 1, 2, ... within the match. set, hand: 1, 2, ... seat: of the player who acted.
-- kind: take, announce or contre. card: of a take. rivals: hands that reached for the same card at that moment.
-- gap_ms: how much later the nearest of them would have covered it, had no other hand been in its way (None: no rival,
-- or one that would have come down beside it). tie: within 50 ms. call: of an announcement. success: of an
-- announcement or a CONTRE that was judged. box: the box that was ticked for it, level:box. ended: it ended the set.
-- time_s, set_s: simulated time, of the match and since the set was dealt.
CREATE TABLE turns ("run" TEXT, "match" INTEGER, "turn" INTEGER, "set" INTEGER, "hand" INTEGER, "seat" INTEGER, "profile" TEXT, "strategy" TEXT, "kind" TEXT, "card" TEXT, "rivals" INTEGER, "gap_ms" REAL, "tie" INTEGER, "call" TEXT, "success" INTEGER, "box" TEXT, "ended" INTEGER, "time_s" REAL, "set_s" REAL, PRIMARY KEY ("run", "match", "turn")) WITHOUT ROWID;

-- Made when there is something to keep in them.
CREATE TABLE answers ("run" TEXT, "match" INTEGER, "seat" INTEGER, "verdict" TEXT, "answers" INTEGER, "first" TEXT, PRIMARY KEY ("run", "match", "seat", "verdict")) WITHOUT ROWID;
CREATE TABLE records ("run" TEXT, "match" INTEGER, "lines" INTEGER, "sha256" TEXT, "answers" TEXT, PRIMARY KEY ("run", "match")) WITHOUT ROWID;
CREATE TABLE times ("run" TEXT, "match" INTEGER, "seat" INTEGER, "decisions" INTEGER, "processor_s" REAL, PRIMARY KEY ("run", "match", "seat")) WITHOUT ROWID;
CREATE TABLE links ("run" TEXT, "match" INTEGER, "place" INTEGER, "link" TEXT, PRIMARY KEY ("run", "match")) WITHOUT ROWID;
