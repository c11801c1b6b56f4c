package accounts

import "errors"

// The errors by which a [Service] refuses something, besides a [NameError], package auth's errors
// of passwords, and a [guard.LimitError]. The texts may be shown to players.
var (
	ErrUnknown = errors.New("there is no such account")
	// ErrNameTaken is for a name that is, or looks like, another player's.
	ErrNameTaken = errors.New("the name is taken")
	// ErrLogin does not reveal whether the account exists.
	ErrLogin = errors.New("there is no account with that username and password")
	// ErrPassword is for a request with a wrong present password.
	ErrPassword = errors.New("that is not your current password")
	// ErrToken is for a token that is missing, forged, expired or revoked, or whose account is
	// gone. The error that wraps it says which.
	ErrToken = errors.New("a valid token is needed: log in")
	ErrEmail = errors.New(`email: expected an address such as "ann@example.org"`)
	// ErrNotAGuest is for giving a name to an account that already has one.
	ErrNotAGuest = errors.New("the account has a name already")
	// ErrNoPassword is for an action that requires a player who logs in with a password.
	ErrNoPassword = errors.New("the account has no password")
	ErrInitial    = errors.New("initial: expected one or two characters")
	ErrColor      = errors.New(`color: expected one such as "#1e88e5"`)
)
