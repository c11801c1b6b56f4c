-- Spread of a person's ratings by games
-- Standard deviation (n - 1) of the ratings that a player had after each of the first n games that made
-- one, and its mean and standard deviation over all players with n such games or more. The last two
-- columns are of those with n and no more. Up to 50 games.
-- Thesis, figure 6.6, from 2 games on: 4.4 5.3 5.7 5.6 6.2 5.8 7.3 7.0 6.9 6.9 4.9; it may mean either.
WITH r AS (SELECT r.player, r.rating - avg(r.rating) OVER (PARTITION BY r.player) AS d,
	row_number() OVER (PARTITION BY r.player ORDER BY r.event) AS n,
	count(*) OVER (PARTITION BY r.player) AS of
	FROM ratings r JOIN guesses g ON g.receiver = r.player AND g.event = r.event
	JOIN played p ON p.number = g.game JOIN everyone e ON e.number = r.player AND NOT e.machine
	WHERE r.time < {{.Until}}),
s AS (SELECT n, of, sum(d) OVER w AS a, sum(d * d) OVER w AS b FROM r
	WINDOW w AS (PARTITION BY player ORDER BY n)),
v AS (SELECT n, of, sqrt(max(0, (b - a * a / n) / (n - 1))) AS sd FROM s WHERE n BETWEEN 2 AND 50)
SELECT n AS games, count(*) AS players, avg(sd) AS mean_sd, {{sd "sd"}} AS sd_of_sd,
	count(*) FILTER (WHERE n = of) AS players_with_n, avg(sd) FILTER (WHERE n = of) AS mean_sd_with_n
FROM v GROUP BY n
