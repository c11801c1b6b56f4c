-- Which text players agreed to when they consented to publication. The first one was about games with
-- a result alone.
ALTER TABLE accounts ADD COLUMN consent_text INTEGER NOT NULL DEFAULT 1;

-- When a suspension ends, in nanoseconds since 1970; NULL if the operator has set no end.
ALTER TABLE accounts ADD COLUMN suspended_until INTEGER;
CREATE INDEX accounts_suspended ON accounts (suspended_until) WHERE suspended_until IS NOT NULL;

-- Whom a report is about: the IDs of accounts, in JSON.
ALTER TABLE reports ADD COLUMN reported TEXT NOT NULL DEFAULT '[]';
CREATE INDEX reports_by ON reports (reporter);

-- What a text is, question or answer, and when it was sent. Both are unknown in reports from before.
ALTER TABLE report_texts ADD COLUMN kind TEXT NOT NULL DEFAULT '';
ALTER TABLE report_texts ADD COLUMN sent TEXT;
