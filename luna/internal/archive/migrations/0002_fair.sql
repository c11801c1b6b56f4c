CREATE INDEX guesses_in_order ON guesses (event);

-- What the operator wants to become events: see [Archive.Wanted]. It is no part of the state.
CREATE TABLE wanted_dampings (
	player TEXT PRIMARY KEY,
	weight REAL NOT NULL,
	reason TEXT NOT NULL
) STRICT;
