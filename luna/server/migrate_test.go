package server

import (
	"compress/gzip"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
	"github.com/luna-rating/luna/luna/internal/lunagame/play"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/store"
	"github.com/luna-rating/luna/luna/wire"
)

// old returns a copy of a database that version 0.1.0 wrote: see testdata/make.py.
func old(t *testing.T) string { return of(t, "0.1.0") }

func of(t *testing.T, version string) string {
	t.Helper()
	text := suite.Must(os.ReadFile("testdata/luna-" + version + ".db"))(t)
	path := filepath.Join(t.TempDir(), "luna.db")
	suite.OK(t, os.WriteFile(path, text, 0o600))
	return path
}

// seen is what a version showed a player, as JSON.
type seen struct {
	Home    []map[string]any `json:"home"`
	Profile map[string]any   `json:"profile"`
	Asked   []map[string]any `json:"oldquestions"`
}

func oldViews(t *testing.T, version string) map[string]seen {
	t.Helper()
	f := suite.Must(os.Open("testdata/views-" + version + ".json.gz"))(t)
	defer f.Close()
	text := suite.Must(gzip.NewReader(f))(t)
	var views map[string]seen
	suite.OK(t, json.NewDecoder(text).Decode(&views))
	return views
}

// TestMigration opens databases of versions 0.1.0 and 0.2.0 and compares what each player sees with
// what that version showed them. Ratings are the same to the bit. The texts of games without a
// result, which only 0.1.0 has kept, go when they can no longer be reported.
func TestMigration(t *testing.T) {
	for _, version := range []string{"0.1.0", "0.2.0"} {
		t.Run(version, func(t *testing.T) {
			path := of(t, version)
			compareOld(t, path, version)
			v := suite.Must(Verify(t.Context(), path, nil))(t)
			if len(v.Problems) > 0 || v.Behind > 0 || v.Games < 50 {
				t.Errorf("%+v", v)
			}
			s := suite.Must(store.Open(t.Context(), path))(t)
			a := suite.Must(archive.Open(t.Context(), s))(t)
			suite.OK(t, a.Sweep(t.Context(), time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC), true))
			var left int
			suite.OK(t, s.Read().QueryRow(`SELECT count(*) FROM games g JOIN seats s ON s.game = g.number
				JOIN events e ON e.number IN (s.questions, s.responses)
				WHERE g.status IN (2, 3) AND instr(e.body, '"removed":true') = 0`).Scan(&left))
			suite.OK(t, s.Close())
			if left > 0 {
				t.Errorf("%d texts of games without a result are still in the log", left)
			}
		})
	}
}

// TestMigrationContinues begins a migration, as one that was killed, and has it continued.
func TestMigrationContinues(t *testing.T) {
	path := old(t)
	s := suite.Must(store.Open(t.Context(), path))(t)
	a := suite.Must(archive.Open(t.Context(), s))(t)
	log, rules := archive.Log(s), a.Rules(nil)
	events := suite.Must(log.Chunk(t.Context(), 0))(t)
	events = events[:len(events)/2]
	tournament := suite.Must(rules.Load(t.Context(), 0))(t)
	for _, e := range events {
		suite.OK(t, rules.Apply(tournament, e))
	}
	_, err := log.Follow(t.Context(), store.Position{}, events, func(tx *sql.Tx) error {
		return rules.Save(t.Context(), tx, tournament)
	})
	suite.OK(t, errors.Join(err, s.Close()))
	compareOld(t, path, "0.1.0")
}

func compareOld(t *testing.T, path, version string) {
	t.Helper()
	views := oldViews(t, version)
	suite.OK(t, withFile(t.Context(), path, func(f *file) error {
		r, err := f.referee(t.Context())
		if err != nil {
			return err
		}
		defer r.Close()
		for name, want := range views {
			comparePlayer(t, f, r, name, want)
		}
		return nil
	}))
}

// comparePlayer compares what one player sees.
func comparePlayer(t *testing.T, f *file, r *play.Referee, name string, want seen) {
	t.Helper()
	ctx := t.Context()
	a := suite.Must(f.accounts.Named(ctx, name))(t)
	id := game.PlayerID(a.ID)
	found := make(map[any]map[string]any)
	for page := (archive.Page{}); ; {
		views, next, err := r.Games(ctx, id, page)
		suite.OK(t, err)
		for _, v := range views {
			g := through(t, wire.Game{View: v})
			found[g["_id"]] = g
		}
		if page.Before = next; next == "" {
			break
		}
	}
	if len(found) != len(want.Home) {
		t.Errorf("%s: found %d games, expected %d", name, len(found), len(want.Home))
	}
	kept := make(map[any]bool) // the texts of questions in games that may have a result
	for _, g := range want.Home {
		questions, _ := g["questions"].([]any)
		if g["active"] == true || g["turn"] == 2. {
			for _, q := range questions {
				kept[q.(map[string]any)["question"].(map[string]any)["question"]] = true
			}
		}
		if diff := cmp.Diff(g, fieldsOf(g, found[g["_id"]])); diff != "" {
			t.Errorf("%s, game %s (-then +now):\n%s", name, g["_id"], diff)
		}
	}
	comparePast(t, r, a, want, kept)
}

// comparePast compares what a player's profile and list of questions show.
func comparePast(t *testing.T, r *play.Referee, a accounts.Account, want seen, kept map[any]bool) {
	t.Helper()
	p := suite.Must(r.Player(t.Context(), game.PlayerID(a.ID), play.MaxHistory))(t)
	p.Joined = a.Joined
	profile := through(t, wire.Profile{Player: p, Username: a.Username,
		Look: game.Look{Initial: a.Initial, Color: a.Color}})
	if diff := cmp.Diff(want.Profile, fieldsOf(want.Profile, profile)); diff != "" {
		t.Errorf("profile of %s (-then +now):\n%s", a.Username, diff)
	}
	asked, next, err := r.Questions(t.Context(), game.PlayerID(a.ID), archive.Page{})
	suite.OK(t, err)
	if next != "" {
		t.Errorf("%s has asked more than %d questions", a.Username, len(asked))
	}
	counts := make(map[any][2]any)
	for _, q := range asked {
		x := through(t, wire.OldQuestion{AskedQuestion: q})
		counts[x["question"]] = [2]any{x["numGames"], x["numWins"]}
	}
	expected := make(map[any][2]any)
	for _, q := range want.Asked {
		if kept[q["question"]] {
			expected[q["question"]] = [2]any{q["numGames"], q["numWins"]}
		}
	}
	if diff := cmp.Diff(expected, counts); diff != "" {
		t.Errorf("questions of %s (-then +now):\n%s", a.Username, diff)
	}
}

// fieldsOf returns of now what then had, and not the fields that came later.
func fieldsOf[T any](then, now T) T {
	switch then := any(then).(type) {
	case map[string]any:
		now, ok := any(now).(map[string]any)
		if !ok {
			break
		}
		kept := make(map[string]any)
		for name, value := range then {
			if other, ok := now[name]; ok {
				kept[name] = fieldsOf(value, other)
			}
		}
		return any(kept).(T)
	case []any:
		now, ok := any(now).([]any)
		if !ok || len(now) != len(then) {
			break
		}
		kept := make([]any, len(now))
		for i := range now {
			kept[i] = fieldsOf(then[i], now[i])
		}
		return any(kept).(T)
	}
	return now
}

// through returns a value as a client of the interface has it.
func through(t *testing.T, v any) (out map[string]any) {
	t.Helper()
	text := suite.Must(json.Marshal(v))(t)
	suite.OK(t, json.Unmarshal(text, &out))
	return out
}

// TestRefusals damages the log in several ways. A server must refuse to start, say what to do, and
// do so after that.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		name, damage string
		want         error
		cure         string // "" if there is none but a backup
	}{
		{"ahead", "DELETE FROM events WHERE number > (SELECT max(number) - 3 FROM events)",
			store.ErrAhead, "luna admin rebuild"},
		{"disagree", `UPDATE events SET body = replace(body, '"kind":"noticed"', '"reason":"x","kind":"noticed"')
			WHERE number IN (SELECT number FROM events WHERE body LIKE '%"kind":"noticed"%'
				ORDER BY number DESC LIMIT 1)`, store.ErrDisagree, "luna admin rebuild"},
		{"damaged", "UPDATE events SET body = '{' WHERE number = (SELECT max(number) FROM events)",
			store.ErrDamaged, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := old(t)
			open := func() error {
				s, err := Open(context.Background(), Options{DB: path})
				if err == nil {
					err = s.Close()
				}
				return err
			}
			suite.OK(t, open())
			db := suite.Must(sql.Open("sqlite", path))(t)
			_, err := db.Exec(c.damage)
			suite.OK(t, errors.Join(err, db.Close()))
			err = open()
			if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.cure) {
				t.Fatalf("found %v, expected %v, with %q", err, c.want, c.cure)
			}
			if v, err := Verify(t.Context(), path, nil); err == nil && len(v.Problems) == 0 {
				t.Error("verify finds nothing")
			}
			err = Rebuild(t.Context(), path)
			if c.cure == "" {
				if !errors.Is(err, c.want) || !strings.Contains(err.Error(), "backup") {
					t.Errorf("rebuild of a damaged log: %v", err)
				}
				return
			}
			suite.OK(t, errors.Join(err, open()))
			if v, err := Verify(t.Context(), path, nil); err != nil || len(v.Problems) > 0 {
				t.Errorf("after the rebuild: %v %v", v.Problems, err)
			}
		})
	}
}

// TestVerifyFindsChanges changes tables behind the log's back.
func TestVerifyFindsChanges(t *testing.T) {
	for _, change := range []string{
		"UPDATE players SET rating = rating * (1 + 1e-15) WHERE rating IS NOT NULL",
		"DELETE FROM guesses WHERE event = (SELECT max(event) FROM guesses)",
		"UPDATE seats SET guess = 1 WHERE guess IS NOT NULL",
		"UPDATE asked SET wins = wins + 1",
		"UPDATE totals SET finished = finished + 1",
	} {
		path := old(t)
		suite.OK(t, Rebuild(t.Context(), path))
		db := suite.Must(sql.Open("sqlite", path))(t)
		_, err := db.Exec(change)
		suite.OK(t, errors.Join(err, db.Close()))
		if v, err := Verify(t.Context(), path, nil); err != nil || len(v.Problems) == 0 {
			t.Errorf("%s: found %v, %v", change, v.Problems, err)
		}
	}
}

// TestRebuildOfLostTables loses a table or an index. Verify names it, and rebuild makes it again.
func TestRebuildOfLostTables(t *testing.T) {
	for _, lost := range []string{"INDEX guesses_by", "INDEX seats_of_player", "TABLE asked",
		"INDEX trade_leaders", "TABLE trade_scores", "TABLE trade_texts"} {
		path := old(t)
		suite.OK(t, Rebuild(t.Context(), path))
		db := suite.Must(sql.Open("sqlite", path))(t)
		_, err := db.Exec("DROP " + lost)
		suite.OK(t, errors.Join(err, db.Close()))
		_, name, _ := strings.Cut(lost, " ")
		v := suite.Must(Verify(t.Context(), path, nil))(t)
		if !slices.Contains(v.Problems, name+" is missing, or not as it was made") {
			t.Errorf("without %s, verify finds %q", lost, v.Problems)
		}
		suite.OK(t, Rebuild(t.Context(), path))
		if v, err = Verify(t.Context(), path, nil); err != nil || len(v.Problems) > 0 {
			t.Errorf("after %s was made again: %q, %v", lost, v.Problems, err)
		}
	}
}

// EraseTexts removes the texts of a player as their own request does.
func (s *Server) EraseTexts(ctx context.Context, name string) error {
	a, err := s.site.Accounts().Named(ctx, name)
	if err != nil {
		return err
	}
	return s.site.Accounts().EraseTexts(ctx, a.ID)
}
