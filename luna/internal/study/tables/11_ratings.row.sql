-- Smarts Ratings of people
-- Of those who finished a game of the period, at its end. Some have no rating yet: those of newcomers
-- weigh little. Normality: the probability of such a skew and kurtosis by Jarque and Bera.
-- Thesis: n 220, mean 68.9, median 74.
WITH d AS (SELECT rating, rating - (SELECT avg(rating) FROM people WHERE finished > 0) AS d FROM people
	WHERE finished > 0), m AS (SELECT count(*) AS finished, count(rating) AS n, avg(rating) AS mean,
	{{sd "rating"}} AS sd, min(rating) AS low, max(rating) AS high, avg(d * d) AS m2, avg(d * d * d) AS m3,
	avg(d * d * d * d) AS m4 FROM d)
SELECT finished AS people, n AS rated, mean, {{median "rating" "d WHERE rating IS NOT NULL"}} AS median, sd,
	low AS minimum, high AS maximum, iif(low < high, m3 / pow(m2, 1.5), NULL) AS skew,
	iif(low < high, m4 / m2 / m2 - 3, NULL) AS excess_kurtosis,
	iif(low < high, exp(-n / 12.0 * (m3 * m3 / pow(m2, 3) + pow(m4 / m2 / m2 - 3, 2) / 4)), NULL)
	AS normality FROM m
