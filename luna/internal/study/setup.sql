-- What the tables are made of, for the time of the study. Times are seconds since 1970.
CREATE TEMP TABLE everyone AS SELECT *, kind = 'machine' AS machine, joined >= {{.Since}} / 1e9 AS new
FROM (SELECT coalesce(a.id, p.id) AS id, p.number, coalesce(a.username, '') AS name,
	CASE WHEN a.kind IS NOT NULL THEN a.kind WHEN p.machine THEN 'machine' ELSE 'deleted' END AS kind,
	coalesce(unixepoch(a.joined, 'subsec'), p.joined / 1e9) AS joined,
	coalesce(a.email_confirmed, 0) AS mail, coalesce(a.consent, 0) AS consent,
	CASE WHEN p.rating IS NOT NULL THEN (SELECT rating FROM ratings WHERE player = p.number
		AND time < {{.Until}} ORDER BY event DESC LIMIT 1) END AS rating
	FROM accounts a FULL JOIN players p ON p.id = a.id)
WHERE joined < {{.Until}} / 1e9;
CREATE INDEX temp.everyone_number ON everyone (number);

-- Games that were opened in the period. One is moved if a pairing withdrew it and had its player join
-- another, which stands for both.
CREATE TEMP TABLE played AS SELECT number, opened / 1e9 AS opened, updated / 1e9 AS updated, status,
	phase, ended, EXISTS (SELECT 1 FROM seats WHERE game = number AND seat = 1) AS two,
	status = 2 AND (SELECT body ->> '$.moved' FROM events WHERE number = games.ended) IS NOT NULL AS moved
FROM games WHERE opened >= {{.Since}} AND opened < {{.Until}};
CREATE UNIQUE INDEX temp.played_number ON played (number);

-- The players of those that are not moved. The stage is 0 until somebody joins, then 1 to 4.
CREATE TEMP TABLE parts AS SELECT s.game, s.seat, s.player, e.id, e.kind, e.machine, e.consent, e.rating,
	s.submitted, s.questions, s.responses, s.scores, s.guess, s.outcome, g.status, g.two, g.ended,
	CASE WHEN g.two THEN 1 + g.phase / 2 ELSE 0 END AS stage
FROM played g JOIN seats s ON s.game = g.number JOIN everyone e ON e.number = s.player
WHERE NOT g.moved;
CREATE INDEX temp.parts_game ON parts (game, seat);
CREATE INDEX temp.parts_player ON parts (player);

CREATE TEMP VIEW stages AS SELECT column1 AS stage, column2 AS name FROM
	(VALUES (0, 'nobody joined'), (1, 'interview'), (2, 'response'), (3, 'guess'), (4, 'final'));

-- People who registered in the period or played in it, with the games that they finished in it.
CREATE TEMP TABLE people AS SELECT e.id, e.number, e.kind, e.rating,
	count(p.game) AS entered, count(p.game) FILTER (WHERE p.status = 1) AS finished
FROM everyone e LEFT JOIN parts p ON p.player = e.number WHERE NOT e.machine
GROUP BY e.id HAVING e.new OR count(p.game);

-- The log. SQLite takes NUL in a text for its end.
CREATE TEMP VIEW bodies AS SELECT number, replace(body, '\u0000', '\ufffd') AS body FROM events;

-- Guesses by people, with the mean length of the responses from which they were made.
CREATE TEMP TABLE pairs AS SELECT * FROM (SELECT r.player AS responder, r.kind, r.machine, a.guess,
	(SELECT avg(length(value)) FROM json_each(b.body, '$.responses')) AS length
	FROM parts a JOIN parts r ON r.game = a.game AND r.seat = 1 - a.seat
	JOIN bodies b ON b.number = r.responses
	WHERE a.guess IS NOT NULL AND NOT a.machine AND a.status IN (1, 4)) WHERE length IS NOT NULL;

CREATE TEMP VIEW texts AS
SELECT 'questions' AS what, machine, value FROM parts JOIN bodies ON number = questions
	JOIN json_each(body, '$.questions')
UNION ALL SELECT 'responses', machine, value FROM parts JOIN bodies ON number = responses
	JOIN json_each(body, '$.responses');

-- What people did, and when: registered or moved in the Luna Game. The server moves for them where it
-- pairs them, and where they let a game expire.
CREATE TEMP TABLE moves AS SELECT id, t FROM (
	SELECT id, joined AS t FROM everyone WHERE NOT machine
	UNION ALL SELECT e.id, unixepoch(body ->> '$.time', 'subsec') FROM events
		JOIN everyone e ON e.id = body ->> '$.player' AND NOT e.machine
		WHERE body ->> '$.kind' NOT IN ('registered', 'damped', 'expired', 'stalled')
			AND body ->> '$.moved' IS NULL AND NOT (body ->> '$.kind' = 'forfeited'
			AND (body ->> '$.reason' IS NOT NULL OR unixepoch(body ->> '$.time', 'subsec') >= {{.Silence}} +
				(SELECT updated / 1e9 FROM games g WHERE g.id = body ->> '$.game'))))
WHERE t >= {{.Since}} / 1e9 AND t < {{.Until}} / 1e9;
CREATE INDEX temp.moves_id ON moves (id, t);

-- When they came, having done nothing for half an hour.
CREATE TEMP TABLE visits AS SELECT id, t FROM
	(SELECT id, t, lag(t) OVER (PARTITION BY id ORDER BY t) AS before FROM moves)
WHERE before IS NULL OR t - before > 1800;
