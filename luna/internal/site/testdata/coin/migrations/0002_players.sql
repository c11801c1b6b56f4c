-- How often players have tossed: the state to which the log leads.
CREATE TABLE coin_players (
	player TEXT PRIMARY KEY,
	tosses INTEGER NOT NULL
) STRICT;
