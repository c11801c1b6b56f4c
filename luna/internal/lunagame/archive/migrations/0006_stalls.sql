-- Games without a result for whose end a player is to blame, who had read the questions.
CREATE TABLE stalls (
	player INTEGER NOT NULL,
	event  INTEGER NOT NULL, -- that says so
	game   INTEGER NOT NULL,
	time   INTEGER NOT NULL,
	price  REAL NOT NULL,    -- the weight of a guess of 0 that it counts like, or 0
	origin INTEGER NOT NULL, -- of the opponent, or 0
	PRIMARY KEY (player, event)
) STRICT, WITHOUT ROWID;

ALTER TABLE players ADD COLUMN stalled INTEGER NOT NULL DEFAULT 0; -- games
ALTER TABLE players ADD COLUMN debt INTEGER NOT NULL DEFAULT 0;    -- finished games to make up for them
