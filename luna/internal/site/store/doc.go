// Package store keeps a site in one SQLite file: the accounts, the settings, the key by which
// tokens are signed, and for each game a log of what happened ([Log]).
//
// What a transaction has committed is on disk: the file is written ahead and synchronised at
// every commit, so that neither a killed process nor a power failure undoes it.
package store
