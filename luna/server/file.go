package server

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/luna/internal/site"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// file is the database of a rating system, which a server may have open at the same time.
type file struct {
	store    *store.Store
	accounts *accounts.Service
}

// withFile opens an existing database while a function runs.
func withFile(ctx context.Context, db string, do func(*file) error) (err error) {
	if err := exists(ctx, db); err != nil {
		return err
	}
	s, err := store.Open(ctx, db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	a, err := accounts.Open(ctx, accounts.Options{Store: s})
	if err != nil {
		return err
	}
	return do(&file{s, a})
}

// exists returns an error if there is no database file, or one that must not be opened.
func exists(ctx context.Context, db string) error {
	if _, err := os.Stat(db); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: there is no such file; luna serve makes one", db)
	}
	if _, err := os.Stat(db + "-lock"); err != nil && !store.Leftover(db) {
		return nil // neither a server nor what a killed process left
	}
	err := site.Exclusive(db, func() error { return store.Fits(ctx, db) })
	if errors.Is(err, atomicdir.ErrLocked) {
		return nil // a server has opened it
	}
	return err
}

// AddMachine registers a machine player in an existing database file and returns its token. It may
// run beside a server, like all functions on a file that do not say otherwise.
func AddMachine(ctx context.Context, db, name string, consent bool) (token string, err error) {
	err = withFile(ctx, db, func(f *file) error {
		c := accounts.Credentials{Username: name, Consent: consent}
		a, err := f.accounts.RegisterMachine(ctx, "operator", c)
		if err == nil {
			token, err = f.accounts.Token(a)
		}
		return err
	})
	return token, err
}

// RevokeMachine invalidates all tokens of a machine player and returns a new one.
func RevokeMachine(ctx context.Context, db, name string) (token string, err error) {
	err = withPlayer(ctx, db, name, func(f *file, a accounts.Account) (err error) {
		if a.Kind != accounts.Machine {
			return fmt.Errorf("%q is a %s, not a machine", a.Username, a.Kind)
		}
		if a, err = f.accounts.Revoke(ctx, a.ID); err == nil {
			token, err = f.accounts.Token(a)
		}
		return err
	})
	return token, err
}

// Machine is a machine player of a rating system: its Name and when it Joined.
type Machine struct {
	Name     string    `json:"name"`
	Joined   time.Time `json:"joined"`
	Consents bool      `json:"consents"` // whether it consents to the publication of its games
}

// Machines lists the machine players.
func Machines(ctx context.Context, db string) ([]Machine, error) {
	machines := []Machine{}
	err := withFile(ctx, db, func(f *file) error {
		list, err := f.accounts.Find(ctx, accounts.Search{Kind: accounts.Machine})
		for _, a := range slices.Backward(list) {
			machines = append(machines, Machine{a.Username, a.Joined.UTC(), a.Consent})
		}
		return err
	})
	return machines, err
}
