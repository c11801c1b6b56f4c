-- Visits of people
-- A visit begins with the first move after half an hour without one; to register is a move. Page views,
-- visits without a move and referrers are not stored. Came again: with two visits or more.
-- Thesis, by Google Analytics: 2312 sessions, 2937 page views, over 30% returning, 54% direct.
SELECT count(*) AS people, sum(n) AS visits, total(n > 1) AS came_again, avg(n > 1) AS share
FROM (SELECT count(*) AS n FROM visits GROUP BY id)
