-- Players by kind
-- Accounts made in the period, deleted ones from their first game on. Whoever only plays Turing Trade is
-- among them. Mail: with a confirmed address. Entered, finished: at least one game of the period.
-- Thesis: 1293 = 1207 guests + 86 who signed up, 2 machines among them.
WITH each AS (SELECT kind, mail, EXISTS (SELECT 1 FROM parts p WHERE p.player = e.number) AS entered,
	EXISTS (SELECT 1 FROM parts p WHERE p.player = e.number AND p.status = 1) AS finished
	FROM everyone e WHERE new)
SELECT kind, count(*) AS players, sum(mail) AS mail, sum(entered) AS entered, sum(finished) AS finished
FROM each GROUP BY kind UNION ALL
SELECT 'all', count(*), total(mail), total(entered), total(finished) FROM each
