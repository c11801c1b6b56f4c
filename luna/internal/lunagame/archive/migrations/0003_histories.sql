-- A history of guesses is read from the index alone: the guesses of a player are far from each other in
-- the table, which is ordered by whom they are about.
DROP INDEX guesses_by;
CREATE INDEX guesses_by ON guesses (giver, event, game, guess, rating, time);
