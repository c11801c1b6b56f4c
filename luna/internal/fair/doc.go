// Package fair keeps Smarts Ratings from being bought. It decides how much a guess weighs, tells
// networks apart without storing their addresses, and finds players whose guesses are not honest.
// The rules in package game say how a weight affects a rating.
package fair
