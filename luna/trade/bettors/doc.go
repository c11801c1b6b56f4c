// Package bettors implements machine bettors for Turing Trade: one that bets at random, one that
// trades by a belief, and one that asks a fixed script and learns what to believe from the answers.
// They see what [trade.Game.Look] shows a bettor, and nothing else.
//
// A new bettor is a [Bettor]. A way to predict for it is a [Learner], which cmd/luna builds.
package bettors
