-- Retention
-- Of the people who registered in the period, and long enough ago, those who made a move from 24 to 48
-- hours (day 1) and from 168 to 192 hours (day 7) after that. The thesis has no such number.
WITH cohort AS (SELECT n, id, joined FROM everyone, (SELECT column1 AS n FROM (VALUES (1), (7)))
	WHERE new AND NOT machine AND joined + (n + 1) * 86400 <= {{.Now}} / 1e9)
SELECT n AS day, count(*) AS people, sum(came) AS came, avg(came) AS share
FROM (SELECT n, EXISTS (SELECT 1 FROM moves m WHERE m.id = cohort.id AND m.t >= joined + n * 86400
	AND m.t < joined + (n + 1) * 86400) AS came FROM cohort) GROUP BY n
