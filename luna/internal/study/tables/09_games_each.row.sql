-- Games a player
-- Games that both finished, of people who registered or played in the period.
-- Thesis: mean 0.33, median 0, 220 with at least one.
SELECT count(*) AS people, avg(finished) AS mean, {{median "finished" "people"}} AS median,
	total(finished > 0) AS with_one, max(finished) AS most FROM people
