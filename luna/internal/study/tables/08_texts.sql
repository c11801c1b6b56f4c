-- Questions and responses
-- Submitted counts all. Stored are those of games with a result and, of others, those that can still be
-- reported or are kept for research by consent. Texts that players erased are gone.
-- Unique: different from each other to the letter. Lengths are in characters.
-- Thesis: 4173 unique questions, 4923 responses. The latter is no multiple of 5, so that not all were of
-- sets of five, or it, too, counts unique ones.
WITH t AS MATERIALIZED (SELECT what, length(value) AS length, count(*) AS n, sum(machine) AS m FROM texts
	GROUP BY what, value),
sets AS (SELECT 'questions' AS what, machine FROM parts WHERE questions > 0
	UNION ALL SELECT 'responses', machine FROM parts WHERE responses > 0),
kinds AS (SELECT what, 'all' AS "of", 5 * count(*) AS submitted FROM sets GROUP BY what UNION ALL
	SELECT what, iif(machine, 'machines', 'people'), 5 * count(*) FROM sets GROUP BY what, machine),
each AS (SELECT what, "of", submitted, length,
	CASE "of" WHEN 'all' THEN n WHEN 'machines' THEN m ELSE n - m END AS n FROM kinds LEFT JOIN t USING (what))
SELECT what, "of", submitted, total(n) AS stored, total(n > 0) AS "unique",
	sum(n * length) * 1.0 / sum(n) AS mean_length, max(length) FILTER (WHERE n > 0) AS longest
FROM each GROUP BY what, "of"
