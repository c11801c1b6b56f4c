-- Whom players do not want to meet again: the other player of a game.
CREATE TABLE blocks (
	player  INTEGER NOT NULL,
	game    INTEGER NOT NULL,
	blocked INTEGER NOT NULL, -- the other player
	PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;
