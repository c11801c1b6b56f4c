package store_test

import (
	"bytes"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

func TestReopened(t *testing.T) {
	ctx := t.Context()
	path := filepath.Join(t.TempDir(), "luna.db")
	s := suite.Must(store.Open(ctx, path))(t)
	guess := 1.0 / 3
	events := []game.Event{
		{Kind: game.Registered, Time: time.Date(2016, 2, 18, 12, 0, 0, 123456789, time.UTC),
			Player: "ann"},
		{Kind: game.Guessed, Time: time.Date(2016, 2, 18, 12, 0, 1, 0, time.UTC), Player: "ann",
			Game: "g", Guess: &guess},
		{Kind: game.Responded, Time: time.Date(2016, 2, 18, 12, 0, 2, 0, time.UTC), Player: "ann",
			Game: "g", Responses: []string{"", "'; --", "<b>", "\x00", "😀"}},
	}
	log := store.LogOf[game.Event](s, "events")
	save := func(*sql.Tx) error { return nil }
	at := suite.Must(log.Append(ctx, store.Position{}, events[:1], save))(t)
	before := at
	suite.Must(log.Append(ctx, at, events[1:], save))(t)
	if _, err := log.Append(ctx, before, events[:1], save); !errors.Is(err, store.ErrBehind) {
		t.Errorf("an event at an index that is taken: %v", err)
	}
	key, err := s.Key(ctx)
	if err != nil || len(key) != store.KeySize {
		t.Fatalf("key of %d bytes (%v)", len(key), err)
	}
	suite.OK(t, s.Close())
	s = suite.Must(store.Open(ctx, path))(t)
	defer s.Close()
	var read []game.Event
	for e, err := range store.LogOf[game.Event](s, "events").Events(ctx, 0) {
		suite.OK(t, err)
		read = append(read, e)
	}
	if !cmp.Equal(events, read) {
		t.Error(cmp.Diff(events, read))
	}
	if again, err := s.Key(ctx); err != nil || !bytes.Equal(key, again) {
		t.Errorf("the key differs after reopening (%v)", err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("other users can read the file: mode %v (%v)", info.Mode(), err)
	}
}

func TestForeignFiles(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text")
	suite.OK(t, os.WriteFile(text, bytes.Repeat([]byte("not a database\n"), 100), 0o600))
	other, newer := filepath.Join(dir, "other.db"), filepath.Join(dir, "newer.db")
	run(t, other, "CREATE TABLE t (x)")
	s := suite.Must(store.Open(t.Context(), newer))(t)
	s.Close()
	run(t, newer, "PRAGMA user_version = 1000")
	for path, want := range map[string]error{other: store.ErrNotOurs, newer: store.ErrNewer,
		text: nil, filepath.Join(dir, "no", "folder"): os.ErrNotExist} {
		before, _ := os.ReadFile(path)
		s, err := store.Open(t.Context(), path)
		if err == nil {
			s.Close()
			t.Errorf("%s was opened", path)
		} else if want != nil && !errors.Is(err, want) {
			t.Errorf("%s: found %q, expected %q", path, err, want)
		}
		if after, _ := os.ReadFile(path); path != newer && !bytes.Equal(before, after) {
			t.Errorf("%s was changed", path)
		}
	}
}

func TestDamagedLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "luna.db")
	s := suite.Must(store.Open(t.Context(), path))(t)
	defer s.Close()
	run(t, path, `INSERT INTO events VALUES (1, '{"kind":"noticed"}'), (3, '{}')`)
	n := 0
	var failed error
	for _, err := range store.LogOf[game.Event](s, "events").Events(t.Context(), 0) {
		n++
		failed = err
	}
	if n != 2 || failed == nil {
		t.Errorf("%d events (%v), expected one and an error", n, failed)
	}
}

func run(t *testing.T, path, statement string) {
	t.Helper()
	db := suite.Must(sql.Open("sqlite", path))(t)
	defer db.Close()
	suite.Must(db.Exec(statement))(t)
}
