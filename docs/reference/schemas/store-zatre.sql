-- A store of ZATRE (`simulate --out`): a SQLite file.

CREATE TABLE runs ("run" TEXT, "game" TEXT, "seed" INTEGER, "players" TEXT, "profile" TEXT, "configuration" TEXT, "asked" INTEGER, "until" TEXT, "stopped" INTEGER, "versions" TEXT, "tree" TEXT, "digest" TEXT, PRIMARY KEY ("run")) WITHOUT ROWID;

-- A match.
--
-- index: in the batch; seed: derived from the run's seed and the index. turns: played, the starter's first included.
-- simulated_s: the match time at the end. ending: the ending by the rules. start_draws: rounds of drawing until one
-- player alone had the most points. starter: index of the seat that began. starter_victory: the starter's share of the
-- victory (with that of a partner, if there is one). starter_ahead: the starter's total less the mean of the other
-- sheets. winning_score: the highest total. tiles_left: not placed at the end, with players or in the bag. passes:
-- turns in which nothing could be placed. lead_changes, drama, decided_at: of the totals after every turn
-- (sim/batch/rows.py). scores, rows_complete, crosses, minus: by seat, the same for partners. victory: by
-- seat; 1 shared equally by the winners.
CREATE TABLE matches ("run" TEXT, "match" INTEGER, "status" TEXT, "seed" INTEGER, "turns" INTEGER, "simulated_s" REAL, "ending" TEXT, "start_draws" INTEGER, "starter" INTEGER, "starter_victory" REAL, "starter_ahead" REAL, "winning_score" INTEGER, "tiles_left" INTEGER, "passes" INTEGER, "lead_changes" INTEGER, "drama" REAL, "decided_at" REAL, "scores_1" INTEGER, "scores_2" INTEGER, "scores_3" INTEGER, "scores_4" INTEGER, "scores_5" INTEGER, "scores_6" INTEGER, "rows_complete_1" INTEGER, "rows_complete_2" INTEGER, "rows_complete_3" INTEGER, "rows_complete_4" INTEGER, "rows_complete_5" INTEGER, "rows_complete_6" INTEGER, "crosses_1" INTEGER, "crosses_2" INTEGER, "crosses_3" INTEGER, "crosses_4" INTEGER, "crosses_5" INTEGER, "crosses_6" INTEGER, "minus_1" INTEGER, "minus_2" INTEGER, "minus_3" INTEGER, "minus_4" INTEGER, "minus_5" INTEGER, "minus_6" INTEGER, "victory_1" REAL, "victory_2" REAL, "victory_3" REAL, "victory_4" REAL, "victory_5" REAL, "victory_6" REAL, "error" TEXT, "digest" TEXT, PRIMARY KEY ("run", "match")) WITHOUT ROWID;

-- A turn, also one in which nothing can be placed. The seat of a team's turn is that of the partner who decided.
--
-- match: index in the batch. turn: 1, 2, ... within the match; the first is the starter's with three tiles. seat:
-- index round the table. held: the number of tiles of the player when placing (of a team: of both). placed, kept: of
-- these. ways: the number of ways to place them by the rules. tens, elevens, twelves: runs that counted. crosses: x2
-- cells ticked. points: written down, before any doubling or bonus. gained: growth of the grand total, bonus and
-- doubling included. bag: tiles left in it. thought_s: time from the draw to the first tile put down. time_s:
-- simulated time of the match at the ruling.
CREATE TABLE turns ("run" TEXT, "match" INTEGER, "turn" INTEGER, "seat" INTEGER, "profile" TEXT, "strategy" TEXT, "held" INTEGER, "placed" INTEGER, "kept" INTEGER, "ways" INTEGER, "tens" INTEGER, "elevens" INTEGER, "twelves" INTEGER, "crosses" INTEGER, "points" INTEGER, "gained" INTEGER, "bag" INTEGER, "thought_s" REAL, "time_s" REAL, PRIMARY KEY ("run", "match", "turn")) WITHOUT ROWID;

-- Made when there is something to keep in them.
CREATE TABLE answers ("run" TEXT, "match" INTEGER, "seat" INTEGER, "verdict" TEXT, "answers" INTEGER, "first" TEXT, PRIMARY KEY ("run", "match", "seat", "verdict")) WITHOUT ROWID;
CREATE TABLE records ("run" TEXT, "match" INTEGER, "lines" INTEGER, "sha256" TEXT, "answers" TEXT, PRIMARY KEY ("run", "match")) WITHOUT ROWID;
CREATE TABLE times ("run" TEXT, "match" INTEGER, "seat" INTEGER, "decisions" INTEGER, "processor_s" REAL, PRIMARY KEY ("run", "match", "seat")) WITHOUT ROWID;
CREATE TABLE links ("run" TEXT, "match" INTEGER, "place" INTEGER, "link" TEXT, PRIMARY KEY ("run", "match")) WITHOUT ROWID;
