package analysis

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/trade"
)

func read(t testing.TB, log string) []*trade.Played {
	t.Helper()
	var list []*trade.Played
	for p, err := range trade.ReadLogs(strings.NewReader(log), "log") {
		suite.OK(t, err)
		list = append(list, p)
	}
	return list
}

// randomLog returns the log of a game with random bets and answers as text, with the prices at
// times computed without the rules.
func randomLog(rng *rand.Rand, i int) (log string, priceAt func(float64) float64, nature string) {
	type step struct{ t, price float64 }
	var b strings.Builder
	start := 20 + rng.IntN(60)
	fmt.Fprintf(&b, `{"type":"start","game":"g%d","bettors":["a","b"],"start_price":%d}`+"\n", i, start)
	price := start
	steps := []step{{0, float64(start)}}
	now := 0.0
	open := false
	end := 120.0
	for range rng.IntN(60) {
		now += rng.Float64() * 4
		if now >= 119 {
			break
		}
		t := math.Round(now*1000) / 1000
		switch k := rng.IntN(10); {
		case k < 6:
			side, move := "human", 1
			if rng.IntN(2) == 0 {
				side, move = "computer", -1
			}
			if price+move < 1 || price+move > 100 {
				continue
			}
			price += move
			steps = append(steps, step{t, float64(price)})
			fmt.Fprintf(&b, `{"type":"bet","t":%v,"bettor":"a","side":%q}`+"\n", t, side)
		case open:
			open = false
			fmt.Fprintf(&b, `{"type":"answer","t":%v,"text":"so?"}`+"\n", t)
		default:
			open = true
			fmt.Fprintf(&b, `{"type":"question","t":%v,"bettor":"b","text":"why?"}`+"\n", t)
		}
	}
	reason := "time"
	if rng.IntN(3) == 0 {
		end, reason = min(math.Round(now*1000)/1000+0.5, 119.5), "target_left"
		fmt.Fprintf(&b, `{"type":"leave","t":%v,"who":"target"}`+"\n", end)
	}
	nature = []string{"human", "computer"}[rng.IntN(2)]
	fmt.Fprintf(&b, `{"type":"end","t":%v,"reason":%q,"nature":%q}`+"\n", end, reason, nature)
	return b.String(), func(t float64) float64 {
		p := 0.0
		for _, s := range steps {
			if s.t <= t {
				p = s.price
			}
		}
		return p
	}, nature
}

// TestAgainstSlowVersion compares with bins and scores computed from the text of logs without the
// rules, as the definitions say.
func TestAgainstSlowVersion(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	type game struct {
		at    func(float64) float64
		human float64
	}
	var games []game
	a := New()
	noBets := 0
	for i := range 700 {
		log, at, nature := randomLog(rng, i)
		p := read(t, log)[0]
		a.Add(p)
		if !strings.Contains(log, `"bet"`) {
			noBets++
			continue
		}
		g := game{at: at}
		if nature == "human" {
			g.human = 1
		}
		games = append(games, g)
	}
	r := a.Result()
	if r.Games != len(games) || r.LeftOut.NoBets != noBets || noBets == 0 {
		t.Fatalf("%d games, %d without bets; expected %d and %d", r.Games, r.LeftOut.NoBets,
			len(games), noBets)
	}
	for i, at := range []float64{30, 60, 90, 120, 1e9} {
		m := r.At[i]
		if early := m.Ended > 0; early != (i < 4) || m.Ended > r.Games {
			t.Errorf("at %s: %d games had ended before", m.Name, m.Ended)
		}
		brier := 0.0
		for k := range 10 {
			low, high := float64(10*k), float64(10*k+10)
			runs, humans := 0, 0.0
			for _, g := range games {
				p := g.at(at)
				if p >= low && (p < high || k == 9 && p == 100) {
					runs++
					humans += g.human
				}
				if k == 0 {
					brier += (p/100 - g.human) * (p/100 - g.human) / float64(len(games))
				}
			}
			b := m.Bins[k]
			if b.Low != low || b.High != high || b.Runs != runs || float64(b.Human) != humans {
				t.Errorf("at %s, bin %v: %+v, expected %d runs, %v human", m.Name, low, b, runs, humans)
			}
		}
		if math.Abs(brier-m.Score.Brier) > 1e-12 {
			t.Errorf("at %s the Brier score is %v, expected %v", m.Name, m.Score.Brier, brier)
		}
	}
	if *r.Brier != r.At[4].Score.Brier {
		t.Errorf("the Brier score is %v, %v at the end", *r.Brier, r.At[4].Score.Brier)
	}
}

func randomForecasts(rng *rand.Rand) []forecast {
	list := make([]forecast, 1+rng.IntN(300))
	whole := rng.IntN(2) == 0
	for i := range list {
		p := 100 * rng.Float64()
		if whole {
			p = float64(1 + rng.IntN(100))
		}
		list[i] = forecast{p, rng.Float64() < rng.Float64()}
	}
	return list
}

func TestMurphysPartsAddUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		s := scoreOf(randomForecasts(rng))
		sum := s.Reliability - s.Resolution + s.Uncertainty + s.WithinVariance - s.WithinCovariance
		if math.Abs(sum-s.Brier) > 1e-12 {
			t.Fatalf("the parts of %+v sum to %v", s, sum)
		}
	}
	// all forecasts of a bin are equal: Murphy's three parts are enough
	var list []forecast
	for range 500 {
		p := 5 + 10*float64(rng.IntN(10))
		list = append(list, forecast{p, rng.Float64() < p/100})
	}
	s := scoreOf(list)
	if sum := s.Reliability - s.Resolution + s.Uncertainty; math.Abs(sum-s.Brier) > 1e-12 {
		t.Errorf("Murphy's parts of %+v sum to %v", s, sum)
	}
	if s := scoreOf([]forecast{{50, true}, {50, false}}); s.Brier != 0.25 || s.SE != 0 {
		t.Errorf("a constant 50 scores %+v", s)
	}
	if s := scoreOf([]forecast{{100, true}, {0, false}}); s.Brier != 0 || s.Resolution != 0.25 {
		t.Errorf("perfect forecasts score %+v", s)
	}
}

const twoGames = `{"type":"start","game":"g1","bettors":["ann","bob"]}
{"type":"question","t":1,"bettor":"ann","text":"one?"}
{"type":"answer","t":2,"text":"first"}
{"type":"bet","t":3,"bettor":"ann","side":"human"}
{"type":"question","t":4,"bettor":"bob","text":"two?"}
{"type":"answer","t":5,"text":"second"}
{"type":"bet","t":6,"bettor":"ann","side":"computer"}
{"type":"bet","t":7,"bettor":"ann","side":"computer"}
{"type":"bet","t":14.9,"bettor":"bob","side":"computer"}
{"type":"bet","t":15.1,"bettor":"bob","side":"computer"}
{"type":"leave","t":40,"who":"target"}
{"type":"end","t":40,"reason":"target_left","nature":"computer"}
{"type":"start","game":"g2","bettors":["ann"]}
{"type":"bet","t":1,"bettor":"ann","side":"human"}
{"type":"end","t":2,"reason":"annulled"}
`

func TestGamesThatCount(t *testing.T) {
	a := New()
	for _, p := range read(t, twoGames) {
		a.Add(p)
	}
	r := a.Result()
	if r.Games != 1 || r.LeftOut.Annulled != 1 || r.At[0].Ended != 0 || r.At[1].Ended != 1 {
		t.Errorf("found %+v", r)
	}
}

func TestHundredIsInTheLastBin(t *testing.T) {
	for price, bin := range map[float64]int{0: 0, 1: 0, 9.99: 0, 10: 1, 49: 4, 50: 5, 99: 9, 100: 9} {
		if got := binOf(price); got != bin {
			t.Errorf("%v is in bin %d, expected %d", price, got, bin)
		}
	}
}

func TestNoGames(t *testing.T) {
	r := New().Result()
	var b bytes.Buffer
	suite.OK(t, cli.WriteJSON(&b, r))
	var back struct {
		Games int
		Brier *float64
		At    map[string]struct{ Bins []Bin }
	}
	suite.OK(t, json.Unmarshal(b.Bytes(), &back))
	if back.Games != 0 || back.Brier != nil || len(back.At) != 5 || len(back.At["90"].Bins) != 10 {
		t.Errorf("found %s", b.Bytes())
	}
	for _, write := range []func() error{
		func() error { return r.WriteText(&b) },
		func() error { return r.Calibration().WriteSVG(&b) },
		func() error { return r.Sharpness().WritePNG(&b) },
	} {
		suite.OK(t, write())
	}
}
