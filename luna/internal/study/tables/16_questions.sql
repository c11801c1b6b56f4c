-- Questions
-- Scores are those that askers may give to responses; their mean is the easiness. Discrimination: the
-- correlation of scores with the responder's rating at the end of the period, and with the mean of the
-- other scores of the set. Won: games that the asker won. The {{.Questions}} with most scores. Public: an
-- asker consents to publication.
WITH each AS (SELECT q.value AS text, a.consent, a.outcome, r.rating,
	r.scores ->> ('$[' || q.key || ']') AS score, (SELECT avg(value) FROM json_each(r.scores) o
		WHERE o.key <> q.key AND value IS NOT NULL) AS rest
	FROM parts a JOIN bodies b ON b.number = a.questions JOIN json_each(b.body, '$.questions') q
	LEFT JOIN parts r ON r.game = a.game AND r.seat = 1 - a.seat),
s AS (SELECT *, iif(rating IS NULL, NULL, score) AS with_rating, iif(score IS NULL, NULL, rating) AS rating_,
	iif(rest IS NULL, NULL, score) AS with_rest, iif(score IS NULL, NULL, rest) AS rest_ FROM each)
SELECT text AS question, max(consent) AS public, count(*) AS asked,
	total(outcome = 1) AS won, count(score) AS scores, avg(score) AS mean_score,
	{{corr "with_rating" "rating_"}} AS with_rating, {{corr "with_rest" "rest_"}} AS with_other_scores
FROM s GROUP BY text ORDER BY scores DESC, asked DESC, text LIMIT {{.Questions}}
