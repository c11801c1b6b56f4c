package server

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
)

// TestEraseGame removes the texts of games, one by one. Everything else must follow from the log that
// is left, such as which questions a player has asked, how often, and where last.
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
