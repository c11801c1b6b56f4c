package play_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
	"github.com/luna-rating/luna/luna/internal/lunagame/play"
)

// TestCrowdIsDamped has five guests, from an address each, guess 0 about a player whom four others
// rate 60, and the operator undo what the server then does.
func TestCrowdIsDamped(t *testing.T) {
	suite.Slow(t, "plays hundreds of games")
	now := time.Date(2016, 2, 18, 12, 0, 0, 0, time.UTC)
	for _, damping := range []play.Damping{play.AutoDamping, play.ReportDamping} {
		f := open(t, filepath.Join(t.TempDir(), "luna.db"), play.Options{
			Damping: damping, Clock: func() time.Time { return now },
		})
		victim, other := guest(t, f), guest(t, f)
		for i := range 4 {
			p := guest(t, f)
			playFrom(t, f, victim, p, "127.0.0.1", "127.0.0.1", 50, new(59+float64(i)/2))
			playFrom(t, f, other, p, "127.0.0.1", "127.0.0.1", 50, new(30.))
		}
		var crowd []game.PlayerID
		for i := range 5 {
			crowd = append(crowd, guest(t, f))
			playFrom(t, f, victim, crowd[i], "127.0.0.1", fmt.Sprint("192.0.2.", i), 50, new(0.))
		}
		low := rating(t, f, victim)
		if err := f.Tick(t.Context()); err != nil { // just after the start
			t.Fatal(err)
		}
		if r := rating(t, f, victim); r != low {
			t.Errorf("%s: rating %s soon after the start, want %s", damping, r, low)
		}
		now = now.Add(time.Hour)
		suite.OK(t, f.Tick(t.Context()))
		r, want := rating(t, f, victim), "59.75"
		if damping == play.ReportDamping {
			want = low
		}
		if r != want {
			t.Errorf("%s: rating %s, want %s", damping, r, want)
		}
		if damping == play.ReportDamping {
			continue
		}
		a, err := archive.Open(t.Context(), f.store)
		suite.OK(t, err)
		damped, err := a.Damped(t.Context())
		if d := damped[crowd[2]]; err != nil || len(damped) != 5 ||
			!strings.HasPrefix(d.Reason, "crowd: one of 5 players") {
			t.Errorf("%+v, %v", damped, err)
		}
		for _, p := range crowd {
			d := game.Damping{Weight: 1, Reason: "lifted by the operator"}
			suite.OK(t, a.Want(t.Context(), p, d))
		}
		for range 2 { // it stays so although the next search finds the same
			now = now.Add(time.Hour)
			playFrom(t, f, crowd[0], crowd[1], "127.0.0.1", "127.0.0.1", 1, new(2.))
			suite.OK(t, f.Tick(t.Context()))
			if r := rating(t, f, victim); r != low {
				t.Errorf("rating %s after the operator lifted it, want %s", r, low)
			}
		}
		if left, err := a.Wanted(t.Context()); err != nil || len(left) > 0 {
			t.Errorf("%v is still wanted, %v", left, err)
		}
	}
}
