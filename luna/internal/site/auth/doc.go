// Package auth holds what a server needs to know whom it speaks with: passwords kept as hashes that are costly to guess ([Hasher]), signed tokens
// that expire ([Tokens]), links by mail that are good for one purpose ([Tokens.Link]), and limits of how often somebody may try
// ([Limiter]). It knows neither HTTP nor a database.
package auth
