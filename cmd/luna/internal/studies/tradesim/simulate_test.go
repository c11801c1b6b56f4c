package tradesim

import (
	"bytes"
	"context"
	"errors"
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
	var humans, expected, variance [10]float64
	sharp := 0
	const games = 400
	suite.OK(t, Games(t.Context(), Options{Games: games, Seed: 11}, func(g *trade.Played) error {
		q := bettors.Seat{}.Probability(g.Price())
		k := min(9, int(10*q))
		if end, _ := g.Ended(); end.Nature == trade.Human {
			humans[k]++
		}
		expected[k] += q
		variance[k] += q * (1 - q)
		if q < .1 || q > .9 {
			sharp++
		}
		return nil
	}))
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
}

// TestSeedsReproduce checks that the same seed gives the same bytes for any number of workers, and
// that the rules accept the logs and come to the same results.
func TestSeedsReproduce(t *testing.T) {
	suite.Slow(t, "simulates many games")
	for _, shy := range []bool{false, true} {
		var first []byte
		for _, o := range []Options{{12, 3, 1, shy}, {12, 3, 4, shy}, {12, 4, 4, shy}} {
			var b bytes.Buffer
			var reward []float64
			suite.OK(t, Games(t.Context(), o, func(g *trade.Played) error {
				reward = append(reward, g.Reward())
				return trade.WriteLog(&b, g.Log)
			}))
			switch {
			case first == nil:
				first = bytes.Clone(b.Bytes())
			case o.Seed == 3 && !bytes.Equal(first, b.Bytes()):
				t.Errorf("shy %v: the logs differ between numbers of workers", shy)
			case o.Seed == 4 && bytes.Equal(first, b.Bytes()):
				t.Errorf("shy %v: another seed gives the same logs", shy)
			}
			n := 0
			for g, err := range trade.ReadLogs(&b, "log") {
				suite.OK(t, err)
				if math.Abs(g.Reward()-reward[n]) > 1e-9 || !g.Settings().Synthetic ||
					!strings.HasPrefix(g.Settings().Game, "synthetic-") {
					t.Errorf("shy %v: game %d is another one when it is read again", shy, n+1)
				}
				n++
			}
			if n != o.Games {
				t.Errorf("shy %v: found %d games, expected %d", shy, n, o.Games)
			}
		}
	}
}

// TestUntilCancelled checks that a simulation ends with its context.
func TestUntilCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	err := Games(ctx, Options{Games: MaxGames, Seed: 1}, func(*trade.Played) error {
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
	err := Games(t.Context(), Options{Games: MaxGames, Seed: 1}, func(*trade.Played) error {
		n++
		return full
	})
	if !errors.Is(err, full) || n != 1 {
		t.Errorf("%v after %d games", err, n)
	}
}
