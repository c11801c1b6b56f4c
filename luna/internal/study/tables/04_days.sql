-- By day
-- In UTC: accounts made, games opened, games of these that both finished, visits of people.
-- Thesis, figure 6.3, by eye, sessions from February 18 on: 37 195 295 395 360 180 70 135 58 131 98 81 84 39.
SELECT date(t, 'unixepoch') AS day, sum(kind IS 'person') AS persons, sum(kind IS 'guest') AS guests,
	sum(kind IS 'machine') AS machines, sum(game) AS games, sum(finished) AS finished, sum(visit) AS visits
FROM (SELECT joined AS t, kind, 0 AS game, 0 AS finished, 0 AS visit FROM everyone WHERE new
	UNION ALL SELECT opened, NULL, 1, status = 1, 0 FROM played WHERE NOT moved
	UNION ALL SELECT t, NULL, 0, 0, 1 FROM visits) GROUP BY 1 ORDER BY 1
