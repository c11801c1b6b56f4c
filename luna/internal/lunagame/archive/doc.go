// Package archive keeps the state of a tournament in tables of a site's database, beside the log of
// its events. It writes what a [game.Tournament] has changed, serves as the [game.Source] of the
// tournament that checks the next changes, and answers queries: about a player's games, questions,
// ratings and guesses, and about all finished games.
//
// Invariants: the tables follow from the log alone ([Archive.Verify] makes them again and
// compares). Texts are in the log and nowhere else. A game that has ended without a result has no
// texts.
package archive
