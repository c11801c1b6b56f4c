-- Length of responses against guess
-- The mean length in characters of the five responses from which a person guessed, and the guess, in
-- games with a result. Pearson's r with a 95% interval by bootstrap over the responders ({{.Resamples}}
-- resamples), Spearman's of ranks, and Pearson's with the logarithm of 1 + the length.
-- Thesis, figure 6.5: r = .179; whether guesses of machines were in is not said.
WITH kinds(kind, place) AS (VALUES ('all', 0), ('people', 1), ('person', 2), ('guest', 3), ('deleted', 4), ('machine', 5)),
sorted AS (SELECT k.kind, k.place, responder, length, guess,
	rank() OVER (PARTITION BY k.kind ORDER BY length)
		+ (count(*) OVER (PARTITION BY k.kind, length) - 1) / 2.0 AS x,
	rank() OVER (PARTITION BY k.kind ORDER BY guess)
		+ (count(*) OVER (PARTITION BY k.kind, guess) - 1) / 2.0 AS y
	FROM kinds k JOIN pairs p ON k.kind IN (p.kind, 'all', iif(p.machine, '', 'people')))
SELECT kind AS responders, count(*) AS pairs, count(DISTINCT responder) AS players,
	avg(length) AS mean_length, avg(guess) AS mean_guess, {{corr "length" "guess"}} AS pearson,
	NULL AS low, NULL AS high, {{corr "x" "y"}} AS spearman,
	{{corr "ln(1 + length)" "guess"}} AS pearson_log FROM sorted GROUP BY place, kind
