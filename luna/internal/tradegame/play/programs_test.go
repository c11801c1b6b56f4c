package play_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/internal/typing"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/responder"
	"github.com/luna-rating/luna/luna/trade"
)

// program is a responder made of a function.
type responderFunc func(ctx context.Context, question string) (string, error)

func (f responderFunc) Respond(ctx context.Context, questions []string) ([]string, error) {
	text, err := f(ctx, questions[0])
	return []string{text}, err
}

// TestBadPrograms has programs as targets that hang, fail, say nothing, babble or write marks. Their
// answers look as people's do, or there is none, and the game goes on to its end.
func TestBadPrograms(t *testing.T) {
	for _, c := range []struct {
		why  string
		r    responderFunc
		want string // "" for silence
	}{
		{"hangs", func(ctx context.Context, _ string) (string, error) {
			<-ctx.Done()
			return "", ctx.Err()
		}, ""},
		{"fails", func(context.Context, string) (string, error) { return "", errors.New("dead") }, ""},
		{"is empty", func(context.Context, string) (string, error) { return " \n", nil }, ""},
		{"is invisible", func(context.Context, string) (string, error) { return "\u200b\x00", nil }, ""},
		{"babbles", func(context.Context, string) (string, error) {
			return strings.Repeat("Yes. ", 100_000), nil
		}, strings.TrimSpace(strings.Repeat("Yes. ", 100))},
		{"writes marks", func(context.Context, string) (string, error) {
			return "**Well** —\n\n“yes”…", nil
		}, `Well - "yes"...`},
	} {
		t.Run(c.why, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHouse(t, play.Options{
					Targets:  []play.Target{{Name: "odd", Responder: c.r}},
					Settings: trade.Settings{Seconds: 600},
				})
				h.SetToss(program)
				game := h.start("tom", "ann", "bob", "cat")
				h.must("ann", game, ask("How are you?"))
				time.Sleep(5 * time.Minute)
				s := h.state("ann", game)
				if got := s.Exchanges[0].Answer; got != c.want || (s.Current == 1) != (c.want == "") {
					t.Errorf("the answer is %.80q, expected %.80q; current %d", got, c.want, s.Current)
				}
				h.must("bob", game, bet(trade.Computer))
				time.Sleep(10 * time.Minute)
				if _, i, err := h.Finished(t.Context(), game); err != nil || i.Target != "odd" ||
					i.Nature != trade.Computer || i.Points["Bettor 2"] != 100-51 {
					t.Errorf("%+v %v", i, err)
				}
			})
		})
	}
}

// TestProgramAfterRestart has a program asked, the server stopped before it answers, and started
// again.
func TestProgramAfterRestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, play.Options{Settings: trade.Settings{Seconds: 300}})
		h.SetToss(program)
		game := h.start("tom", "ann", "bob", "cat")
		h.must("ann", game, ask("How are you?"))
		h.must("ann", game, ask("And now?"))
		time.Sleep(500 * time.Millisecond)
		h.reopen()
		time.Sleep(2 * time.Minute)
		h.reopen()
		time.Sleep(2 * time.Minute)
		s := h.state("ann", game)
		for i, x := range s.Exchanges {
			if x.Answer != responder.Interesting {
				t.Errorf("answer %d is %q", i+1, x.Answer)
			}
		}
		if len(s.Exchanges) != 2 {
			t.Errorf("found %d questions, expected 2", len(s.Exchanges))
		}
	})
}

// TestSiteBettors has bettors of the site fill empty seats.
func TestSiteBettors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, play.Options{Bettors: 3})
		h.SetToss(program)
		game := h.start("tom", "ann")
		time.Sleep(3 * time.Minute)
		_, i, err := h.Finished(t.Context(), game)
		if err != nil || len(i.Bettors) != 3 || i.Bettors[0].Machine || !i.Bettors[1].Machine ||
			i.Bets == 0 || i.Asked == 0 {
			t.Errorf("%+v %v", i, err)
		}
		if list, _, err := h.Leaders(t.Context()); len(list) > 0 || err != nil {
			t.Errorf("leaders %+v, %v", list, err)
		}
	})
}

// TestTiming compares the times that programs take to answer with those of people whom package
// typing simulates, by the two-sample test of Kolmogorov and Smirnov: they must come from the same
// distribution, although the program has its answer at once.
func TestTiming(t *testing.T) {
	n := 300
	if !suite.Full(t) {
		n = 30
	}
	var programs []float64
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, play.Options{Patience: time.Millisecond,
			Settings: trade.Settings{Seconds: 3600}})
		h.SetToss(program)
		for len(programs) < n {
			game := h.start("tom", "ann")
			h.must("ann", game, ask("Where do you come from?"))
			time.Sleep(3 * time.Minute)
			x := h.state("ann", game).Exchanges[0]
			programs = append(programs, (x.Answered - x.Asked).Seconds())
			h.must("ann", game, play.Action{Kind: trade.Leave})
			time.Sleep(10 * time.Second)
		}
	})
	rng := numbers.Stream(1, "people", 0)
	people := make([]float64, n)
	for i := range people {
		d := typing.Draw(rng).Delay(rng, "Where do you come from?", responder.Interesting)
		people[i] = d.Seconds()
	}
	d := distance(programs, people)
	// The critical value at the level of 0.001 is 1.949 √(2/n).
	if limit := 1.949 * math.Sqrt(2/float64(n)); d > limit {
		t.Errorf("the distance of the distributions is %.3f, expected at most %.3f", d, limit)
	}
	t.Logf("the distance is %.3f; the median of programs is %.2f s, that of people %.2f s", d,
		programs[n/2], people[n/2])
}

// distance returns the largest difference of two empirical distribution functions. It sorts them.
func distance(a, b []float64) (d float64) {
	slices.Sort(a)
	slices.Sort(b)
	for i, j := 0, 0; i < len(a) && j < len(b); {
		if a[i] <= b[j] {
			i++
		} else {
			j++
		}
		d = max(d, math.Abs(float64(i)/float64(len(a))-float64(j)/float64(len(b))))
	}
	return d
}
