-- The player's rating as long as it is provisional; before and after are NULL then.
ALTER TABLE seats ADD COLUMN early_before REAL;
ALTER TABLE seats ADD COLUMN early_after REAL;
