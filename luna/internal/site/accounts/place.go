package accounts

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"errors"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/auth"
)

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
