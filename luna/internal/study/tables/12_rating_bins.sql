-- Distribution of Smarts Ratings of people
-- Of those above, in ten bins from 0 to 100; 100 is in the last. The thesis's figure 6.4 has ten from the
-- lowest rating to the highest, 1 to 100, by eye: 7 3 5 9 20 20 38 56 38 24.
WITH RECURSIVE bin(low) AS (SELECT 0 UNION ALL SELECT low + 10 FROM bin WHERE low < 90)
SELECT low, low + 10 AS high, count(rating) AS people FROM bin LEFT JOIN people ON finished > 0
	AND rating >= low AND (rating < low + 10 OR low = 90) GROUP BY low ORDER BY low
