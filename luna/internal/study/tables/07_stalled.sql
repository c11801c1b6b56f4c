-- Who let games stall
-- By the phase in which games ended and the kind of player: of those left, who left (had done their part
-- counts those who were waiting for the other); of those expired and forfeited, who did not act, which
-- may be both. The thesis blames guests, without numbers (6.3.2, 6.5).
SELECT CASE status WHEN 2 THEN 'left' WHEN 3 THEN 'expired' ELSE 'forfeited' END AS "end",
	name AS phase, kind, count(*) AS players, total(submitted >= stage) AS had_done_their_part
FROM parts JOIN stages USING (stage) WHERE CASE status
	WHEN 2 THEN id = (SELECT body ->> '$.player' FROM events WHERE number = ended)
	WHEN 3 THEN two AND submitted < stage
	WHEN 4 THEN guess IS NULL END
GROUP BY status, stage, kind
