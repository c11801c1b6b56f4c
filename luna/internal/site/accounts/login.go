package accounts

import (
	"context"
	"errors"
	"runtime"
	"time"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/luna/internal/site/auth"
)

// From says where a login comes from.
type From struct {
	Address string // the [httpx.AddressKey] of the client
	Device  string // token that [Service.Device] gave the browser at an earlier login, or ""
}

// Login returns the account with a name and password, or [ErrLogin]. It may be suspended.
func (s *Service) Login(ctx context.Context, address, username, password string) (Account, error) {
	return s.LoginFrom(ctx, From{Address: address}, username, password)
}

// LoginFrom is [Service.Login] from a browser that may be known. Failed logins from elsewhere do
// not lock out a player who has logged in from the same device or address before.
func (s *Service) LoginFrom(ctx context.Context, from From, username, password string) (Account, error) {
	if err := s.guard.Logins.Allow(from.Address, 1); err != nil {
		return Account{}, err
	}
	a, err := s.table.named(ctx, username)
	if err != nil && !errors.Is(err, ErrUnknown) {
		return Account{}, err
	}
	place, err := s.knownPlace(ctx, a.ID, from)
	if err != nil {
		return Account{}, err
	}
	if err := s.checkPassword(ctx, a, username, place, password); err != nil {
		return Account{}, err
	}
	return a, s.rememberPlace(ctx, a.ID, from.Address)
}

// checkPassword counts a try of a password for a name, whose account is zero if there is none, and
// returns [ErrLogin] if it is wrong. A place that is known has a limit of its own; all others
// share the limit of the name.
func (s *Service) checkPassword(ctx context.Context, a Account, username string, from place, password string) error {
	key, err := NameKey(username)
	if err != nil {
		key = username // nobody can have it
	}
	// Counted before the password is checked, so that concurrent tries count too. Somebody who
	// guesses from one address shuts out that address long before the owner of the name.
	pair := key + "\x00" + from.key
	if err := s.guard.Guesses.Allow(pair, 1); err != nil {
		return err
	}
	if !from.known {
		if err := s.guard.Names.Allow(key, 1); err != nil {
			return err
		}
		end, err := s.turn(ctx, from.key)
		if err != nil {
			return err
		}
		defer end()
	}
	if a.ID == "" {
		err = s.hasher.VerifyNone(ctx, password)
	} else {
		err = s.verify(ctx, a, password)
	}
	if errors.Is(err, auth.ErrMismatch) {
		return ErrLogin
	}
	if err == nil {
		s.guard.Guesses.Forget(pair)
	}
	return err
}

// verify checks a password, and replaces its hash if new hashes are made at another cost.
func (s *Service) verify(ctx context.Context, a Account, password string) error {
	stale, err := s.hasher.Verify(ctx, a.Password, password)
	if err != nil || !stale {
		return err
	}
	hash, err := s.hasher.Hash(ctx, password)
	if err != nil {
		return nil // the next login will try again
	}
	_ = s.revoking(ctx, func(r *revocation) error {
		_, err := s.table.change(ctx, r, a.ID, func(now *Account) error {
			if now.Password == a.Password {
				now.Password = hash
			}
			return nil
		})
		return err
	})
	return nil
}

// maxTurns is how many passwords from one address may wait, enough for a class.
const maxTurns = 40

// newTurns bounds how many passwords are hashed for strangers at a time. A hash takes a tenth of a
// second, so somebody who sends many passwords from many addresses makes others wait. Players at
// places where they have logged in before do not have to wait with them: the hasher has one slot
// more than strangers may take.
func newTurns() *guard.Turns {
	return guard.NewTurns(runtime.GOMAXPROCS(0), guard.Bounds{Address: maxTurns})
}

// turn waits for a turn of a stranger at the hasher and returns a function that ends it.
func (s *Service) turn(ctx context.Context, address string) (end func(), err error) {
	end, err = s.strangers.Take(ctx, guard.Client{Address: address, Network: guard.NetworkOf(address)})
	if _, full := errors.AsType[*guard.Full](err); full {
		return nil, &guard.LimitError{What: "passwords at the same time from this address", Wait: time.Second}
	}
	return end, err
}
