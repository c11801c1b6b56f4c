package demo

import (
	"bytes"
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/player"
)

// TestSmallDemonstration checks the claims of the full demonstration, with smaller margins.
func TestSmallDemonstration(t *testing.T) {
	suite.Slow(t, "plays dozens of games")
	reports := 0
	o := Options{NewGuesser: newByModel, Games: 40, People: 12, Seed: 3,
		progress: func(p progress) {
			if reports++; p.Games != reports || p.Of != 40 || p.Machine != reports/3 {
				t.Errorf("progress after game %d: %d games, %d of the machine's %d",
					reports, p.Games, p.Machine, p.Of)
			}
		}}
	r := suite.Must(simulate(t.Context(), o))(t)
	if reports != 120 || len(r.Games) != 120 || r.MachineGames != 40 {
		t.Errorf("%d progress reports, %d games, %d of the machine; expected 120, 120 and 40",
			reports, len(r.Games), r.MachineGames)
	}
	if late := r.Errors(20, 40); !(late.N > 10 && late.Machine < 0.5*late.Mean &&
		late.Machine < late.Untaught) {
		t.Errorf("the machine has not learned: %+v", late)
	}
	if first := r.Errors(1, 10); !(first.Untaught < first.Middle && first.N == 10) {
		t.Errorf("without history the machine is no better than a constant: %+v", first)
	}
	if !(r.Spearman > 0.9) {
		t.Errorf("the rank correlation of ratings and abilities is %v", r.Spearman)
	}
	for _, p := range r.Players {
		if p.Kind == aGibberish && !(p.Rating < 5) {
			t.Errorf("gibberish is rated %v", p.Rating)
		}
	}
	checkGames(t, r)

}

func TestSameSeedSameResult(t *testing.T) {
	play := func(seed uint64) string {
		r := suite.Must(simulate(t.Context(),
			Options{NewGuesser: newByModel, Games: 12, People: 5, Seed: seed}))(t)
		return table(t, r)
	}
	first := play(6)
	if again := play(6); again != first {
		t.Errorf("the same seed gives\n%s\nand\n%s", first, again)
	}
	if other := play(7); other == first {
		t.Errorf("another seed gives the same:\n%s", other)
	}
}

func table(t *testing.T, r *result) string {
	t.Helper()
	var b bytes.Buffer
	suite.OK(t, r.WriteTable(&b))
	if !strings.HasPrefix(b.String(), "SYNTHETIC") {
		t.Errorf("the table is not marked as synthetic:\n%.80s", b.String())
	}
	return b.String()
}

// checkGames recomputes the ratings and game counts from the recorded games, and compares the
// machine's guesses with its games.
func checkGames(t *testing.T, r *result) {
	t.Helper()
	guesses, games := map[string][]float64{}, map[string]int{}
	machine := map[string]side{}
	for _, g := range r.Games {
		for i, s := range g.Sides {
			other := g.Sides[1-i]
			games[s.Player]++
			if other.Kind == aPerson {
				guesses[s.Player] = append(guesses[s.Player], other.Guess)
			}
			if s.Kind == aMachine {
				machine[string(g.ID)] = other
			}
			if s.Player == other.Player {
				t.Errorf("%s plays against themselves", s.Player)
			}
		}
	}
	for _, p := range r.Players {
		if games[p.Name] != p.Games {
			t.Errorf("%s has %d games, %d were recorded", p.Name, p.Games, games[p.Name])
		}
		if want := stat.Mean(guesses[p.Name], nil); math.Abs(p.Rating-want) > 1e-9 {
			t.Errorf("%s is rated %v, the mean of the guesses about them is %v",
				p.Name, p.Rating, want)
		}
	}
	sum := 0.0
	for i, g := range r.Guesses {
		other := machine[string(g.Game)]
		if other.Player != g.Opponent || other.Rating == nil || *other.Rating != g.Rating {
			t.Errorf("guess %d is of %s, rated %v; the game says %+v", i+1, g.Opponent, g.Rating,
				other)
		}
		if i > 0 && math.Abs(g.Mean-sum/float64(i)) > 1e-9 {
			t.Errorf("guess %d: the running mean is %v, expected %v", i+1, g.Mean, sum/float64(i))
		}
		sum += g.Rating
	}
}

// TestHonestGuessesAreUnbiased shows why people do not shrink their guesses: shrinking compresses
// the ratings.
func TestHonestGuessesAreUnbiased(t *testing.T) {
	slope := func(o Options) float64 {
		o.NewGuesser, o.Games, o.others, o.Seed = newMiddle, 200, 5, 5
		r := suite.Must(simulate(t.Context(), o))(t)
		var abilities, ratings []float64
		for _, p := range r.Players {
			abilities, ratings = append(abilities, p.Ability), append(ratings, p.Rating)
		}
		_, b := stat.LinearRegression(abilities, ratings, nil, false)
		return b
	}
	for _, spread := range []string{evenAbility, evenRating} {
		if b := slope(Options{Spread: spread}); math.Abs(b-1) > 0.05 {
			t.Errorf("spread %s: the slope of rating on ability is %v, expected 1", spread, b)
		}
	}
	if b := slope(Options{shrink: 0.3}); !(b < 0.8) {
		t.Errorf("with guesses shrunk by 0.3 the slope of rating on ability is %v, "+
			"expected less than 0.8", b)
	}
}

func TestInvalidOptions(t *testing.T) {
	failing := errors.New("no model")
	for want, o := range map[string]Options{
		"no guesser":            {},
		"-1 games":              {NewGuesser: newMiddle, Games: -1},
		"1 people":              {NewGuesser: newMiddle, People: 1},
		"by NaN":                {NewGuesser: newMiddle, shrink: math.NaN()},
		`spread "even"`:         {NewGuesser: newMiddle, Spread: "even"},
		"101 games":             {NewGuesser: newMiddle, others: 101},
		"9 games of the machin": {NewGuesser: newMiddle, atOnce: 9},
		"no model": {NewGuesser: func(player.QuestionSet) (player.Guesser,
			error) {
			return nil, failing
		}},
	} {
		if _, err := simulate(t.Context(), o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, expected it to contain %q", err, want)
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := simulate(ended, Options{NewGuesser: newMiddle}); !errors.Is(err,
		context.Canceled) {
		t.Errorf("with a canceled context: %v", err)
	}
}

// TestFailingGuesserIsNamed also covers a demonstration that ends early.
func TestFailingGuesserIsNamed(t *testing.T) {
	_, err := simulate(t.Context(),
		Options{NewGuesser: func(player.QuestionSet) (player.Guesser,
			error) {
			return broken{player.Middle}, nil
		}})
	if err == nil || !strings.Contains(err.Error(), "machine in game") ||
		!errors.Is(err, errBroken) {
		t.Errorf("error %v", err)
	}
}

type broken struct{ player.Guesser }

var errBroken = errors.New("broken")

func (broken) Guess(context.Context, []string) (player.Guess, error) {
	return player.Guess{}, errBroken
}
