package tradesim

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/trade"
	"github.com/luna-rating/luna/luna/trade/bettors"
)

// TestCalibratedMarketPassesChiSquare compares the share of humans in bins of last prices with what
// the prices say: Σ (o-e)²/v, which has a χ² distribution with as many degrees of freedom as bins.
func TestCalibratedMarketPassesChiSquare(t *testing.T) {
	p := suite.Must(FindPopulation(Calibrated))(t)
	var humans, expected, variance [10]float64
	market, mean := sample{}, sample{}
	sharp := 0
	const games = 400
	l := lab{t.Context(), Options{Games: games, Seed: 11}}
	for runs, err := range l.each(p) {
		suite.OK(t, err)
		r := runs[0]
		q := r.probability(r.Price())
		k := min(9, int(10*q))
		humans[k] += r.outcome()
		expected[k] += q
		variance[k] += q * (1 - q)
		market.add(r.brier(q))
		mean.add(r.brier(r.meanOwn()))
		if q < .1 || q > .9 {
			sharp++
		}
	}
	sum := 0.0
	for k := range humans {
		if variance[k] > 0 {
			sum += (humans[k] - expected[k]) * (humans[k] - expected[k]) / variance[k]
		}
	}
	t.Logf("χ² is %.1f, %d of %d games are sharp", sum, sharp, games)
	if sum > 23.2 { // the 99 % quantile of ten degrees of freedom
		t.Errorf("χ² is %.1f, at most 23.2 is expected", sum)
	}
	if sharp < games*7/10 {
		t.Errorf("%d of %d games are sharp", sharp, games)
	}
	if a, b := market.value("", 0), mean.value("", 0); a.Mean > b.Mean-3*(a.SE+b.SE) {
		t.Errorf("the Brier score of the market is %v, that of the mean of beliefs %v", a, b)
	}
}

// TestSeedsReproduce checks that the same seed gives the same bytes for any number of workers, and
// that the rules accept the logs and come to the same results.
func TestSeedsReproduce(t *testing.T) {
	suite.Slow(t, "simulates many games")
	for _, p := range Populations() {
		var first []byte
		for _, o := range []Options{{12, 3, 1}, {12, 3, 4}, {12, 4, 4}} {
			var b bytes.Buffer
			var reward []float64
			suite.OK(t, Games(t.Context(), p, o, func(g *trade.Played) error {
				reward = append(reward, g.Reward())
				return trade.WriteLog(&b, g.Log)
			}))
			switch {
			case first == nil:
				first = bytes.Clone(b.Bytes())
			case o.Seed == 3 && !bytes.Equal(first, b.Bytes()):
				t.Errorf("%s: the logs differ between numbers of workers", p.Name)
			case o.Seed == 4 && bytes.Equal(first, b.Bytes()):
				t.Errorf("%s: another seed gives the same logs", p.Name)
			}
			n := 0
			for g, err := range trade.ReadLogs(&b, p.Name) {
				suite.OK(t, err)
				if math.Abs(g.Reward()-reward[n]) > 1e-9 || !g.Settings().Synthetic ||
					!strings.HasPrefix(g.Settings().Game, "synthetic-") {
					t.Errorf("%s: game %d is another one when it is read again", p.Name, n+1)
				}
				n++
			}
			if n != o.Games {
				t.Errorf("%s: found %d games, expected %d", p.Name, n, o.Games)
			}
		}
	}
}

// TestStudies carries out all studies on a few games, twice.
func TestStudies(t *testing.T) {
	suite.Slow(t, "simulates many games")
	for _, name := range Studies() {
		var texts [2]string
		for k := range texts {
			s := suite.Must(Do(t.Context(), name, Options{Games: 3, Seed: 1, Workers: k + 1}))(t)
			var b bytes.Buffer
			suite.OK(t, s.WriteText(&b))
			suite.OK(t, s.WriteCSV(&b))
			if want := len(Files(name)) == 4; (s.Figure() != nil) != want {
				t.Errorf("study %s: has a figure is %v, expected %v", name, s.Figure() != nil, want)
			} else if want {
				suite.OK(t, s.Figure().WriteSVG(&b))
			}
			for _, row := range s.Rows {
				for i, v := range row.Values {
					if math.IsNaN(v.Mean) || math.IsNaN(v.SE) || v.Name != s.Rows[0].Values[i].Name {
						t.Errorf("study %s, %s: %+v", name, row.Name, v)
					}
				}
			}
			texts[k] = b.String()
		}
		if texts[0] != texts[1] || !strings.Contains(texts[0], "SYNTHETIC") {
			t.Errorf("study %s differs between numbers of workers, or does not say what it is", name)
		}
	}
	if _, err := Do(t.Context(), "none", Options{Games: 1}); err == nil {
		t.Error("an unknown study was done")
	}
	if _, err := FindPopulation("none"); err == nil {
		t.Error("an unknown population was found")
	}
}

// TestUntilCancelled checks that a simulation ends with its context.
func TestUntilCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	err := Games(ctx, Populations()[0], Options{Games: MaxGames, Seed: 1}, func(*trade.Played) error {
		if n++; n == 10 {
			cancel()
		}
		return nil
	})
	if err == nil || n > 100 {
		t.Errorf("%v after %d games", err, n)
	}
}

// TestUntilAnError checks that no more games are played when one cannot be taken in.
func TestUntilAnError(t *testing.T) {
	full := errors.New("disk full")
	n := 0
	err := Games(t.Context(), Populations()[0], Options{Games: MaxGames, Seed: 1}, func(*trade.Played) error {
		n++
		return full
	})
	if !errors.Is(err, full) || n != 1 {
		t.Errorf("%v after %d games", err, n)
	}
}

// forms is a learner that counts how often people answer in a form.
type forms struct{ human, all map[string]float64 }

func formOf(answer string) string {
	switch {
	case strings.HasPrefix(answer, "Hmmm"):
		return "interesting"
	case strings.ToUpper(answer) == answer:
		return "capitals"
	}
	return "other"
}

func (f *forms) Learn(answers []string, human bool) error {
	for _, a := range answers[:1] {
		f.all[formOf(a)]++
		f.human[formOf(a)] += indicator(human)
	}
	return nil
}

func (f *forms) Predict(answers []string) (float64, error) {
	form := formOf(answers[0])
	return (f.human[form] + 1) / (f.all[form] + 2), nil
}

func TestLearnersGain(t *testing.T) {
	o := LearnOptions{Runs: 12, Games: 15, Seed: 5, NewLearner: func() (bettors.Learner, error) {
		return &forms{make(map[string]float64), make(map[string]float64)}, nil
	}}
	s := suite.Must(Learn(t.Context(), o))(t)
	last := s.Rows[len(s.Rows)-1]
	machine, control, others := last.Values[0], last.Values[1], last.Values[3]
	t.Logf("%s: %v, never learns %v, at random %v", last.Name, machine, control, others)
	if machine.Mean < control.Mean+2*machine.SE || machine.Mean < others.Mean+2*machine.SE {
		t.Errorf("the machine gains %v, one that never learns %v, bettors at random %v", machine,
			control, others)
	}
	o.Runs, o.Games = 2, 4
	var texts [2]string
	for k := range texts {
		o.Workers = k + 1
		s := suite.Must(Learn(t.Context(), o))(t)
		texts[k] = fmt.Sprint(s.Rows)
	}
	if texts[0] != texts[1] {
		t.Error("the numbers differ between numbers of workers")
	}
}

// TestBlocks checks that the ranges of games cover all games once.
func TestBlocks(t *testing.T) {
	for games := 1; games <= MaxMachineGames; games++ {
		at := 0
		for _, b := range blocks(games) {
			if b[0] != at || b[1] <= b[0] {
				t.Fatalf("%d games: %v", games, blocks(games))
			}
			at = b[1]
		}
		if at != games {
			t.Errorf("%d games: %v", games, blocks(games))
		}
	}
}
