package simulate

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"

	"github.com/luna-rating/luna/internal/suite"
)

func play(t testing.TB, v Variant, s []Strategy, games, run int) *Tournament {
	t.Helper()
	tour, err := NewTournament(v, s, 11, "properties", run)
	suite.Must(tour, err)(t).Play(games)
	return tour
}

// TestHonestErrorFalls checks that the error is σ √(2/π) / √n for n guesses received.
func TestHonestErrorFalls(t *testing.T) {
	const players = 200
	v := Text()
	v.NoiseSD = 8
	for _, games := range []int{500, 2000, 8000} {
		var got, want float64
		tour := play(t, v, slices.Repeat([]Strategy{Honest}, players), games, 0)
		for i := range tour.players {
			rating, ok := tour.Rating(i)
			if !ok {
				t.Fatalf("player %d has no rating after %d games", i, games)
			}
			got += math.Abs(rating-tour.Intelligence(i)) / players
			want += v.NoiseSD * math.Sqrt(2/math.Pi/float64(tour.players[i].games)) / players
		}
		// The absolute value of a normal variable has a standard deviation of .756 of its mean.
		near(t, fmt.Sprintf("%d games", games), got, want, 4*.756*want/math.Sqrt(players))
		near(t, "Errors", tour.Errors().Mean, got, 1e-9)
	}
}

// TestRandomErrors expects the distance of two random points after one guess, and of a random point
// and the middle after many.
func TestRandomErrors(t *testing.T) {
	const players = 1000
	v := Text()
	once := play(t, v, slices.Repeat([]Strategy{Random}, players), 0, 0)
	for p := 0; p < players; p += 2 {
		once.play(p, p+1)
	}
	often := play(t, v, slices.Repeat([]Strategy{Random}, players), 100*players, 1)
	for _, x := range []float64{10, 25, 40} {
		share := func(tour *Tournament) float64 {
			n := 0
			for p := range players {
				if rating, _ := tour.Rating(p); math.Abs(rating-tour.Intelligence(p)) < x {
					n++
				}
			}
			return float64(n) / players
		}
		near(t, fmt.Sprintf("share of errors below %g after one guess", x), share(once),
			1-math.Pow(1-x/100, 2), .06)
		near(t, fmt.Sprintf("share of errors below %g after many", x), share(often), x/50, .06)
	}
}

// TestConstantErrors corrects the text, where the error of a constant guess is 50 points.
func TestConstantErrors(t *testing.T) {
	suite.Slow(t, "runs whole simulations")
	for _, c := range []Strategy{Minimum, Constant(50), Constant(80)} {
		want := 50.0
		if level, ok := c.(constant); ok {
			want = 25 + math.Pow(float64(level)-50, 2)/100
		}
		tour := play(t, Text(), slices.Repeat([]Strategy{c}, 2000), 20000, 0)
		near(t, c.Name(), tour.Errors().Mean, want, 2)
	}
}

// TestMinimumIsLinear checks that half the players with Minimum make half the error (3.2.2).
func TestMinimumIsLinear(t *testing.T) {
	points := run(t, "3.3", Options{Variant: Text(), Runs: 10, Seed: 2}).Points
	for _, p := range points[:len(points)-2] { // where random variation is small
		near(t, fmt.Sprintf("%g %% honest", p.X), p.Mean.Mean, points[0].Mean.Mean*(1-p.X/100), 1)
	}
}

func TestQuantileFunctions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(0, 100), 1, 60).Draw(t, "values")
		slices.Sort(values)
		m := rapid.IntRange(1, 60).Draw(t, "m")
		p := float64(rapid.IntRange(0, m).Draw(t, "k")) / float64(m)
		got := lowestQuantile(values, p)
		if want := stat.Quantile(p, stat.Empirical, values, nil); got != want {
			// If p is a share of the values except for rounding, the exact definition decides.
			position := p * float64(len(values))
			exact := math.Round(position)
			if math.Abs(exact-position) > 1e-9 || got != values[max(int(exact)-1, 0)] {
				t.Fatalf("lowest of %v at %v is %v, expected %v", values, p, got, want)
			}
		}
		between := interpolatedQuantile(values, p)
		lowest, highest := values[0], values[len(values)-1]
		if !(between >= lowest && between <= highest) ||
			interpolatedQuantile(values, 0) != lowest ||
			interpolatedQuantile(values, 1) != highest {
			t.Fatalf("interpolated of %v at %v is %v", values, p, between)
		}
	})
	if got := interpolatedQuantile([]float64{0, 10, 40}, .75); got != 25 {
		t.Errorf("interpolated %v, expected 25", got)
	}
	if got := lowestQuantile([]float64{1, 2, 3, 4}, .75); got != 3 {
		t.Errorf("lowest %v, expected 3", got)
	}
}

// TestStrategiesOfAnExperiment counts the strategies in figure 3.8.
func TestStrategiesOfAnExperiment(t *testing.T) {
	e := suite.Must(FindExperiment("3.8"))(t)
	for i, honest := range map[int]int{0: 0, 1: 5, 10: 50, 20: 100} {
		count := map[string]int{}
		for _, s := range e.settings[i].players {
			count[s.Name()]++
		}
		if count["Honest"] != honest {
			t.Errorf("%d are honest, expected %d", count["Honest"], honest)
		}
		for _, s := range []string{"Random", "Minimum", "Mean", "Quantile"} {
			if share := float64(defaultPlayers-honest) / 4; math.Abs(float64(count[s])-share) >= 1 {
				t.Errorf("%d honest: %d of %s, expected about %v", honest, count[s], s, share)
			}
		}
	}
}
