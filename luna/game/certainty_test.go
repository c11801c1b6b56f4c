package game_test

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/aggregate"
	"github.com/luna-rating/luna/luna/game"
)

func standardError(t *testing.T, guesses []game.Received) *float64 {
	t.Helper()
	return suite.Must(game.CertaintyOf(nil, guesses, nil))(t).Error
}

// TestStandardError compares with values by hand, and with the longer formula of Gatz and Smith
// (1995), by which the variance of a ratio was derived.
func TestStandardError(t *testing.T) {
	list := func(of ...float64) (list []game.Received) { // guess, weight, guess, weight…
		for i := 0; i < len(of); i += 2 {
			list = append(list, game.Received{By: game.PlayerID(strconv.Itoa(i)), Guess: of[i],
				Weight: of[i+1], Origin: uint64(i + 1)})
		}
		return list
	}
	for name, c := range map[string]struct {
		guesses []game.Received
		want    float64 // NaN for none
	}{
		"none":          {nil, math.NaN()},
		"one":           {list(60, 1), math.NaN()},
		"two":           {list(80, 1, 70, 1), 5},
		"s/√n":          {list(40, 1, 50, 1, 60, 1), 10 / math.Sqrt(3)},
		"scaled":        {list(40, 0.2, 50, 0.2, 60, 0.2), 10 / math.Sqrt(3)},
		"equal":         {list(60, 0.2, 60, 0.4, 60, 0.6), 0},
		"two weights":   {list(50, 1, 80, 0.5), math.Sqrt(2*(100+100)) / 1.5},
		"without any":   {list(40, 1, 60, 1, 99, 0), 10},
		"one network":   {sameOrigin(list(40, 1, 60, 1)), math.NaN()},
		"network alone": {append(sameOrigin(list(40, 1, 60, 1)), list(0, 0, 0, 0, 70, 1)...), 10},
	} {
		got := standardError(t, c.guesses)
		if (got == nil) != math.IsNaN(c.want) || got != nil && math.Abs(*got-c.want) > 1e-9 {
			t.Errorf("%s: found %v, expected %v", name, number(got), c.want)
		}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		guesses := make([]game.Received, 2+rng.IntN(30))
		for i := range guesses {
			guesses[i] = game.Received{By: game.PlayerID(strconv.Itoa(i)), Guess: 100 * rng.Float64(),
				Weight: 0.01 + 0.99*rng.Float64(), Origin: uint64(i+1) * uint64(rng.IntN(2))}
		}
		if got, want := *standardError(t, guesses), slowError(guesses); math.Abs(got-want) > 1e-9 {
			t.Errorf("found %v, expected %v", got, want)
		}
	}
}

func sameOrigin(list []game.Received) []game.Received {
	for i := range list {
		list[i].Origin = 99
	}
	return list
}

func slowError(guesses []game.Received) float64 {
	n, w, m := float64(len(guesses)), 0.0, 0.0
	for _, g := range guesses {
		w += g.Weight
	}
	for _, g := range guesses {
		m += g.Weight * g.Guess / w
	}
	var a, b, c float64
	for _, g := range guesses {
		x, y := g.Weight*g.Guess-w/n*m, g.Weight-w/n
		a, b, c = a+x*x, b+x*y, c+y*y
	}
	return math.Sqrt(n / (n - 1) / (w * w) * (a - 2*m*b + m*m*c))
}

// TestErrorFalls checks in 1,000 histories that the standard error falls with the number of
// guesses, which the standard deviation of the ratings does not do, and that it is true: the mean
// of very many guesses is within it about two times in three.
func TestErrorFalls(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	sizes := []int{3, 6, 12, 30}
	mean, within, fell := make([]float64, len(sizes)), make([]int, len(sizes)), 0
	const histories = 1000
	for range histories {
		truth := 30 + 40*rng.Float64()
		var list []game.Received
		before := math.Inf(1)
		for i, size := range sizes {
			for len(list) < size {
				n := len(list)
				list = append(list, game.Received{By: game.PlayerID(strconv.Itoa(n)), Origin: uint64(n + 1),
					Guess: truth + 9.7*math.Sqrt(3)*(2*rng.Float64()-1), Weight: float64(1+rng.IntN(5)) / 5})
			}
			e := *standardError(t, list)
			mean[i] += e / histories
			if math.Abs((game.Mean{}).Rating(list)-truth) <= e {
				within[i]++
			}
			if i == len(sizes)-1 && e < before {
				fell++
			}
			if i == 0 {
				before = e
			}
		}
	}
	t.Logf("after %v guesses: mean standard error %.2f, within it %v; fell in %d", sizes, mean, within, fell)
	for i := 1; i < len(mean); i++ {
		if mean[i] > 0.85*mean[i-1] {
			t.Errorf("after %v guesses: %v", sizes, mean)
		}
		if within[i] < 550 || within[i] > 730 {
			t.Errorf("after %d guesses: the truth is within the standard error %d times", sizes[i], within[i])
		}
	}
	if fell < 850 {
		t.Errorf("fell in %d of %d histories", fell, histories)
	}
}

// TestCertaintyOfOthers has aggregates whose ratings are no means, and damped guesses.
func TestCertaintyOfOthers(t *testing.T) {
	guesses := []game.Received{{By: "a", Guess: 20, Weight: 0.2}, {By: "b", Guess: 40, Weight: 0.2},
		{By: "c", Guess: 90, Weight: 0.2}}
	for _, a := range aggregate.All() {
		c := suite.Must(game.CertaintyOf(a, guesses, nil))(t)
		if !c.Provisional || c.Rating == nil || (c.Error != nil) != (a.Name() == "mean") {
			t.Errorf("%s: %+v", a.Name(), c)
		}
	}
	c := suite.Must(game.CertaintyOf(nil, guesses, map[game.PlayerID]float64{"c": 0}))(t)
	if math.Abs(*c.Rating-30) > 1e-9 || math.Abs(*c.Error-10) > 1e-9 {
		t.Errorf("damped: %+v", c)
	}
}
