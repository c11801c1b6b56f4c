-- Agreement of guessers
-- The correlation, over people, of the mean of every other guess by a person with the mean of the rest,
-- and the reliability of all guesses together that follows (Spearman and Brown).
WITH half AS (SELECT avg(guess) FILTER (WHERE n % 2) AS a, avg(guess) FILTER (WHERE n % 2 = 0) AS b
	FROM (SELECT receiver, guess, row_number() OVER (PARTITION BY receiver ORDER BY event) AS n
		FROM guesses g JOIN played ON played.number = g.game JOIN everyone e ON e.number = receiver
		WHERE counts AND NOT e.machine) GROUP BY receiver HAVING max(n) > 1),
c AS (SELECT count(*) AS people, {{corr "a" "b"}} AS r FROM half)
SELECT people, r AS split_half, 2 * r / (1 + r) AS reliability FROM c
