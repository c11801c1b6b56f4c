package referee

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/store"
)

// What a player's settings can be refused for.
var (
	// ErrNotAGuest is for the naming of who has a name.
	ErrNotAGuest = errors.New("the account has a name already")
	// ErrInitial is for an initial that is not one.
	ErrInitial = errors.New("initial: expected one or two characters")
	// ErrColor is for a color that is not one.
	ErrColor = errors.New(`color: expected one as "#1e88e5"`)
)

// colors are those that a new player may get: on all of them white letters can be read (contrast 4.5 at least).
var colors = []string{"#b71c1c", "#880e4f", "#4a148c", "#311b92", "#1a237e", "#0d47a1", "#01579b", "#006064", "#004d40", "#1b5e20", "#bf360c", "#3e2723"}

// Register makes an account of a person or machine: of what is given, Username, Password (its hash), Kind, Email and Consent count. The error is
// a [store.NameError], [store.ErrNameTaken], or of the store.
func (r *Referee) Register(ctx context.Context, a store.Account) (store.Account, error) {
	a = NewAccount(a, r.o.Clock())
	return a, r.store.CreateAccount(ctx, a)
}

// NewAccount completes an account of what [Referee.Register] takes, for who keeps it in a store without a referee.
func NewAccount(a store.Account, now time.Time) store.Account {
	a.ID, a.Joined = game.PlayerID(identifier()), now
	a.EmailConfirmed, a.Generation = false, 0
	if key, err := store.NameKey(a.Username); err == nil {
		first, _ := utf8.DecodeRuneInString(key)
		a.Initial = strings.ToUpper(string(first))
	}
	h := hashOf(a.ID)
	if a.Kind == store.Guest {
		a.Initial = string(rune('A' + h%26)) // her name has no meaning
	}
	a.Color = colors[h%uint32(len(colors))]
	return a
}

// RegisterGuest makes an account under a random name of 32 characters, without a password.
func (r *Referee) RegisterGuest(ctx context.Context, consent bool) (store.Account, error) {
	return r.Register(ctx, store.Account{Username: identifier() + identifier()[:8], Kind: store.Guest, Consent: consent})
}

// SaveGuest makes a person of a guest: username, hash of the password and email are hers from then on, with the games that she has played.
func (r *Referee) SaveGuest(ctx context.Context, player game.PlayerID, username, password, email string) (store.Account, error) {
	return r.update(ctx, player, func(a *store.Account) error {
		if a.Kind != store.Guest {
			return ErrNotAGuest
		}
		a.Kind, a.Username, a.Password, a.Email, a.EmailConfirmed = store.Person, username, password, email, false
		return nil
	})
}

// Account returns the account of a player.
func (r *Referee) Account(ctx context.Context, player game.PlayerID) (store.Account, error) {
	return r.store.Account(ctx, player)
}

// AccountNamed returns the account of a name, whatever its case.
func (r *Referee) AccountNamed(ctx context.Context, username string) (store.Account, error) {
	return r.store.AccountNamed(ctx, username)
}

// SetInitial sets what stands for a player before opponents: one or two characters that can be seen.
func (r *Referee) SetInitial(ctx context.Context, player game.PlayerID, initial string) error {
	n := utf8.RuneCountInString(initial)
	if _, err := store.NameKey(initial); err != nil || !utf8.ValidString(initial) || n < 1 || n > 2 {
		return fmt.Errorf("%w, found %q", ErrInitial, short(initial))
	}
	_, err := r.update(ctx, player, func(a *store.Account) error {
		a.Initial = initial
		return nil
	})
	return err
}

// SetColor sets the color of the disc on which a player's initial stands, as "#1e88e5".
func (r *Referee) SetColor(ctx context.Context, player game.PlayerID, color string) error {
	digits, ok := strings.CutPrefix(color, "#")
	if b, err := hex.DecodeString(digits); !ok || err != nil || len(b) != 3 {
		return fmt.Errorf("%w, found %q", ErrColor, short(color))
	}
	_, err := r.update(ctx, player, func(a *store.Account) error {
		a.Color = strings.ToLower(color)
		return nil
	})
	return err
}

// SetConsent sets whether a player's questions, responses and guesses may be published.
func (r *Referee) SetConsent(ctx context.Context, player game.PlayerID, consent bool) error {
	_, err := r.update(ctx, player, func(a *store.Account) error {
		a.Consent = consent
		return nil
	})
	return err
}

// SetEmail sets where mail for a player goes, "" for nowhere. It goes there once [Referee.ConfirmEmail] was called.
func (r *Referee) SetEmail(ctx context.Context, player game.PlayerID, email string) error {
	_, err := r.update(ctx, player, func(a *store.Account) error {
		if a.Email != email {
			a.Email, a.EmailConfirmed = email, false
		}
		return nil
	})
	return err
}

// ConfirmEmail notes that who reads the mail of an address confirmed it, if it still is the player's.
func (r *Referee) ConfirmEmail(ctx context.Context, player game.PlayerID, email string) error {
	_, err := r.update(ctx, player, func(a *store.Account) error {
		a.EmailConfirmed = a.EmailConfirmed || a.Email == email && email != ""
		return nil
	})
	return err
}

// SetPassword sets the hash of a person's password and makes the tokens that were given out void.
func (r *Referee) SetPassword(ctx context.Context, player game.PlayerID, password string) (store.Account, error) {
	return r.update(ctx, player, func(a *store.Account) error {
		a.Password = password
		a.Generation++
		return nil
	})
}

// Rehash puts another hash of the same password in the place of one. The tokens that were given out stay valid.
func (r *Referee) Rehash(ctx context.Context, player game.PlayerID, from, to string) error {
	_, err := r.update(ctx, player, func(a *store.Account) error {
		if a.Password == from {
			a.Password = to
		}
		return nil
	})
	return err
}

// Revoke makes the tokens of a player void that were given out.
func (r *Referee) Revoke(ctx context.Context, player game.PlayerID) (store.Account, error) {
	return r.update(ctx, player, func(a *store.Account) error {
		a.Generation++
		return nil
	})
}

// update changes an account and how it looks.
func (r *Referee) update(ctx context.Context, player game.PlayerID, change func(*store.Account) error) (store.Account, error) {
	a, err := r.store.UpdateAccount(ctx, player, change)
	if err == nil {
		r.looks.Store(player, a.Look())
	}
	return a, err
}

func hashOf(id game.PlayerID) uint32 {
	h := fnv.New32a()
	h.Write([]byte(id))
	return h.Sum32()
}

// identifier returns 24 random hexadecimal digits, as the identifiers of the site of 2016 had.
func identifier() string {
	b := make([]byte, 12)
	rand.Read(b) // which cannot fail
	return hex.EncodeToString(b)
}

// short is as much of a text as an error should repeat.
func short(text string) string {
	if r := []rune(text); len(r) > 20 {
		return string(r[:20]) + "…"
	}
	return text
}
