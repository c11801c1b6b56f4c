package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/player"
	"github.com/luna-rating/luna/luna/server"
)

// TestKilledPlayer kills a player several times at arbitrary moments. In the end its memory must
// have each finished game against a rated opponent exactly once, and no game may wait for the
// player.
func TestKilledPlayer(t *testing.T) {
	suite.Slow(t, "kills players")
	s, err := newSite(filepath.Join(t.TempDir(), "site.db"))
	must(t, err)
	t.Cleanup(s.close)
	must(t, s.people(3))
	memory := filepath.Join(t.TempDir(), "m.jsonl")
	args := []string{"play", "--server", s.URL, "--memory", memory, "--interval", "2ms",
		"--at-once", "3"}
	for i := range 6 {
		// TestMain puts the test binary into the path as the program.
		killed := exec.Command("luna", args...)
		must(t, killed.Start())
		time.Sleep(time.Duration(150+40*i) * time.Millisecond) // whatever it does then
		must(t, killed.Process.Kill())
		killed.Wait()
	}
	must(t, exec.Command("luna", append(args, "--games", "8")...).Run())

	token, err := readToken(memory+".token", s.URL)
	must(t, err)
	c, err := client.New(s.URL, token, client.Options{HTTP: s.Client()})
	must(t, err)
	views, err := c.Games(context.Background())
	must(t, err)
	m, err := player.OpenMemory(memory, player.ThesisQuestions())
	must(t, err)
	defer m.Close()
	var want, got []game.GameID
	for _, v := range views {
		switch {
		case v.OpSmartsRating != nil:
			want = append(want, v.ID)
		case v.Active && v.Turn == game.ToAct:
			t.Errorf("game %s in phase %d waits for the player", v.ID, v.Phase)
		}
	}
	for _, e := range m.Examples() {
		got = append(got, e.Game)
	}
	slices.Sort(want)
	slices.Sort(got)
	t.Logf("%d games, %d of them remembered", len(views), len(got))
	if !slices.Equal(want, got) || len(want) < 3 {
		t.Errorf("remembered %v, want %v", got, want)
	}
}

// TestKilledMigration kills the server several times while it takes up the log of a database of version
// 0.1.0. In the end everything must follow from the log, ratings to the bit.
func TestKilledMigration(t *testing.T) {
	suite.Slow(t, "kills servers")
	text, err := os.ReadFile("../../luna/server/testdata/luna-0.1.0.db")
	must(t, err)
	db := filepath.Join(t.TempDir(), "luna.db")
	must(t, os.WriteFile(db, text, 0o600))
	for i := range 6 {
		killed := exec.Command("luna", "serve", "--addr", "127.0.0.1:0", "--db", db)
		must(t, killed.Start())
		time.Sleep(time.Duration(20+30*i) * time.Millisecond) // whatever it does then
		must(t, killed.Process.Kill())
		killed.Wait()
	}
	s := serve(t, db)
	out, err := exec.Command("luna", "admin", "verify", "--format", "json", "--db", db).Output()
	must(t, err)
	var v server.Verification
	must(t, json.Unmarshal(out, &v))
	if len(v.Problems) > 0 || v.Behind > 0 || v.Games < 60 || v.Players < 8 {
		t.Errorf("found %+v", v)
	}
	must(t, s.Process.Kill())
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
