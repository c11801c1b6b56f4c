-- What players report to the operator, with the texts: those of a game that somebody leaves are
-- removed from the log.
CREATE TABLE reports (
	id       INTEGER PRIMARY KEY,
	time     INTEGER NOT NULL, -- nanoseconds since 1970
	kind     TEXT NOT NULL,    -- of the game: luna or trade
	game     TEXT NOT NULL,
	reporter TEXT NOT NULL,
	reason   TEXT NOT NULL,
	closed   INTEGER           -- when the operator closed it
) STRICT;
CREATE INDEX open_reports ON reports (id) WHERE closed IS NULL;

CREATE TABLE report_texts (
	report INTEGER NOT NULL,
	line   INTEGER NOT NULL, -- from 0
	player TEXT NOT NULL,    -- who wrote it; empty for a program
	text   TEXT NOT NULL,
	PRIMARY KEY (report, line)
) STRICT, WITHOUT ROWID;
CREATE INDEX report_texts_by ON report_texts (player);
