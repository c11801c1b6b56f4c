package play

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
)

// TestTurns has somebody offer to be the target along with four newcomers, many times, and counts
// how often that person comes first.
func TestTurns(t *testing.T) {
	now := time.Date(2016, 3, 3, 12, 0, 0, 0, time.UTC)
	const n = 1000
	for _, c := range []struct {
		why         string
		change      func(tom *entrant, others []*entrant, r *Referee)
		least, most int // turns of n
	}{
		{"a newcomer like the others", func(*entrant, []*entrant, *Referee) {}, 150, 250},
		{"who has played before", func(tom *entrant, _ []*entrant, _ *Referee) {
			tom.conduct = archive.Active
		}, 880, 960},
		{"one newcomer beside four who have played before", func(_ *entrant, others []*entrant, _ *Referee) {
			for _, w := range others {
				w.conduct = archive.Active
			}
		}, 60, 140},
		{"beside many of one network", func(_ *entrant, others []*entrant, _ *Referee) {
			for _, w := range others {
				w.network = 7
			}
		}, 450, 550},
		{"whose place a program took", func(tom *entrant, _ []*entrant, _ *Referee) { tom.passed = true }, n, n},
		{"who has not looked for a while", func(tom *entrant, _ []*entrant, _ *Referee) {
			tom.seen = now.Add(-11 * time.Second)
		}, 0, 0},
		{"who did nothing last time", func(tom *entrant, _ []*entrant, _ *Referee) {
			tom.conduct = archive.Silent
			tom.passed = true
		}, 0, 0},
		{"whose neighbour did nothing", func(tom *entrant, _ []*entrant, r *Referee) {
			r.silent[tom.share()] = now.Add(-time.Hour)
		}, 0, 0},
		{"whose neighbour did nothing the day before", func(tom *entrant, _ []*entrant, r *Referee) {
			r.silent[tom.share()] = now.Add(-25 * time.Hour)
		}, 150, 250},
		{"who has played before, as a neighbour has not", func(tom *entrant, _ []*entrant, r *Referee) {
			tom.conduct = archive.Active
			r.silent[tom.share()] = now
		}, 880, 960},
		{"whose neighbour is in a game", func(tom *entrant, _ []*entrant, r *Referee) {
			tom.conduct = archive.Active
			r.live = map[string]*live{"g": {shares: []share{tom.share()}}}
		}, 0, 0},
		{"beside neighbours in a game who are not known to be neighbours", func(
			_ *entrant, others []*entrant, r *Referee,
		) {
			for _, w := range others {
				w.network = 0
			}
			r.live = map[string]*live{"g": {shares: []share{shareOf(AsTarget, 0, "mal")}}}
		}, 150, 250},
	} {
		r := &Referee{silent: make(map[share]time.Time), chance: rand.New(rand.NewPCG(1, 1)).IntN}
		for i, name := range []accounts.ID{"tom", "kim", "leo", "mia", "nik"} {
			r.waiting = append(r.waiting, &entrant{player: name, role: AsTarget, network: uint64(i) + 1, seen: now})
		}
		r.waiting = append(r.waiting, &entrant{player: "bob", role: AsBettor, network: 99, seen: now})
		c.change(r.waiting[0], r.waiting[1:5], r)
		first := 0
		for range n {
			if target, _, _ := r.choose(3, now); target.player == "tom" {
				first++
			}
		}
		if first < c.least || first > c.most {
			t.Errorf("%s: the first of %d in turn, expected %d to %d", c.why, first, c.least, c.most)
		}
	}
}
