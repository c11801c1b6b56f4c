package play_test

import (
	"bytes"
	"log/slog"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/fair"
	"github.com/luna-rating/luna/luna/internal/lunagame/play"
)

// TestThesisRatings plays on a site whose players are trusted, as the thesis has it (2.5.2): the
// first guess of whoever it is makes the rating, and always guessing the same has no consequences.
func TestThesisRatings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "luna.db")
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		f := open(t, path, play.Options{Ratings: play.ThesisRatings, Damping: play.AutoDamping,
			Log: slog.New(slog.NewTextHandler(&log, nil))})
		ann, bob := guest(t, f), guest(t, f)
		id := playFrom(t, f, ann, bob, "192.0.2.1", "192.0.2.1", 70, new(60.))
		if rating(t, f, ann) != "60" || rating(t, f, bob) != "70" {
			t.Errorf("ratings %s and %s", rating(t, f, ann), rating(t, f, bob))
		}
		if v := suite.Must(f.Game(t.Context(), ann, id))(t); v.Provisional != nil || *v.Outcome != game.Tied {
			t.Errorf("%+v", v)
		}
		playFrom(t, f, ann, bob, "192.0.2.1", "192.0.2.1", 70, new(0.))
		if p := suite.Must(f.Player(t.Context(), ann, 1))(t); p.Wins != 1 {
			t.Errorf("a win in one network: %+v", p)
		}
		for range fair.FullAfter + 10 {
			playFrom(t, f, guest(t, f), ann, "192.0.2.9", "192.0.2.1", 40, new(0.))
		}
		time.Sleep(time.Hour)
		suite.OK(t, f.Tick(t.Context()))
		if n := suite.Must(f.Damped(t.Context()))(t); n != 0 || strings.Contains(log.String(), "not honest") {
			t.Errorf("%d are damped, the log says %s", n, &log)
		}
	})
}

// TestCertainty plays as newcomers of several networks.
func TestCertainty(t *testing.T) {
	f := open(t, filepath.Join(t.TempDir(), "luna.db"), play.Options{})
	ann := guest(t, f)
	certainty := func() (game.Certainty, map[int]float64, game.Player) {
		p := suite.Must(f.Player(t.Context(), ann, play.MaxHistory))(t)
		c, errors, err := f.Certainty(t.Context(), p)
		suite.OK(t, err)
		return c, errors, p
	}
	if c, _, _ := certainty(); c.Rating != nil || c.Error != nil {
		t.Errorf("before the first game: %+v", c)
	}
	id := playFrom(t, f, ann, guest(t, f), "192.0.2.1", "192.0.3.1", 50, new(60.))
	if c, _, p := certainty(); c.Rating == nil || *c.Rating != 60 || !c.Provisional || p.Rating != nil {
		t.Errorf("after one game: %+v", c)
	}
	if v := suite.Must(f.Game(t.Context(), ann, id))(t); v.Provisional == nil || *v.Provisional != 60 {
		t.Errorf("after one game: %+v", v)
	}
	for i, guess := range []float64{80, 60, 80, 60} {
		playFrom(t, f, ann, guest(t, f), "192.0.2.1", []string{"192.0.4.1", "192.0.5.1", "192.0.6.1",
			"192.0.7.1"}[i], 50, &guess)
	}
	c, errors, p := certainty()
	// 60, 80, 60, 80, 60: s² = 120
	if want := math.Sqrt(120. / 5); p.Rating == nil || math.Abs(*p.Rating-68) > 1e-9 || c.Provisional ||
		math.Abs(*c.Error-want) > 1e-9 || len(errors) != 1 || errors[p.History[0].Event] != *c.Error {
		t.Errorf("after five games: %+v, %v, %v", c, errors, want)
	}
}

// TestComparedLater has a newcomer's opponent be guessed about by others, whereupon the newcomer's
// guess is compared. The newcomer's own guesses do not bring that about.
func TestComparedLater(t *testing.T) {
	f := open(t, filepath.Join(t.TempDir(), "luna.db"), play.Options{})
	ann, bob := guest(t, f), guest(t, f)
	first := playFrom(t, f, ann, bob, "192.0.2.1", "192.0.3.1", 50, new(60.))
	second := playFrom(t, f, ann, bob, "192.0.2.1", "192.0.3.1", 54, new(60.))
	found := suite.Must(f.Compared(t.Context(), ann))(t)
	if _, ok := found[first]; ok || found[second].Rating != 50 || !found[second].Provisional ||
		found[second].Later {
		t.Errorf("compared %+v", found)
	}
	playFrom(t, f, guest(t, f), bob, "192.0.4.1", "192.0.3.1", 78, new(60.))
	found = suite.Must(f.Compared(t.Context(), ann))(t)
	if x := found[first]; !x.Later || !x.Provisional || math.Abs(x.Rating-550./9) > 1e-9 || len(found) != 2 {
		t.Errorf("compared %+v", found)
	}
}
