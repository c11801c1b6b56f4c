// Package bettors implements machine bettors for Turing Trade: one that bets at random, and one that
// trades by a belief. They see what [trade.Game.Look] shows a bettor, and nothing else.
//
// A new bettor is a [Bettor].
package bettors
