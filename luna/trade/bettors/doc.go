// Package bettors implements machine bettors for Turing Trade: one that bets at random, one that
// trades by a belief, and one that asks a fixed script and learns what to believe from the answers.
// They see what [trade.Game.Look] shows a bettor, and nothing else.
package bettors
