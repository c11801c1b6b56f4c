// Package auth identifies players: passwords are stored as hashes that are costly to guess
// ([Hasher]), sessions are signed tokens that expire ([Tokens]), and links in mail are tokens that
// are valid for one purpose ([Tokens.Link]). It knows neither HTTP nor a database.
package auth
