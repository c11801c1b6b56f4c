-- Sessions that were ended before their tokens expire. Those of a revoked generation need no row.
CREATE TABLE ended_sessions (
	id      TEXT PRIMARY KEY,
	account TEXT NOT NULL,
	expires INTEGER NOT NULL -- seconds since 1970; the row is of no use after that
) STRICT, WITHOUT ROWID;
CREATE INDEX ended_sessions_of ON ended_sessions (account);
CREATE INDEX ended_sessions_expire ON ended_sessions (expires);

-- From where players have logged in by their passwords. Only a keyed hash of the network is kept.
CREATE TABLE known_places (
	account TEXT NOT NULL,
	place   BLOB NOT NULL,
	seen    INTEGER NOT NULL, -- seconds since 1970
	PRIMARY KEY (account, place)
) STRICT, WITHOUT ROWID;

-- Why the operator has suspended the account; empty if they have not.
ALTER TABLE accounts ADD COLUMN suspended TEXT NOT NULL DEFAULT '';

-- Who may be written to at an address, to reset a password.
CREATE INDEX accounts_email ON accounts (lower(email)) WHERE email <> '';
