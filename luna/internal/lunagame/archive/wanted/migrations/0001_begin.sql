-- What the operator wants to become events, which the server then appends to the log.
CREATE TABLE wanted_dampings (
	player TEXT PRIMARY KEY,
	weight REAL NOT NULL,
	reason TEXT NOT NULL
) STRICT;
