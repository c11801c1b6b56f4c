package lunagame_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/lunagame"
	"github.com/luna-rating/luna/luna/internal/site"
	"github.com/luna-rating/luna/luna/internal/site/guard"
)

// TestClockAtTheStart serves a site with clocks that are 200 and 61 days ahead when it starts, and then
// right again. Nothing may be published early, not even of what was played meanwhile; no session that was
// ended may come back; no game may expire. With the operator's word the clock holds.
func TestClockAtTheStart(t *testing.T) {
	t.Cleanup(http.DefaultTransport.(*http.Transport).CloseIdleConnections)
	db := filepath.Join(t.TempDir(), "luna.db")
	const day = 24 * time.Hour
	rate := guard.Rate{Burst: 1 << 20, Every: time.Millisecond}
	start := func(ahead time.Duration, word time.Time) *running {
		return run(t, options{site.Options{DB: db, ClockOK: word,
			Limits: guard.Limits{Registrations: rate, Logins: rate, Guesses: rate, Refusals: rate,
				Players: rate, Addresses: rate, Texts: rate},
			Clock: func() time.Time { return time.Now().Add(ahead) },
		}, lunagame.Options{ExportKeep: time.Nanosecond}})
	}
	var people []*habitual
	playAll := func(r *running) {
		for i := 0; i < len(people); i += 2 {
			two := [2]*habitual{people[i], people[i+1]}
			for _, h := range two {
				h.Client = r.client(t)
				h.returns(t)
			}
			playGame(t, two, [2]float64{40, 60})
		}
	}
	expect := func(r *running, when string, published bool) {
		t.Helper()
		if list, files := r.download(t); published != (len(list) > 0) {
			t.Errorf("%s: published %d guesses, in %d files", when, len(list), len(files))
		}
	}
	r := start(0, time.Time{})
	for i := range 6 {
		people = append(people, habit(t, r, fmt.Sprint("person ", i)))
	}
	playAll(r)
	open := suite.Must(people[0].NewGame(t.Context(), texts("q")))(t)
	ended := r.player(t, "ann").Token()
	suite.OK(t, r.Accounts().EndSession(t.Context(), ended))
	expect(r, "at first", false)
	for _, days := range []time.Duration{200, 61} {
		r.stop()
		r = start(days*day, time.Time{})
		expect(r, fmt.Sprint(int(days), " days ahead"), false)
		other := r.player(t, fmt.Sprint("bob ", int(days))).Token()
		if err := r.Accounts().EndSession(t.Context(), other); err != nil { // which forgets others
			t.Fatal(err)
		}
		if days == 200 {
			playAll(r)
		}
		r.stop()
		r = start(0, time.Time{})
		expect(r, fmt.Sprint("after ", int(days), " days ahead"), false)
		if a := r.send(t, sent{method: "GET", path: "/home", token: ended}); a.status != 401 {
			t.Errorf("after %d days ahead, an ended session: status %d", days, a.status)
		}
		people[0].Client = r.client(t)
		people[0].returns(t)
		if v, err := people[0].Game(t.Context(), open.ID); err != nil || !v.Active {
			t.Errorf("after %d days ahead, a game: %+v, %v", days, v, err)
		}
	}
	r.stop()
	r = start(400*day, time.Now().Add(-365*day)) // a word that was left in a file long ago
	expect(r, "with an old word", false)
	r.stop()
	r = start(400*day, time.Now().Add(400*day).UTC().Truncate(day))
	if _, err := r.Accounts().Authenticate(t.Context(), "192.0.2.1", ended); err == nil {
		t.Error("an ended session is back")
	}
	expect(r, "with the operator's word", true)
}
