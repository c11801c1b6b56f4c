-- Phases that games reached
-- Reached counts games that came at least so far; the others are those that are there, or ended there.
SELECT name AS phase, total(at >= stage) AS reached, total(at = stage AND status = 0) AS active,
	total(at = stage AND status = 1) AS finished, total(at = stage AND status = 2) AS "left",
	total(at = stage AND status = 3) AS expired, total(at = stage AND status = 4) AS forfeited
FROM stages LEFT JOIN (SELECT status, CASE WHEN two THEN 1 + phase / 2 ELSE 0 END AS at FROM played
	WHERE NOT moved) GROUP BY stage ORDER BY stage
