package accounts

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
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

// Somebody who tries passwords for a name from many addresses uses up the limit of the name. So
// that this does not lock out its owner, the places where the owner has signed up or logged in
// before have limits of their own: browsers, which keep a signed token ("device cookies" of OWASP),
// and addresses, of which a keyed hash is kept.

// DeviceLife is how long a device is known after a login.
const DeviceLife = 365 * 24 * time.Hour

const (
	maxPlaces    = 20             // addresses that are known for an account, the last ones
	placeRefresh = 24 * time.Hour // how exactly it is known when somebody was there
)

// place is where an attempt to log in comes from.
type place struct {
	key   string
	known bool // its owner has logged in there before
}

// Device returns a token that identifies a browser after a login; see [From].
func (s *Service) Device(a Account) (string, error) {
	return s.Link(auth.KnownDevice, auth.Link{Account: string(a.ID), Value: rand.Text()}, DeviceLife)
}

// knownPlace returns the place of a login to an account, which is "" if there is none.
func (s *Service) knownPlace(ctx context.Context, id ID, from From) (place, error) {
	if l, err := s.Tokens().ParseLink(auth.KnownDevice, from.Device); err == nil && id != "" &&
		l.Account == string(id) {
		return place{"device " + l.Value, true}, nil
	}
	_, err := s.table.seenAt(ctx, id, s.hashPlace(from.Address))
	if errors.Is(err, sql.ErrNoRows) {
		return place{from.Address, false}, nil
	}
	return place{from.Address, true}, err
}

// rememberPlace records that the owner of an account was at an address.
func (s *Service) rememberPlace(ctx context.Context, id ID, address string) error {
	hash, now := s.hashPlace(address), s.clock()
	seen, err := s.table.seenAt(ctx, id, hash)
	if err == nil && now.Sub(seen) < placeRefresh {
		return nil
	}
	return s.table.db.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO known_places (account, place, seen)
			VALUES (?1, ?2, ?3) ON CONFLICT (account, place) DO UPDATE SET seen = ?3`,
			string(id), hash, now.Unix())
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `DELETE FROM known_places WHERE account = ?1 AND place NOT IN
			(SELECT place FROM known_places WHERE account = ?1 ORDER BY seen DESC LIMIT ?2)`,
			string(id), maxPlaces)
		return err
	})
}

// hashPlace hides an address.
func (s *Service) hashPlace(address string) []byte {
	m := hmac.New(sha256.New, s.placeKey)
	m.Write([]byte(address))
	return m.Sum(nil)[:16]
}

// seenAt returns when the owner of an account last logged in at a place, or [sql.ErrNoRows].
func (t *table) seenAt(ctx context.Context, id ID, place []byte) (time.Time, error) {
	var seen int64
	row := t.db.Read().QueryRowContext(ctx,
		"SELECT seen FROM known_places WHERE account = ? AND place = ?", string(id), place)
	err := row.Scan(&seen)
	return time.Unix(seen, 0), err
}
