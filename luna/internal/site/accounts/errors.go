package accounts

import "errors"

// What a [Service] refuses, besides a [NameError], the errors of passwords of package auth, and a
// [guard.LimitError]. The texts may be shown to players.
var (
	ErrUnknown = errors.New("there is no such account")
	// ErrNameTaken is for a name that is, or looks like, another player's.
	ErrNameTaken = errors.New("the name is taken")
	// ErrLogin does not reveal whether the account exists.
	ErrLogin = errors.New("there is no account with that username and password")
	// ErrPassword is for a change of password by somebody who does not know the present one.
	ErrPassword = errors.New("that is not your current password")
	// ErrToken is for a token that is missing, forged, expired or revoked, or whose account is
	// gone. It is wrapped to say which.
	ErrToken = errors.New("a valid token is needed: log in")
	ErrEmail = errors.New(`email: expected an address such as "ann@example.org"`)
	// ErrNotAGuest is for naming an account that has a name.
	ErrNotAGuest = errors.New("the account has a name already")
	// ErrNoPassword is for what only players who log in by a password can do.
	ErrNoPassword = errors.New("the account has no password")
	ErrInitial    = errors.New("initial: expected one or two characters")
	ErrColor      = errors.New(`color: expected one such as "#1e88e5"`)
)
