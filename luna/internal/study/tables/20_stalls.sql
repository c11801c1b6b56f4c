-- Games stalled after reading
-- Of the period, by the kind of the player who left them, or let them end, after reading the other's
-- questions. Paid: those that counted like a guess of 0, since they were more than are forgiven.
-- The thesis did not count them.
SELECT kind, count(DISTINCT player) AS players, count(*) AS games, sum(price > 0) AS paid
FROM stalls JOIN everyone e ON e.number = player WHERE time >= {{.Since}} AND time < {{.Until}}
GROUP BY kind
