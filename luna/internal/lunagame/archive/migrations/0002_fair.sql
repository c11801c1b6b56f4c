CREATE INDEX guesses_in_order ON guesses (event);
