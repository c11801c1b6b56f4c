package server

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// pageOf is a page of a database file and what it belongs to.
type pageOf struct {
	name   string
	number int
}

// pagesOf returns the pages of all tables and indexes of a file: of each, its root, and some
// others.
func pagesOf(t *testing.T, path string, others int) (list []pageOf, size int) {
	t.Helper()
	db := suite.Must(sql.Open("sqlite", path))(t)
	defer db.Close()
	suite.OK(t, db.QueryRow("PRAGMA page_size").Scan(&size))
	rows, err := db.Query(`SELECT name, pageno FROM
		(SELECT name, pageno, path, row_number() OVER (PARTITION BY name ORDER BY path) AS nth FROM dbstat)
		WHERE path = '/' OR nth <= ?`, others)
	if err != nil { // this build has no dbstat
		rows, err = db.Query("SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0 UNION SELECT 'schema', 1")
	}
	suite.OK(t, err)
	defer rows.Close()
	for rows.Next() {
		var p pageOf
		suite.OK(t, rows.Scan(&p.name, &p.number))
		list = append(list, p)
	}
	suite.OK(t, rows.Err())
	return list, size
}

// TestVerifyFindsDamage overwrites a page of every table and index in turn. Whatever it held,
// verify must find that, and no backup may be made of it.
func TestVerifyFindsDamage(t *testing.T) {
	path := old(t)
	suite.OK(t, Rebuild(t.Context(), path))
	whole := suite.Must(os.ReadFile(path))(t)
	others := 2
	if suite.Full(t) {
		others = 1000
	}
	list, size := pagesOf(t, path, others)
	if len(list) < 30 {
		t.Fatalf("found %d pages, expected those of over 30 tables and indexes", len(list))
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for _, p := range list {
		for what, fill := range map[string]func() byte{
			"zeros": func() byte { return 0 }, "random bytes": func() byte { return byte(rng.Uint32()) },
		} {
			text := bytes.Clone(whole)
			for i := range size {
				text[(p.number-1)*size+i] = fill()
			}
			suite.OK(t, os.WriteFile(path, text, 0o600))
			if v, err := Verify(t.Context(), path, nil); err == nil {
				t.Errorf("%s in page %d, of %s: found %+v", what, p.number, p.name, v)
			}
			if err := Backup(t.Context(), path, path+".backup", false); err == nil {
				t.Errorf("%s in page %d, of %s: a backup was made", what, p.number, p.name)
			}
		}
	}
	t.Logf("%d pages", len(list))
}

// TestDamageWhileServing ruins the accounts of a running server. As soon as anything meets that,
// the server must not be ready any more, and its log says so once.
func TestDamageWhileServing(t *testing.T) {
	path := old(t)
	suite.OK(t, Rebuild(t.Context(), path))
	list, size := pagesOf(t, path, 0)
	var log bytes.Buffer
	s := suite.Must(Open(t.Context(), Options{DB: path, Log: slog.New(slog.NewTextHandler(&log, nil))}))(t)
	h := httptest.NewServer(s)
	t.Cleanup(func() { h.Close(); s.Close() })
	get := func(path string) (int, string) {
		a := suite.Must(http.Get(h.URL + path))(t)
		defer a.Body.Close()
		text := suite.Must(io.ReadAll(a.Body))(t)
		return a.StatusCode, string(text)
	}
	if status, text := get("/readyz"); status != http.StatusOK {
		t.Fatal(status, text)
	}
	f := suite.Must(os.OpenFile(path, os.O_WRONLY, 0))(t)
	for _, p := range list {
		if strings.Contains(p.name, "account") {
			suite.Must(f.WriteAt(make([]byte, size), int64((p.number-1)*size)))(t)
		}
	}
	suite.OK(t, f.Close())
	suite.OK(t, checkpointed(path))
	login := func() int {
		a := suite.Must(http.Post(h.URL+"/login", "application/json",
			strings.NewReader(`{"username":"nobody","password":"correct horse"}`)))(t)
		a.Body.Close()
		return a.StatusCode
	}
	if status := login(); status < 500 {
		t.Fatalf("logging in: status %d, so that nothing was met", status)
	}
	login()
	for range 2 {
		if status, text := get("/readyz"); status != http.StatusServiceUnavailable ||
			!strings.Contains(text, "damaged") {
			t.Errorf("/readyz: %d %s", status, text)
		}
	}
	if n := strings.Count(log.String(), "not ready from now on"); n != 1 ||
		!strings.Contains(log.String(), "luna admin restore") {
		t.Errorf("the log tells of it %d times:\n%s", n, log.String())
	}
}

// checkpointed makes other connections drop the pages that they have cached, by a change.
func checkpointed(path string) error {
	db, err := sql.Open("sqlite", path)
	if err == nil {
		_, err = db.Exec("UPDATE settings SET value = x'00' WHERE name = 'probe'; PRAGMA wal_checkpoint(TRUNCATE)")
		err = errors.Join(err, db.Close())
	}
	return err
}

// TestNothingOnRuins has every command meet a ruined file. What it prints names the way out.
func TestNothingOnRuins(t *testing.T) {
	path := old(t)
	suite.OK(t, Rebuild(t.Context(), path))
	list, size := pagesOf(t, path, 0)
	f := suite.Must(os.OpenFile(path, os.O_WRONLY, 0))(t)
	for _, p := range list {
		if p.name == "events" || p.name == "settings" {
			suite.Must(f.WriteAt(make([]byte, size), int64((p.number-1)*size)))(t)
		}
	}
	suite.OK(t, f.Close())
	for name, do := range map[string]func() error{
		"rebuild": func() error { return Rebuild(context.Background(), path) },
		"serve": func() error {
			s, err := Open(context.Background(), Options{DB: path})
			if err == nil {
				err = fmt.Errorf("it was opened: %w", s.Close())
			}
			return err
		},
		"players": func() error {
			_, err := Players(context.Background(), path, PlayerSearch{})
			return err
		},
	} {
		err := do()
		if !errors.Is(err, store.ErrMalformed) || !strings.Contains(err.Error(), "luna admin restore") ||
			!strings.Contains(err.Error(), ".recover") {
			t.Errorf("%s: found %v, expected advice", name, err)
		}
	}
}

// TestEraseGame removes the texts of games, one by one. Everything else must follow from the log
// that is left, such as which questions a player has asked, how often, and where last.
func TestEraseGame(t *testing.T) {
	suite.Slow(t, "plays dozens of games")
	ctx, path := t.Context(), old(t)
	suite.OK(t, Rebuild(ctx, path))
	var all []game.Game
	read(t, path, func(a *archive.Archive) {
		for g, err := range a.Finished(ctx) {
			suite.OK(t, err)
			all = append(all, g)
		}
	})
	rng := rand.New(rand.NewPCG(1, 2))
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for i, g := range all[:min(20, len(all))] {
		name, erased := "", [2]bool{true, true}
		if i%2 == 1 {
			seat := i / 2 % 2
			name, erased = string(g.Seats[seat].Player), [2]bool{seat == 0, seat == 1}
		}
		suite.OK(t, EraseGame(ctx, path, string(g.ID), name))
		read(t, path, func(a *archive.Archive) {
			found := suite.Must(a.Game(ctx, g.ID))(t)
			for seat, x := range found.Seats {
				if kept := len(x.Questions)+len(x.Responses) > 0; kept == erased[seat] {
					t.Errorf("game %s, seat %d: texts are there: %v", g.ID, seat, kept)
				}
			}
		})
	}
	if v, err := Verify(ctx, path, nil); err != nil || len(v.Problems) > 0 {
		t.Errorf("found %v, %v", v.Problems, err)
	}
	suite.OK(t, EraseGame(ctx, path, string(all[0].ID), "")) // again
	for _, c := range []struct{ id, name, want string }{
		{"no-game", "", `no game "no-game"`}, {string(all[0].ID), "nobody", `"nobody" is no player`},
	} {
		if err := EraseGame(ctx, path, c.id, c.name); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v", c, err)
		}
	}
}

// read reads the tables of a file.
func read(t *testing.T, path string, do func(*archive.Archive)) {
	t.Helper()
	suite.OK(t, withFile(t.Context(), path, func(f *file) error {
		a, err := archive.Open(context.Background(), f.store)
		if err == nil {
			do(a)
		}
		return err
	}))
}
