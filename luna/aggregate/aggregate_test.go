package aggregate_test

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/aggregate"
	"github.com/luna-rating/luna/luna/game"
)

func byName(t *testing.T, name string) game.Aggregate {
	t.Helper()
	return suite.Must(aggregate.ByName(name))(t)
}

var guesses = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) game.Received {
	return game.Received{
		Guess: rapid.OneOf(rapid.Float64Range(0, 100),
			rapid.SampledFrom([]float64{0, 50, 100})).Draw(t, "guess"),
		Weight: rapid.OneOf(rapid.Float64Range(0.001, 1),
			rapid.SampledFrom([]float64{0.2, 1. / 3, 1, 1})).Draw(t, "weight"),
	}
}), 1, 60)

// full returns guesses of weight 1.
func full(list ...float64) []game.Received {
	var guesses []game.Received
	for _, g := range list {
		guesses = append(guesses, game.Received{Guess: g, Weight: 1})
	}
	return guesses
}

func TestConformance(t *testing.T) {
	for _, a := range aggregate.All() {
		t.Run(a.Name(), func(t *testing.T) {
			if b, err := aggregate.ByName(a.Name()); err != nil || b != a {
				t.Errorf("ByName(%q) = %v, %v", a.Name(), b, err)
			}
			rapid.Check(t, func(t *rapid.T) {
				g := guesses.Draw(t, "guesses")
				before := slices.Clone(g)
				r := a.Rating(g)
				lowest, highest := g[0].Guess, g[0].Guess
				for i := range g {
					if g[i] != before[i] {
						t.Fatal("the guesses were modified")
					}
					lowest, highest = min(lowest, g[i].Guess), max(highest, g[i].Guess)
				}
				switch {
				case !(r >= 0 && r <= 100):
					t.Fatalf("rating %v of %v", r, g)
				case len(g) == 1 && math.Abs(r-g[0].Guess) > 1e-9:
					t.Fatalf("rating %v of the one guess %v", r, g[0])
				case r != a.Rating(g):
					t.Fatal("a second call gave another rating")
				// the first guess may be clipped by half a point
				case r < lowest-1 || r > highest+1:
					t.Fatalf("rating %v of guesses from %v to %v", r, lowest, highest)
				}
				// A higher last guess does not lower the rating.
				last := &g[len(g)-1]
				last.Guess += (100 - last.Guess) / 2
				if raised := a.Rating(g); raised < r-1e-9 {
					t.Fatalf("rating %v, and with a higher last guess %v", r, raised)
				}
				// A guess of weight 0 has no effect, and one of almost 0 almost none.
				at := rapid.IntRange(0, len(g)).Draw(t, "at")
				none := game.Received{Guess: rapid.Float64Range(0, 100).Draw(t, "extra")}
				same := a.Rating(slices.Insert(slices.Clone(g), at, none))
				if r := a.Rating(g); same != r {
					t.Fatalf("rating %v, and with a guess of weight 0 %v", r, same)
				}
			})
		})
	}
}

func TestUnknownName(t *testing.T) {
	_, err := aggregate.ByName("mode")
	const want = `"mode"; there are mean, median, elo, glicko-2`
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v", err)
	}
}

func TestMedian(t *testing.T) {
	for want, g := range map[float64][]float64{30: {90, 0, 30}, 35: {40, 90, 30, 0}, 7: {7}} {
		if r := byName(t, "median").Rating(full(g...)); r != want {
			t.Errorf("median of %v is %v, want %v", g, r, want)
		}
	}
	for _, c := range []struct {
		want             float64
		guesses, weights []float64
	}{
		{100, []float64{0, 100}, []float64{0.4, 0.5}},
		{50, []float64{0, 100}, []float64{0.3, 0.3}},
		{45, []float64{90, 0, 0, 0, 0, 0}, []float64{1, 0.2, 0.2, 0.2, 0.2, 0.2}}, // half each
		{0, []float64{0, 80, 90}, []float64{1, 0.1, 0.2}},
	} {
		g := full(c.guesses...)
		for i, w := range c.weights {
			g[i].Weight = w
		}
		if r := byName(t, "median").Rating(g); r != c.want {
			t.Errorf("median of %v is %v, want %v", g, r, c.want)
		}
	}
}

// TestRelativeWeights holds for the ratings that do not depend on the order of the guesses.
func TestRelativeWeights(t *testing.T) {
	for _, name := range []string{"mean", "median"} {
		rapid.Check(t, func(t *rapid.T) {
			a, _ := aggregate.ByName(name)
			g := guesses.Draw(t, "guesses")
			r := a.Rating(g)
			c := rapid.Float64Range(0.01, 1).Draw(t, "c")
			scaled := slices.Clone(g)
			for i := range scaled {
				scaled[i].Weight *= c
			}
			slices.Reverse(scaled)
			if s := a.Rating(scaled); math.Abs(r-s) > 1e-9 {
				t.Fatalf("%s: rating %v, and with %v of the weights %v", name, r, c, s)
			}
		})
	}
}

// TestWeights has a heavy guess outweigh three light ones.
func TestWeights(t *testing.T) {
	for _, a := range aggregate.All() {
		g := full(50, 50, 90, 10, 10, 10)
		even := a.Rating(g)
		for i := 3; i < 6; i++ {
			g[i].Weight = 0.1
		}
		if r := a.Rating(g); r < even+1 {
			t.Errorf("%s: rating %v, and if three low guesses weigh 0.1 each %v", a.Name(), even, r)
		}
	}
	g := full(0, 60, 70) // 0 alone does not make the first rating
	g[0].Weight = 0.2
	for _, a := range aggregate.All() {
		if r := a.Rating(g); r < 45 {
			t.Errorf("%s: rating %v after a first guess of weight 0.2", a.Name(), r)
		}
	}
}

// TestPlainGuesses compares ratings of guesses of weight 1, bit by bit, with those that version
// 0.1.0 made of the same guesses without weights.
func TestPlainGuesses(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("other processors may round the exponential function differently")
	}
	for _, a := range aggregate.All() {
		rng := rand.New(rand.NewPCG(3, 14))
		var sum uint64
		for range 200 {
			g := make([]float64, 1+rng.IntN(60))
			for i := range g {
				g[i] = float64(rng.IntN(401)) / 4
				if rng.IntN(2) == 0 {
					g[i] = 100 * rng.Float64()
				}
			}
			sum = sum*31 + math.Float64bits(a.Rating(full(g...)))
		}
		if want := plain[a.Name()]; sum != want {
			t.Errorf("%s: %#x, want %#x", a.Name(), sum, want)
		}
	}
}

// TestElo computes in Elo's points, as chess tables do: at even strength a guess of 100 is a win,
// worth K/2 = 16 points, and 16 points are an expected score of 0.523.
func TestElo(t *testing.T) {
	elo := byName(t, "elo")
	if r := elo.Rating(full(50, 100)); math.Abs(r-100/(1+math.Pow(10, -16./400))) > 1e-12 ||
		math.Abs(r-52.3) > 0.01 {
		t.Errorf("rating %v, want 52.30", r)
	}
	if r := elo.Rating(full(100, 99.5, 99.5)); math.Abs(r-99.5) > 1e-9 {
		t.Errorf("rating %v, want 99.5", r)
	}
}

// TestAdaptive shows that the adaptive aggregates follow a player who changes sooner than the mean.
func TestAdaptive(t *testing.T) {
	var g []float64
	for i := range 100 {
		g = append(g, 20+60*float64(i/50))
	}
	for _, name := range []string{"elo", "glicko-2"} {
		if r := byName(t, name).Rating(full(g...)); r < 60 || r > 80 {
			t.Errorf("%s: rating %v after 50 guesses of 20 and 50 of 80; the mean is 50", name, r)
		}
	}
}

// plain has sums of the bits of 200 ratings.
var plain = map[string]uint64{
	"mean": 0x1eccad2d1466db6c, "median": 0x27c6284e7ef06c2, "elo": 0xa51fb62cfda4cf0a,
	"glicko-2": 0x8641bc4544d18af4,
}
