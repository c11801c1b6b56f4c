package accounts

import (
	"context"
	"errors"
	"net/mail"
	"strings"
	"unicode"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/referee"
	"github.com/luna-rating/luna/luna/internal/site/auth"
	"github.com/luna-rating/luna/luna/internal/store"
	"github.com/luna-rating/luna/luna/wire"
)

// Desk is where players are let in. All fields but Confirm must be set; they are not changed in use, which may be concurrent.
type Desk struct {
	Referee *referee.Referee // keeps the accounts
	Hasher  *auth.Hasher     // of passwords
	Tokens  *auth.Tokens     // that players are known by
	Guard   *auth.Guard      // limits tries
	// Confirm, if not nil, is told of an address for mail that a player gave, who is to confirm it. It must not block.
	Confirm func(store.Account)
}

// Register makes a person's account. The address is [auth.AddressKey] of where the request came from.
func (d *Desk) Register(ctx context.Context, address string, c wire.Credentials) (store.Account, error) {
	hash, err := d.admit(ctx, address, c)
	if err != nil {
		return store.Account{}, err
	}
	a, err := d.Referee.Register(ctx, store.Account{Username: c.Username, Password: hash, Kind: store.Person, Email: c.Email, Consent: c.Consent})
	if err == nil {
		d.confirm(a)
	}
	return a, err
}

// admit checks what somebody wants to be known by, counts it and returns the hash of the password.
func (d *Desk) admit(ctx context.Context, address string, c wire.Credentials) (string, error) {
	if err := check(c); err != nil {
		return "", err
	}
	if err := take(d.Guard.Registrations, address, "registrations from this address"); err != nil {
		return "", err
	}
	return d.Hasher.Hash(ctx, c.Password)
}

// RegisterGuest makes an account without a name, which nobody can log in to.
func (d *Desk) RegisterGuest(ctx context.Context, address string, consent bool) (store.Account, error) {
	if err := take(d.Guard.Registrations, address, "registrations from this address"); err != nil {
		return store.Account{}, err
	}
	return d.Referee.RegisterGuest(ctx, consent)
}

// RegisterMachine makes a machine's account, which nobody can log in to. Whether the caller may have one is not checked here.
func (d *Desk) RegisterMachine(ctx context.Context, address string, c wire.Credentials) (store.Account, error) {
	if err := checkName(c); err != nil {
		return store.Account{}, err
	}
	if err := take(d.Guard.Registrations, address, "registrations from this address"); err != nil {
		return store.Account{}, err
	}
	a, err := d.Referee.Register(ctx, store.Account{Username: c.Username, Password: auth.NoPassword, Kind: store.Machine, Email: c.Email, Consent: c.Consent})
	if err == nil {
		d.confirm(a)
	}
	return a, err
}

// SaveGuest makes a person of a guest. The tokens that she has stay good.
func (d *Desk) SaveGuest(ctx context.Context, address string, guest game.PlayerID, c wire.Credentials) (store.Account, error) {
	hash, err := d.admit(ctx, address, c)
	if err != nil {
		return store.Account{}, err
	}
	a, err := d.Referee.SaveGuest(ctx, guest, c.Username, hash, c.Email)
	if err == nil {
		d.confirm(a)
	}
	return a, err
}

// Login returns the account of a name and password, or [ErrLogin].
func (d *Desk) Login(ctx context.Context, address, username, password string) (store.Account, error) {
	if err := take(d.Guard.Logins, address, "logins from this address"); err != nil {
		return store.Account{}, err
	}
	key, err := store.NameKey(username)
	if err != nil {
		key = username // nobody can have it
	}
	// Counted before it is known whether the password is right, so that many tries at a time are too. Somebody who guesses shuts out herself
	// long before she shuts out, from many addresses, whose name it is.
	pair := key + "\x00" + address
	if err := take(d.Guard.Guesses, pair, "failed logins of this username from this address"); err != nil {
		return store.Account{}, err
	}
	if err := take(d.Guard.Names, key, "logins of this username"); err != nil {
		return store.Account{}, err
	}
	a, err := d.Referee.AccountNamed(ctx, username)
	switch {
	case errors.Is(err, store.ErrUnknownAccount):
		err = d.Hasher.VerifyNone(ctx, password)
	case err == nil:
		err = d.verify(ctx, a, password)
	}
	if errors.Is(err, auth.ErrMismatch) {
		return store.Account{}, ErrLogin
	}
	if err != nil {
		return store.Account{}, err
	}
	d.Guard.Guesses.Forget(pair)
	return a, nil
}

// verify checks a password, and hashes it anew where hashes are made at a higher cost than when it was chosen.
func (d *Desk) verify(ctx context.Context, a store.Account, password string) error {
	stale, err := d.Hasher.Verify(ctx, a.Password, password)
	if err != nil || !stale {
		return err
	}
	hash, err := d.Hasher.Hash(ctx, password)
	if err != nil {
		return nil // the next login will try again
	}
	_ = d.Referee.Rehash(ctx, a.ID, a.Password, hash)
	return nil
}

// Token returns a new token of an account.
func (d *Desk) Token(a store.Account) (string, error) {
	return d.Tokens.Session(string(a.ID), a.Username, a.Generation)
}

// SetEmail sets where a player is told that it is her turn, "" for nowhere, and returns her account.
func (d *Desk) SetEmail(ctx context.Context, player game.PlayerID, email string) (store.Account, error) {
	if err := checkEmail(email); err != nil {
		return store.Account{}, err
	}
	if err := d.Referee.SetEmail(ctx, player, email); err != nil {
		return store.Account{}, err
	}
	a, err := d.Referee.Account(ctx, player)
	if err == nil && !a.EmailConfirmed {
		d.confirm(a)
	}
	return a, err
}

func (d *Desk) confirm(a store.Account) {
	if d.Confirm != nil && a.Email != "" {
		d.Confirm(a)
	}
}

func check(c wire.Credentials) error {
	if err := checkName(c); err != nil {
		return err
	}
	return auth.CheckPassword(c.Password)
}

// checkName checks what all who register give.
func checkName(c wire.Credentials) error {
	if _, err := store.NameKey(c.Username); err != nil {
		return err
	}
	return checkEmail(c.Email)
}

// checkEmail allows a bare address, of the length that SMTP can carry.
func checkEmail(email string) error {
	if email == "" {
		return nil
	}
	if a, err := mail.ParseAddress(email); err != nil || a.Address != email || len(email) > 254 || strings.ContainsFunc(email, odd) {
		return ErrEmail
	}
	return nil
}

// odd is what an address may have in quotes only, which nobody's has.
func odd(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune(`"<>(),;:\`, r)
}
