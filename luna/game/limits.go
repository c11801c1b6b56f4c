package game

import "time"

// The limits that the rules set.
const (
	// Questions is the number of questions that each player asks (2.2).
	Questions = 5
	// MaxCharacters is the maximum length of a question or a response in code points (2.2, 2.3).
	MaxCharacters = 5000
	// MaxRating is the maximum of guesses, scores and ratings; the minimum is 0. Fractions are
	// allowed.
	MaxRating = 100
	// MaxActive is the maximum number of active games of a player.
	MaxActive = 8
	// MaxBlocks is the maximum number of games whose other player a player has blocked.
	MaxBlocks = 300
	// ExpireAfter is how long a game stays active after its last activity (6.5): being opened,
	// being joined, or a submission.
	ExpireAfter = 3 * 24 * time.Hour
)

// Rules is the present version of the rules. Since version 1, provisional ratings decide games, and
// a mean lies within the range of its guesses, where rounding led beyond it before.
const Rules = 1

// tieTolerance is the difference below which two distances are equal. Ratings are means, and equal
// distances from two means may differ in the last bits, as 66⅔ − 66 and 34 − 33⅓ do.
const tieTolerance = 1e-9
