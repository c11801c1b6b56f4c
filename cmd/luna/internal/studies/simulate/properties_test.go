package simulate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/suite"
)

// constant reports the same about everybody. If all players do, the expected error is
// 25 + (c-50)²/100: 50 points only at the ends of the scale.
type constant float64

func (c constant) Report(Situation) float64 { return float64(c) }

func play(t testing.TB, v Variant, s []Strategy, games, run int) *Tournament {
	t.Helper()
	tour := NewTournament(v, s, 11, "properties", run)
	tour.Play(games)
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
	for _, c := range []Strategy{Minimum, constant(50), constant(80)} {
		want := 50.0
		if level, ok := c.(constant); ok {
			want = 25 + math.Pow(float64(level)-50, 2)/100
		}
		tour := play(t, Text(), slices.Repeat([]Strategy{c}, 2000), 20000, 0)
		near(t, fmt.Sprint(c), tour.Errors().Mean, want, 2)
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
		between := numbers.Quantile(values, p)
		lowest, highest := values[0], values[len(values)-1]
		if !(between >= lowest && between <= highest) ||
			numbers.Quantile(values, 0) != lowest ||
			numbers.Quantile(values, 1) != highest {
			t.Fatalf("interpolated of %v at %v is %v", values, p, between)
		}
	})
	if got := numbers.Quantile([]float64{0, 10, 40}, .75); got != 25 {
		t.Errorf("interpolated %v, expected 25", got)
	}
	if got := lowestQuantile([]float64{1, 2, 3, 4}, .75); got != 3 {
		t.Errorf("lowest %v, expected 3", got)
	}
}

// TestStrategiesOfAnExperiment counts the strategies in figure 3.8.
func TestStrategiesOfAnExperiment(t *testing.T) {
	e := experiment(t, "3.8")
	for i, honest := range map[int]int{0: 0, 1: 5, 10: 50, 20: 100} {
		count := map[Strategy]int{}
		for _, s := range e.settings[i].players {
			count[s]++
		}
		if count[Honest] != honest {
			t.Errorf("%d are honest, expected %d", count[Honest], honest)
		}
		for _, s := range []Strategy{Random, Minimum, Mean, Quantile} {
			if share := float64(defaultPlayers-honest) / 4; math.Abs(float64(count[s])-share) >= 1 {
				t.Errorf("%d honest: %d of %T, expected about %v", honest, count[s], s, share)
			}
		}
	}
}

// reference is a rating system that stores only the games, and computes everything else from them
// as the thesis defines it.
type reference struct {
	v          Variant
	strategies []Strategy
	guess      func(p, q int) float64
	chance     func(p, q int) float64
	history    []pair
	forgetful  bool // Quantile Guessing after a delay does not count the games before it
}

type pair struct {
	p, q     int
	ofP, ofQ float64 // reported
}

// received returns the guesses that each player received.
func (r *reference) received() [][]float64 {
	list := make([][]float64, len(r.strategies))
	for _, g := range r.history {
		list[g.p] = append(list[g.p], g.ofP)
		list[g.q] = append(list[g.q], g.ofQ)
	}
	return list
}

// rating returns the mean of the guesses that a player received.
func (r *reference) rating(received []float64) (float64, bool) {
	if len(received) == 0 {
		return 0, false
	}
	if r.v.DropFirst && len(received) > 1 {
		received = received[1:]
	}
	return average(received), true
}

func average(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return sum / float64(len(list))
}

func (r *reference) ratings() []float64 {
	var list []float64
	for _, received := range r.received() {
		if rating, ok := r.rating(received); ok {
			list = append(list, rating)
		}
	}
	slices.Sort(list)
	return list
}

// met returns the opponents of a player in the games from a number on, once per game.
func (r *reference) met(player, since int) []int {
	var list []int
	for i, g := range r.history {
		switch {
		case i < since:
		case g.p == player:
			list = append(list, g.q)
		case g.q == player:
			list = append(list, g.p)
		}
	}
	return list
}

func (r *reference) report(s Strategy, p, q, since int) float64 {
	switch s := s.(type) {
	case honest:
		return r.guess(p, q)
	case random:
		return 100 * r.chance(p, q)
	case minimum:
		return 0
	case constant:
		return float64(s)
	case delayed:
		if len(r.history) < s.games {
			return r.guess(p, q)
		}
		if r.forgetful {
			since = s.games
		}
		return r.report(s.then, p, q, since)
	}
	ratings := r.ratings()
	if len(ratings) == 0 {
		return r.guess(p, q)
	}
	if s == Mean {
		return average(ratings)
	}
	sample := r.met(p, since)
	if r.v.AllGuesses {
		sample = nil
		for q := range r.strategies {
			sample = append(sample, q)
		}
	} else if len(sample) == 0 {
		return r.guess(p, q)
	}
	at := 0
	for _, other := range sample {
		if r.guess(p, other) <= r.guess(p, q) {
			at++
		}
	}
	share := float64(at) / float64(len(sample))
	if r.v.PercentSlip {
		share /= 100
	}
	if !r.v.Interpolate {
		for i, rating := range ratings { // the first with a large enough share at or below it
			if float64(i+1)*float64(len(sample)) >= float64(at)*float64(len(ratings)) {
				return rating
			}
		}
	}
	place := share * float64(len(ratings)-1)
	below, above := int(math.Floor(place)), int(math.Ceil(place))
	return ratings[below]*(1-(place-float64(below))) + ratings[above]*(place-float64(below))
}

func (r *reference) play(p, q int) {
	g := pair{p: p, q: q, ofQ: r.report(r.strategies[p], p, q, 0),
		ofP: r.report(r.strategies[q], q, p, 0)}
	r.history = append(r.history, g)
}

// TestTournamentIsAsDefined compares a tournament with the reference in the same games.
func TestTournamentIsAsDefined(t *testing.T) {
	oddly := Text()
	oddly.Name, oddly.DropFirst, oddly.Interpolate = "oddly", true, true
	slipping := Published()
	slipping.Name, slipping.AllGuesses = "slipping", false
	mixture := []Strategy{Honest, Random, Minimum, Mean, Quantile, Quantile, constant(70),
		Delayed(60, Quantile), Delayed(30, Mean), Honest}
	slipping.Interpolate, slipping.PercentSlip = true, true
	for _, v := range append([]Variant{Published(), Text()}, oddly, slipping) {
		eight := func(s Strategy) []Strategy { return slices.Repeat([]Strategy{s}, 8) }
		for _, strategies := range [][]Strategy{mixture, eight(Mean), eight(Quantile),
			eight(Delayed(20, Quantile))} {
			t.Run(v.Name+", "+fmt.Sprintf("%T", strategies[0]), func(t *testing.T) {
				tour := NewTournament(v, strategies, 7, "reference", 3)
				ref := &reference{v: v, strategies: strategies, guess: tour.actual,
					chance: tour.chance}
				r := rand.New(rand.NewPCG(1, 2))
				for game := range 150 {
					two := r.Perm(len(strategies))[:2]
					tour.play(two[0], two[1])
					ref.play(two[0], two[1])
					var sum, most, rated float64
					received := ref.received()
					for p := range strategies {
						got, ok := tour.Rating(p)
						want, there := ref.rating(received[p])
						if ok != there || ok && math.Abs(got-want) > 1e-9 {
							t.Fatalf("game %d, player %d, %s: rating %v, %v, expected %v, %v",
								game, p, fmt.Sprintf("%T", strategies[p]), got, ok, want, there)
						}
						if ok {
							var guesses []float64
							for o := range strategies {
								guesses = append(guesses, ref.guess(o, p))
							}
							off := math.Abs(want - average(guesses))
							sum, most, rated = sum+off, max(most, off), rated+1
						}
					}
					near(t, "mean error", tour.Errors().Mean, sum/rated, 1e-9)
					near(t, "maximum error", tour.Errors().Max, most, 1e-9)
				}
			})
		}
	}
}

// TestOtherRandomNumbers repeats an experiment with the reference and other random numbers.
func TestOtherRandomNumbers(t *testing.T) {
	const players, games, runs = 40, 200, 25
	for _, v := range []Variant{Published(), Text()} {
		for _, s := range []Strategy{Honest, Random, Quantile} {
			strategies := slices.Repeat([]Strategy{s}, players)
			var ours, theirs, squares float64
			for i := range runs {
				tour := NewTournament(v, strategies, 5, "own", i)
				tour.Play(games)
				ours += tour.Errors().Mean / runs
				e := playByDefinition(v, strategies, games, uint64(i), false)
				theirs, squares = theirs+e/runs, squares+e*e/runs
			}
			se := math.Sqrt((squares - theirs*theirs) / (runs - 1))
			near(t, v.Name+", all "+fmt.Sprintf("%T", s), ours, theirs, 4*math.Sqrt2*se)
		}
	}
}

// playByDefinition plays a tournament with the reference and its own random numbers, and returns
// the mean error.
func playByDefinition(
	v Variant, strategies []Strategy, games int, seed uint64, forgetful bool,
) float64 {
	r := rand.New(rand.NewPCG(seed, 99))
	n := len(strategies)
	guesses, chances, intelligence := make([][]float64, n), make([][]float64, n), make([]float64, n)
	baselines := make([]float64, n)
	for p := range n {
		baselines[p] = 100 * r.Float64()
	}
	for p := range n {
		for q := range n {
			guesses[p] = append(guesses[p], baselines[q]+r.NormFloat64()*v.NoiseSD)
			chances[p] = append(chances[p], r.Float64())
			intelligence[q] += guesses[p][q] / float64(n)
		}
	}
	ref := &reference{v: v, strategies: strategies, forgetful: forgetful,
		guess:  func(p, q int) float64 { return guesses[p][q] },
		chance: func(p, q int) float64 { return chances[p][q] }}
	for range games {
		two := r.Perm(n)[:2]
		ref.play(two[0], two[1])
	}
	var off []float64
	for p, received := range ref.received() {
		if rating, ok := ref.rating(received); ok {
			off = append(off, math.Abs(rating-intelligence[p]))
		}
	}
	return average(off)
}
