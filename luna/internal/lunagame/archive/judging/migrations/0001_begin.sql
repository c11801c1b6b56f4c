-- What people do alone: they judge answers, and answer the question of the day. Nothing of this
-- follows from the log, and no rating follows from it.

-- Whether others may see and judge what a player answers. No row: the player was never asked.
CREATE TABLE judging_consents (
	account TEXT PRIMARY KEY,
	shown   INTEGER NOT NULL CHECK (shown IN (0, 1)),
	chosen  INTEGER NOT NULL -- nanoseconds since 1970
) STRICT, WITHOUT ROWID;

-- Whose texts may be shown. For a machine, whoever registered it agreed that they are published.
CREATE VIEW shown AS
	SELECT c.account AS id FROM judging_consents c JOIN accounts a ON a.id = c.account
		WHERE c.shown = 1 AND a.suspended = '' AND a.kind <> 'machine'
	UNION ALL
	SELECT id FROM accounts WHERE kind = 'machine' AND consent = 1 AND suspended = '';

CREATE TABLE day_answers (
	id      INTEGER PRIMARY KEY AUTOINCREMENT,
	day     INTEGER NOT NULL, -- of the question, since 1970
	account TEXT NOT NULL,
	text    TEXT NOT NULL,
	UNIQUE (day, account)
) STRICT;
CREATE INDEX day_answers_of ON day_answers (account, day);

-- What people guessed about answers. A judge is an account, or stands for a visitor's network.
CREATE TABLE judged (
	number INTEGER PRIMARY KEY,
	answer TEXT NOT NULL,
	judge  TEXT NOT NULL,
	guess  REAL NOT NULL,
	time   INTEGER NOT NULL, -- nanoseconds since 1970
	UNIQUE (answer, judge)
) STRICT;
CREATE INDEX judged_by ON judged (judge);

-- With an account goes all of this, whichever program deletes the account.
CREATE TRIGGER forget_day_answer AFTER DELETE ON day_answers BEGIN
	DELETE FROM judged WHERE answer = 'day-' || OLD.id;
END;
CREATE TRIGGER forget_judging AFTER DELETE ON accounts BEGIN
	DELETE FROM judging_consents WHERE account = OLD.id;
	DELETE FROM day_answers WHERE account = OLD.id;
	DELETE FROM judged WHERE judge = OLD.id;
END;
