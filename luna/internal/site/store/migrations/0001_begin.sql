-- The log of the tournament: one event a row, in the order in which they were applied.
CREATE TABLE events (
	number INTEGER PRIMARY KEY, -- from 1, without gaps
	body   TEXT NOT NULL        -- the event in JSON
) STRICT;

-- Who may play. A player is in the log from their first game on, and here from their registration.
CREATE TABLE accounts (
	id              TEXT PRIMARY KEY,
	username        TEXT NOT NULL,
	username_key    TEXT NOT NULL UNIQUE, -- names that look alike but for case and spaces have one key
	password        TEXT NOT NULL,        -- hashed; empty where there is none, and no login
	kind            TEXT NOT NULL CHECK (kind IN ('person', 'guest', 'machine')),
	email           TEXT NOT NULL,
	email_confirmed INTEGER NOT NULL CHECK (email_confirmed IN (0, 1)),
	initial         TEXT NOT NULL,
	color           TEXT NOT NULL,
	consent         INTEGER NOT NULL CHECK (consent IN (0, 1)), -- to publish questions, responses and guesses
	joined          TEXT NOT NULL,
	generation      INTEGER NOT NULL      -- of the tokens that are valid
) STRICT, WITHOUT ROWID;

-- What there is once: the key of the tokens, how ratings are made.
CREATE TABLE settings (
	name  TEXT PRIMARY KEY,
	value BLOB NOT NULL
) STRICT, WITHOUT ROWID;
