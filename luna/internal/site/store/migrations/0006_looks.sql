-- Names look alike whatever accents, punctuation and spaces they have. Players keep the names that
-- they have, so that public names may share a look, too. The looks are filled in again when accounts
-- are opened.
DROP INDEX accounts_public;
CREATE INDEX accounts_public ON accounts (public_look) WHERE public_look <> '';
UPDATE accounts SET look = '';
