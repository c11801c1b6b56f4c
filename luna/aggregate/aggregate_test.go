package aggregate_test

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/luna-rating/luna/luna/aggregate"
	"github.com/luna-rating/luna/luna/game"
)

func byName(t *testing.T, name string) game.Aggregate {
	t.Helper()
	a, err := aggregate.ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

var guesses = rapid.SliceOfN(rapid.OneOf(rapid.Float64Range(0, 100),
	rapid.SampledFrom([]float64{0, 50, 100})), 1, 60)

func TestConformance(t *testing.T) {
	for _, a := range aggregate.All() {
		t.Run(a.Name(), func(t *testing.T) {
			if b, err := aggregate.ByName(a.Name()); err != nil || b != a {
				t.Errorf("ByName(%q) = %v, %v", a.Name(), b, err)
			}
			rapid.Check(t, func(t *rapid.T) {
				g := guesses.Draw(t, "guesses")
				before := append([]float64(nil), g...)
				r := a.Rating(g)
				lowest, highest := g[0], g[0]
				for i := range g {
					if g[i] != before[i] {
						t.Fatal("the guesses were modified")
					}
					lowest, highest = min(lowest, g[i]), max(highest, g[i])
				}
				switch {
				case !(r >= 0 && r <= 100):
					t.Fatalf("rating %v of %v", r, g)
				case len(g) == 1 && r != g[0]:
					t.Fatalf("rating %v of the one guess %v", r, g[0])
				case r != a.Rating(g):
					t.Fatal("a second call gave another rating")
				// the first guess may be clipped by half a point
				case r < lowest-1 || r > highest+1:
					t.Fatalf("rating %v of guesses from %v to %v", r, lowest, highest)
				}
				// A higher last guess does not lower the rating.
				g[len(g)-1] += (100 - g[len(g)-1]) / 2
				if raised := a.Rating(g); raised < r-1e-9 {
					t.Fatalf("rating %v, and with a higher last guess %v", r, raised)
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
		if r := byName(t, "median").Rating(g); r != want {
			t.Errorf("median of %v is %v, want %v", g, r, want)
		}
	}
}

// TestElo computes in Elo's points, as chess tables do: at even strength a guess of 100 is a win,
// worth K/2 = 16 points, and 16 points are an expected score of 0.523.
func TestElo(t *testing.T) {
	elo := byName(t, "elo")
	if r := elo.Rating([]float64{50, 100}); math.Abs(r-100/(1+math.Pow(10, -16./400))) > 1e-12 ||
		math.Abs(r-52.3) > 0.01 {
		t.Errorf("rating %v, want 52.30", r)
	}
	if r := elo.Rating([]float64{100, 99.5, 99.5}); math.Abs(r-99.5) > 1e-9 {
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
		if r := byName(t, name).Rating(g); r < 60 || r > 80 {
			t.Errorf("%s: rating %v after 50 guesses of 20 and 50 of 80; the mean is 50", name, r)
		}
	}
}
