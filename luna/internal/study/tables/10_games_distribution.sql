-- People by games finished
-- Of the people above.
SELECT iif(finished > 10, '11 or more', finished) AS games, count(*) AS people FROM people
GROUP BY min(finished, 11)
