package main

import (
	"context"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/player"
)

// TestKilledPlayer kills a player several times at arbitrary moments. In the end its memory must
// have each finished game against a rated opponent exactly once, and no game may wait for the
// player.
func TestKilledPlayer(t *testing.T) {
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

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
