// Package accounts implements the accounts of a site: registration and login, guests and machines,
// settings, and the tokens that identify players. All games, pages and endpoints share one
// [Service], and with it the limits on how often somebody may try.
//
// An unknown name, an account that nobody can log in to and a wrong password give the same
// [ErrLogin] after the same time.
package accounts

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"hash/fnv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/luna-rating/luna/luna/internal/site/store"
)

// ID identifies an account, whatever its name. Other players never see it.
type ID string

// Kind is the kind of player.
type Kind string

// A Person has signed up and can log in. A Guest cannot log in, unless they choose a name and
// become a Person. A Machine is a program.
const (
	Person  Kind = "person"
	Guest   Kind = "guest"
	Machine Kind = "machine"
)

// Account is what a site knows about a player, whatever they play.
type Account struct {
	ID       ID
	Username string // unique
	Password string // hash of the password; "" if nobody can log in
	Kind     Kind

	Email          string // "" for none
	EmailConfirmed bool   // by a link in a letter; other mail is only sent to confirmed addresses

	Initial string // shown to opponents in place of a name
	Color   string // of the disc behind the initial, such as "#aabbcc"

	Consent       bool      // to the publication of what the player writes in the Luna Game
	ConsentChosen time.Time // when they last chose; zero if they were never asked
	ConsentText   int       // that they agreed to: see [ConsentText]
	PublicName    string    // the name that leaderboards show, unique; "" for none
	PublicChosen  time.Time // when they last chose it
	Joined        time.Time
	// Generation is the generation of the valid tokens. Raising it revokes all tokens issued
	// before.
	Generation int
	// Suspended is the reason why the player may not play at present, "" if they may.
	Suspended      string
	SuspendedUntil time.Time // when that ends by itself; zero if it does not
}

// ConsentText is the number of the text that players agree to by [Account].Consent. The first one
// was about games with a result; from the second on, texts of other games may be kept for research.
const ConsentText = 2

// colors are the colors that new accounts get. White letters are readable on all of them: the
// contrast is at least 4.5.
var colors = []string{
	"#b71c1c", "#880e4f", "#4a148c", "#311b92", "#1a237e", "#0d47a1",
	"#01579b", "#006064", "#004d40", "#1b5e20", "#bf360c", "#3e2723",
}

// complete fills in what an account has from its beginning.
func (a *Account) complete(now time.Time) {
	a.ID, a.Joined = ID(NewID()), now
	if key, err := NameKey(a.Username); err == nil {
		first, _ := utf8.DecodeRuneInString(key)
		a.Initial = strings.ToUpper(string(first))
	}
	h := fnv.New32a()
	h.Write([]byte(a.ID))
	sum := h.Sum32()
	if a.Kind == Guest {
		a.Initial = string(rune('A' + sum%26)) // the random name means nothing
	}
	a.Color = colors[sum%uint32(len(colors))]
}

// NewID returns 24 random hexadecimal digits, the form that identifiers had on the site of 2016.
func NewID() string {
	b := make([]byte, 12)
	rand.Read(b) // never fails
	return hex.EncodeToString(b)
}

// The errors by which a [Service] refuses something, besides a [NameError], package auth's errors
// of passwords, and a [guard.LimitError]. The texts may be shown to players.
var (
	ErrUnknown = errors.New("there is no such account")
	// ErrNameTaken is for a name that is, or looks like, another player's.
	ErrNameTaken = errors.New("the name is taken, or looks like one that is")
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

// Look is how a player appears to others: an initial on a disc of a color.
type Look struct{ Initial, Color string }

// Looks returns the looks of accounts, leaving out those that do not exist.
func (s *Service) Looks(ctx context.Context, ids []ID) (map[ID]Look, error) {
	found := make(map[ID]Look, len(ids))
	if len(ids) == 0 {
		return found, nil
	}
	text, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	err = store.Rows(ctx, s.table.db.Read(), func(r *sql.Rows) error {
		var id ID
		var l Look
		err := r.Scan(&id, &l.Initial, &l.Color)
		found[id] = l
		return err
	}, "SELECT id, initial, color FROM accounts WHERE id IN (SELECT value FROM json_each(?))", string(text))
	return found, err
}

// Search selects accounts. The zero value selects all.
type Search struct {
	Kind  Kind   // "" means any
	Name  string // text that the username contains, in any case
	Limit int    // 0 means no limit

	Suspended bool // only suspended accounts
}

// Resolve returns the account with a username, in any case, or failing that with an ID.
func (s *Service) Resolve(ctx context.Context, name string) (Account, error) {
	a, err := s.table.named(ctx, name)
	if errors.Is(err, ErrUnknown) {
		a, err = s.table.get(ctx, ID(name))
	}
	return a, err
}

// Find returns the accounts that a search selects, the newest first.
func (s *Service) Find(ctx context.Context, q Search) ([]Account, error) {
	limit := q.Limit
	if limit == 0 {
		limit = -1
	}
	key := ""
	if q.Name != "" {
		var err error
		if key, err = NameKey(q.Name); err != nil {
			return nil, err
		}
	}
	return s.table.query(ctx, "SELECT "+columns+` FROM accounts
		WHERE (?1 = '' OR kind = ?1) AND (?2 = '' OR instr(username_key, ?2) > 0)
		AND (NOT ?3 OR suspended <> '')
		ORDER BY joined DESC, id LIMIT ?4`, string(q.Kind), key, q.Suspended, limit)
}
