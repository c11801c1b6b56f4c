// Package store keeps a rating system in one file of SQLite: the log of what happened in the tournament, from which
// [game.Replay] makes its state again, the accounts of the players, and the key by which tokens are signed.
//
// What [Store.Append] has returned from is on disk: the log is written ahead and synchronised at every commit, so that neither a killed
// process nor a lost supply of power takes an event back. Events are numbered without gaps; a second process that appends to the same
// log makes the first one's next append fail with [ErrBehind] rather than fork the log.
package store
