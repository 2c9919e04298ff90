-- A store of Zack! (`simulate --out`): a SQLite file.

CREATE TABLE runs ("run" TEXT, "game" TEXT, "seed" INTEGER, "players" TEXT, "profile" TEXT, "configuration" TEXT, "asked" INTEGER, "until" TEXT, "stopped" INTEGER, "versions" TEXT, "tree" TEXT, "digest" TEXT, PRIMARY KEY ("run")) WITHOUT ROWID;

-- One match.
--
-- index: in the batch; seed: derived from the run's seed and it. games: played. simulated_s: how long it took the
-- people: before games and between them (dealt_s), and in them (play_s), of that while play was stopped (stopped_s).
-- throws, misses: Zack and player cards, and those that fell beside
-- the bowl. wrong: out of turn. challenges, upheld: judged, and right. unsettled: cards that did not come to rest.
-- lead_changes, drama, decided_at: of the standing in cards (sim/batch/rows.py), summed, and averaged, over
-- the games. games_won, cards_left, victory: by seat.
CREATE TABLE matches ("run" TEXT, "match" INTEGER, "status" TEXT, "seed" INTEGER, "games" INTEGER, "simulated_s" REAL, "dealt_s" REAL, "play_s" REAL, "stopped_s" REAL, "throws" INTEGER, "misses" INTEGER, "wrong" INTEGER, "challenges" INTEGER, "upheld" INTEGER, "unsettled" INTEGER, "lead_changes" INTEGER, "drama" REAL, "decided_at" REAL, "games_won_1" INTEGER, "games_won_2" INTEGER, "games_won_3" INTEGER, "games_won_4" INTEGER, "games_won_5" INTEGER, "games_won_6" INTEGER, "cards_left_1" INTEGER, "cards_left_2" INTEGER, "cards_left_3" INTEGER, "cards_left_4" INTEGER, "cards_left_5" INTEGER, "cards_left_6" INTEGER, "victory_1" REAL, "victory_2" REAL, "victory_3" REAL, "victory_4" REAL, "victory_5" REAL, "victory_6" REAL, "error" TEXT, "digest" TEXT, PRIMARY KEY ("run", "match")) WITHOUT ROWID;

-- One card that left a hand.
--
-- match: index in the batch. throw: 1, 2, ... within the match. game: 1, 2, ... seat: index round the table. kind:
-- throw (a Zack card), player_card or challenge. face: as printed. on: what the Zack card on top of the bowl was when
-- it landed: circle, R, 2R, ... (None: nothing lay there). hit: it came to lie in the bowl. wrong: ruled to be
-- out of turn, or a player card too early. undercut: it was ruled before a card that had landed earlier, because it
-- lies below it. turn_s: simulated time since the Zack card before left its hand, of a card thrown in turn while play
-- was not interrupted (None otherwise). reason, success, cards: of a challenge that was judged: slow or out_of_turn,
-- whether it was right, and how many cards were taken (None: no challenge, or one without effect). ended: it won the
-- game. settled: False when the cap of simulated time ended it. settle_s: from its landing to its rest (None: it never
-- touched the inside). time_s, game_s: simulated time at the ruling, of the
-- match and of the game since play began. along_mm, across_mm: where its middle comes down to the height of the rim,
-- with nothing in its way, seen in the direction of the throw: beyond the bowl's middle, and to the left of it. way:
-- how a card that lies beside the bowl missed it (`WAYS`). These three are None in rows made of a record, which does
-- not hold them.
CREATE TABLE turns ("run" TEXT, "match" INTEGER, "throw" INTEGER, "game" INTEGER, "seat" INTEGER, "profile" TEXT, "strategy" TEXT, "kind" TEXT, "face" TEXT, "on" TEXT, "hit" INTEGER, "wrong" INTEGER, "undercut" INTEGER, "turn_s" REAL, "reason" TEXT, "success" INTEGER, "cards" INTEGER, "ended" INTEGER, "settled" INTEGER, "settle_s" REAL, "time_s" REAL, "game_s" REAL, "along_mm" REAL, "across_mm" REAL, "way" TEXT, PRIMARY KEY ("run", "match", "throw")) WITHOUT ROWID;

-- Made when there is something to keep in them.
CREATE TABLE answers ("run" TEXT, "match" INTEGER, "seat" INTEGER, "verdict" TEXT, "answers" INTEGER, "first" TEXT, PRIMARY KEY ("run", "match", "seat", "verdict")) WITHOUT ROWID;
CREATE TABLE records ("run" TEXT, "match" INTEGER, "lines" INTEGER, "sha256" TEXT, "answers" TEXT, PRIMARY KEY ("run", "match")) WITHOUT ROWID;
CREATE TABLE times ("run" TEXT, "match" INTEGER, "seat" INTEGER, "decisions" INTEGER, "processor_s" REAL, PRIMARY KEY ("run", "match", "seat")) WITHOUT ROWID;
CREATE TABLE links ("run" TEXT, "match" INTEGER, "place" INTEGER, "link" TEXT, PRIMARY KEY ("run", "match")) WITHOUT ROWID;
