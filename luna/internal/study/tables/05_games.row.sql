-- Games
-- Finished: both guessed. Forfeited: one left, or was silent for three days, after the other's guess.
-- Withdrawn by pairing: opened, then given up for another game that somebody had opened; not counted as
-- initiated. Minutes: from the opening to the last guess of finished games.
-- Thesis: 685 initiated, 292 finished by both (42.6%).
SELECT count(*) FILTER (WHERE NOT moved) AS initiated, total(two) AS joined,
	total(status = 1) AS finished, avg(status = 1) FILTER (WHERE NOT moved) AS finished_share,
	total(status = 4) AS forfeited, total(status = 2 AND NOT moved) AS "left",
	total(status = 3) AS expired, total(status = 0) AS active, total(moved) AS withdrawn_by_pairing,
	{{median "(updated - opened) / 60" "played WHERE status = 1"}} AS median_minutes
FROM played
