package game

import "time"

// The numbers of the rules.
const (
	// Questions is how many questions each player asks and how many responses each gives (2.2).
	Questions = 5
	// MaxCharacters is the length that a question or a response may have, in code points (2.2, 2.3).
	MaxCharacters = 5000
	// MaxRating is the highest guess, score and rating; the lowest is 0. Fractions are allowed, as ratings have them.
	MaxRating = 100
	// MaxActive is in how many games a player may be at a time.
	MaxActive = 8
	// ExpireAfter is how long a game lives without activity: an opening, a joining or a submission (6.5).
	ExpireAfter = 3 * 24 * time.Hour
)

// tieTolerance is below which two distances are equal. Ratings are means, and the same distance from two means may
// differ in its last bits: 66⅔ − 66 and 34 − 33⅓ do.
const tieTolerance = 1e-9
