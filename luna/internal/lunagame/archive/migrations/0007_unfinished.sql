-- The games without a result whose texts are still in the log. This does not follow from the log alone.
CREATE TABLE unfinished (
	game     INTEGER PRIMARY KEY,
	until    INTEGER NOT NULL, -- when reports end, in nanoseconds since 1970
	research INTEGER NOT NULL  -- 1 once it is kept for research alone, since its players agree
) STRICT;
CREATE INDEX unfinished_until ON unfinished (research, until);
