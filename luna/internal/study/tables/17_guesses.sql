-- Distance of people's guesses from ratings
-- By the guesser's number of games with a result, this one included, where the opponent had a rating
-- before. The thesis expects that players learn what ratings mean (6.5).
SELECT iif(n > 10, '11 or more', n) AS game, count(*) AS guesses, avg(abs(guess - rating)) AS mean_distance
FROM (SELECT guess, rating, game, row_number() OVER (PARTITION BY giver ORDER BY event) AS n FROM guesses
	WHERE counts) JOIN played ON played.number = game WHERE rating IS NOT NULL GROUP BY min(n, 11)
