-- Sample questions and responses
-- One of each tenth of the responses by length, of people in finished games where both players consent to
-- publication. The thesis shows 10 that it chose (6.3.2).
WITH each AS (SELECT a.questions AS q, r.responses AS r, j.key AS k, length(j.value) AS n
	FROM parts a JOIN parts r ON r.game = a.game AND r.seat = 1 - a.seat AND NOT r.machine
	JOIN bodies b ON b.number = r.responses JOIN json_each(b.body, '$.responses') j
	WHERE a.status = 1 AND a.consent AND r.consent),
tenths AS (SELECT *, ntile(10) OVER (ORDER BY n, r, k) AS tenth FROM each),
picked AS (SELECT *, row_number() OVER (PARTITION BY tenth ORDER BY (5 * r + k) * 2654435761 % 4294967291)
	AS i FROM tenths)
SELECT tenth, n AS characters, (SELECT body ->> ('$.questions[' || k || ']') FROM bodies WHERE number = q)
	AS question, (SELECT body ->> ('$.responses[' || k || ']') FROM bodies WHERE number = r) AS response
FROM picked WHERE i = 1 ORDER BY tenth
