// Package fair keeps Smarts Ratings from being bought. It decides how much a guess weighs, tells
// networks apart without storing their addresses, and finds players whose guesses are not honest.
// What a weight then does to a rating is a rule of package game.
package fair
