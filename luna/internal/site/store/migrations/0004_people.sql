-- Names that readers take for one another have one look. Accounts from before there were looks may
-- share one; theirs are filled in when accounts are opened.
ALTER TABLE accounts ADD COLUMN look TEXT NOT NULL DEFAULT '';
CREATE INDEX accounts_look ON accounts (look);

-- When players chose whether what they write in the Luna Game is published; empty if nobody has asked
-- them. Until now everybody was asked when they joined, or chose later.
ALTER TABLE accounts ADD COLUMN consent_chosen TEXT NOT NULL DEFAULT '';
UPDATE accounts SET consent_chosen = joined;

-- The name by which boards show players who chose one, and when they did.
ALTER TABLE accounts ADD COLUMN public_name TEXT NOT NULL DEFAULT '';
ALTER TABLE accounts ADD COLUMN public_look TEXT NOT NULL DEFAULT '';
ALTER TABLE accounts ADD COLUMN public_chosen TEXT NOT NULL DEFAULT '';
CREATE UNIQUE INDEX accounts_public ON accounts (public_look) WHERE public_look <> '';
