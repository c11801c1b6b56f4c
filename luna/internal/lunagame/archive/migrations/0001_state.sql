-- The state of the tournament, as it follows from the log of events. Numbers are those of events:
-- players go by the one that registered them, games by the one that opened them. Times are
-- nanoseconds since 1970. Texts are in the log alone.

CREATE TABLE players (
	number      INTEGER PRIMARY KEY,
	id          TEXT NOT NULL UNIQUE,
	machine     INTEGER NOT NULL,
	joined      INTEGER NOT NULL,
	rating      REAL,
	games       INTEGER NOT NULL, -- with a result
	wins        INTEGER NOT NULL,
	streak      INTEGER NOT NULL,
	record      INTEGER NOT NULL, -- the longest streak
	entered     INTEGER NOT NULL, -- games
	turn        INTEGER,          -- when a machine last came to play a person
	damp_weight REAL,             -- what the guesses' weights are multiplied by
	damp_reason TEXT,
	damp_time   INTEGER
) STRICT;

CREATE INDEX damped_players ON players (number) WHERE damp_weight IS NOT NULL;

CREATE TABLE games (
	number  INTEGER PRIMARY KEY,
	id      TEXT NOT NULL UNIQUE,
	opened  INTEGER NOT NULL,
	updated INTEGER NOT NULL,
	status  INTEGER NOT NULL,
	phase   INTEGER NOT NULL,
	ended   INTEGER NOT NULL, -- number of the event that ended it, or 0
	place   BLOB              -- in the order of exports, if there is a result
) STRICT;

CREATE INDEX active_games ON games (number) WHERE status = 0;
CREATE INDEX published_games ON games (place, number) WHERE place IS NOT NULL;

CREATE TABLE seats (
	game      INTEGER NOT NULL,
	seat      INTEGER NOT NULL, -- 0 opened the game, 1 joined it
	player    INTEGER NOT NULL,
	place     INTEGER NOT NULL, -- of the game among those that the player entered, from 1
	active    INTEGER NOT NULL, -- whether the game is
	submitted INTEGER NOT NULL, -- stages done
	questions INTEGER NOT NULL, -- number of the event with the questions, or 0
	responses INTEGER NOT NULL, -- the same for the responses
	scores    TEXT,             -- of the responses, in JSON
	guess     REAL,
	weight    REAL,             -- of the guess; NULL is 1
	origin    INTEGER NOT NULL, -- of the guess, or 0
	before    REAL,             -- the player's rating
	after     REAL,
	outcome   INTEGER,
	notice    INTEGER NOT NULL,
	PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX seats_of_player ON seats (player, active, place);
CREATE INDEX seats_with_news ON seats (player) WHERE notice = 1;

-- The guesses in games with a result.
CREATE TABLE guesses (
	receiver INTEGER NOT NULL,
	event    INTEGER NOT NULL, -- that ended the game
	giver    INTEGER NOT NULL,
	game     INTEGER NOT NULL,
	counts   INTEGER NOT NULL, -- whether the giver is a person
	guess    REAL NOT NULL,
	weight   REAL,             -- NULL is 1
	origin   INTEGER NOT NULL,
	rating   REAL,             -- of the receiver, before
	time     INTEGER NOT NULL,
	PRIMARY KEY (receiver, event)
) STRICT, WITHOUT ROWID;

CREATE INDEX guesses_by ON guesses (giver, event);

-- The ratings that players have had.
CREATE TABLE ratings (
	player INTEGER NOT NULL,
	event  INTEGER NOT NULL, -- that brought the rating about
	rating REAL NOT NULL,
	time   INTEGER NOT NULL,
	PRIMARY KEY (player, event)
) STRICT, WITHOUT ROWID;

-- The different questions that players have asked in games with a result. Where the last one of
-- these was asked: in the player's game of a place, as the question with a number from 0.
CREATE TABLE asked (
	player INTEGER NOT NULL,
	digest BLOB NOT NULL, -- of the text
	games  INTEGER NOT NULL,
	wins   INTEGER NOT NULL,
	place  INTEGER NOT NULL,
	line   INTEGER NOT NULL,
	PRIMARY KEY (player, digest)
) STRICT, WITHOUT ROWID;

CREATE INDEX asked_last ON asked (player, place DESC, line);

CREATE TABLE totals (
	one      INTEGER PRIMARY KEY CHECK (one = 1),
	players  INTEGER NOT NULL,
	open     INTEGER NOT NULL,
	playing  INTEGER NOT NULL,
	finished INTEGER NOT NULL,
	ended    INTEGER NOT NULL
) STRICT;

INSERT INTO totals VALUES (1, 0, 0, 0, 0, 0);
