-- Leaderboards rank means over opponents, which the sums that were kept do not tell. Everything that
-- follows from the log is made again from it.
DROP TABLE trade_scores;
DELETE FROM trade_games;
DELETE FROM trade_seats;
DELETE FROM trade_texts;
DELETE FROM settings WHERE name = 'position of trade_events';

-- What a game gave to its players, by its place in the archive.
CREATE TABLE trade_results (
	player TEXT NOT NULL,
	target INTEGER NOT NULL, -- 1 as the target, 0 as a bettor
	place  INTEGER NOT NULL,
	counts INTEGER NOT NULL, -- 0 for a game that was too short
	body   TEXT NOT NULL,    -- in JSON
	PRIMARY KEY (player, target, place)
) STRICT, WITHOUT ROWID;

-- The leaderboards. A player may be on both; a program of the site has the player "program NAME".
CREATE TABLE trade_scores (
	player    TEXT NOT NULL,
	target    INTEGER NOT NULL,
	games     INTEGER NOT NULL, -- that count
	opponents INTEGER NOT NULL,
	points    REAL NOT NULL,    -- the mean; of a target, of the rewards
	brier     REAL NOT NULL,    -- the mean
	PRIMARY KEY (player, target)
) STRICT, WITHOUT ROWID;

CREATE INDEX trade_leaders ON trade_scores (target, points);
