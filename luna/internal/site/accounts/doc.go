// Package accounts implements the accounts of a site: registration and login, guests and machines,
// settings, and the tokens that identify players. All games, pages and endpoints share one
// [Service], and with it the limits on how often somebody may try.
//
// An unknown name, an account that nobody can log in to and a wrong password give the same
// [ErrLogin] after the same time.
package accounts
