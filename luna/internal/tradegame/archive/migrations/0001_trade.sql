-- The log of Turing Trade: what happens in live games, in the order in which it is written. The texts
-- of games are here, and in trade_texts.
CREATE TABLE trade_events (
	number INTEGER PRIMARY KEY,
	body   TEXT NOT NULL,
	game   TEXT GENERATED ALWAYS AS (body ->> '$.game') VIRTUAL
) STRICT;

CREATE INDEX trade_events_of_games ON trade_events (game, number);

-- What follows from the log. Games have a place in the archive once they are public.
CREATE TABLE trade_games (
	id    TEXT PRIMARY KEY,
	place INTEGER,       -- NULL before
	info  TEXT           -- in JSON; NULL before
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX trade_archive ON trade_games (place) WHERE place IS NOT NULL;
CREATE INDEX trade_live ON trade_games (id) WHERE place IS NULL;

CREATE TABLE trade_seats (
	game   TEXT NOT NULL,
	name   TEXT NOT NULL,
	player TEXT NOT NULL, -- the account's ID; "" for a program of the site
	PRIMARY KEY (game, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX trade_seats_of_players ON trade_seats (player, game) WHERE player <> '';

-- The leaderboards. A player may be on both; a program of the site has the player "program NAME".
CREATE TABLE trade_scores (
	player TEXT NOT NULL,
	target INTEGER NOT NULL, -- 1 as a target, 0 as a bettor
	games  INTEGER NOT NULL,
	points REAL NOT NULL,    -- of a target, the sum of the rewards
	brier  REAL NOT NULL,    -- the sum
	PRIMARY KEY (player, target)
) STRICT, WITHOUT ROWID;

CREATE INDEX trade_leaders ON trade_scores (target, points);

-- The words of public games, by place.
CREATE VIRTUAL TABLE trade_texts USING fts5(words, tokenize = 'unicode61 remove_diacritics 2');
INSERT INTO trade_texts (trade_texts, rank) VALUES ('secure-delete', 1);

-- Who agreed that the logs of their games are published. This does not follow from the log.
CREATE TABLE trade_consents (
	player TEXT PRIMARY KEY,
	time   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
