// Package store keeps a site in one SQLite file: the accounts, the settings, the key that signs
// tokens, and for each game a log of what happened ([Log]).
//
// A committed transaction is on disk: the file uses write-ahead logging and is synchronised at
// every commit, so that neither a killed process nor a power failure undoes it.
package store
