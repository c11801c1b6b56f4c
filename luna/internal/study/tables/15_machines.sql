-- Machines
-- Rating ± standard error, from all guesses of people until the end of the period: the standard deviation
-- of the persons' mean guesses, divided by the root of their number, since guesses of one person are not
-- independent. Below: the share of people with a lower rating. Up to 100 machines.
-- Thesis: Gibberish Bot 6.4 and Cleverbot 40.4 after 9 games each; guesses 1 (eight) and 50, and 5 to 88.
WITH own AS (SELECT receiver, giver, avg(guess) AS mean, count(*) AS n, min(guess) AS low,
	max(guess) AS high FROM guesses WHERE counts AND time < {{.Until}} GROUP BY receiver, giver)
SELECT name AS machine, rating, {{sd "mean"}} / sqrt(count(giver)) AS standard_error,
	total(n) AS guesses, count(giver) AS people, min(low) AS lowest, max(high) AS highest,
	(SELECT avg(p.rating < e.rating) FROM people p WHERE p.finished > 0 AND p.rating IS NOT NULL) AS below
FROM everyone e LEFT JOIN own ON receiver = number WHERE machine
GROUP BY e.id ORDER BY guesses DESC, name LIMIT 100
