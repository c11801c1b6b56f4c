package fair

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/luna/game"
)

// loner is a player who is judged by their own guesses alone, compared with what others think.
type loner struct {
	player       game.PlayerID
	mine, others summary
	r            float64 // the correlation of both
	byRank       float64 // their rank correlation, which a few guesses do not change
	spread       float64 // the standard deviation of all of mine
	differ       bool    // others guess differently about different players
	z            float64 // the hyperbolic arctangent of r
}

// loners finds the players who always guess the same, or unlike others. Of two findings about a
// player, [Search.Find] takes one.
func (t *table) loners() (list []Finding) {
	var all []loner
	for p := range t.names {
		t.rest()
		if f, ok := t.stuck(p); ok {
			list = append(list, f)
		} else if x, ok := t.alone(p); ok {
			all = append(all, x)
		}
	}
	h := honestOf(all)
	for _, x := range all {
		if f, ok := x.judge(h); ok {
			list = append(list, f)
		}
	}
	return list
}

// alone compares the guesses of a player with those of others about the same players, if there are
// enough.
func (t *table) alone(p int) (loner, bool) {
	var mine, others []float64
	seen := make(map[int]bool)
	for _, i := range t.made[p] {
		g := t.guesses[i]
		if seen[g.about] {
			continue // the first guess about a player is the most independent one
		}
		seen[g.about] = true
		if mean, n := t.others(g.about, func(h edge) bool {
			return h.by == p || h.origin != 0 && h.origin == g.origin
		}); n >= 2 {
			mine, others = append(mine, g.guess), append(others, mean)
		}
	}
	x := loner{player: t.names[p], mine: robust(mine), others: summarize(others),
		spread: summarize(mine).sd}
	if x.mine.n < min(minConstant, minUnlike) {
		return x, false
	}
	x.differ = x.others.sd >= othersSpread
	x.r, x.byRank = correlation(mine, others), correlation(numbers.Ranks(mine), numbers.Ranks(others))
	const almost = 1 - 1e-6
	x.z = math.Atanh(min(max(x.r, -almost), almost))
	return x, true
}

// variance is the variance of z for guesses at random (Fisher 1921).
func (x loner) variance() float64 { return 1 / float64(x.mine.n-3) }

// honesty is the distribution of z among honest players, apart from its sampling error.
type honesty struct{ median, sd float64 }

// honestOf estimates honesty from the upper half of all players: dishonest ones are in the lower
// half.
func honestOf(all []loner) (h honesty) {
	var z []float64
	errors := 0.0
	for _, x := range all {
		if x.differ {
			z = append(z, x.z)
			errors += x.variance()
		}
	}
	if len(z) == 0 {
		return h
	}
	slices.Sort(z)
	h.median = z[len(z)/2]
	const oneSD = 0.8413 // of a normal distribution is below one standard deviation
	sd := z[int(oneSD*float64(len(z)-1))] - h.median
	h.sd = math.Sqrt(max(leastSpread*leastSpread, sd*sd-errors/float64(len(z))))
	return h
}

// judge returns a finding if a player always guesses the same, or unlike others.
func (x loner) judge(h honesty) (Finding, bool) {
	f := Finding{Player: x.player}
	switch {
	case x.differ && x.mine.n >= minConstant && x.byRank <= worstHonest &&
		x.mine.sd <= max(constantSpread, constantShare*x.others.sd):
		f.Rule = Constant
		f.Reason = fmt.Sprintf("guessed %.0f±%.1f about %d players, whom others rate %.0f±%.0f",
			x.mine.mean, x.mine.sd, x.mine.n, x.others.mean, x.others.sd)
	case x.differ && x.mine.n >= minUnlike && x.r <= worstHonest && x.odds(h) >= math.Log(unlikeOdds):
		f.Rule, f.Weight = Unlike, unlikeWeight
		f.Reason = fmt.Sprintf("guesses about %d players have a correlation of %.2f with others'",
			x.mine.n, x.r)
	case x.random():
		f.Rule, f.Weight = Unlike, unlikeWeight
		f.Reason = fmt.Sprintf("guesses at random: those about %d players have a spread of %.0f, and a "+
			"correlation of %.2f with others'", x.mine.n, x.spread, x.r)
	default:
		return Finding{}, false
	}
	return f, true
}

// random reports whether guesses are as spread as random ones, and follow others' so little that
// even the upper end of the confidence interval of their correlation is low. Unlike [loner.odds],
// it does not compare with other players, who may all guess at random.
func (x loner) random() bool {
	const oneSided99 = 2.326
	return x.mine.n >= minRandom && x.spread >= randomSpread && x.byRank <= worstHonest &&
		x.z+oneSided99*math.Sqrt(x.variance()) <= math.Atanh(randomMost)
}

// stuck finds a player who is at one end of the scale about people of many networks whom others do
// not put there, if anybody has guessed about these. An eighth of the guesses may be elsewhere.
func (t *table) stuck(p int) (Finding, bool) {
	var mine []float64
	seen, networks := make(map[int]bool), make(map[uint64]bool)
	for _, i := range t.made[p] {
		g := t.guesses[i]
		origin, ok := t.origin[g.about]
		if g.machine || seen[g.about] || ok && (origin == g.origin || networks[origin]) {
			continue
		}
		seen[g.about] = true
		if ok {
			networks[origin] = true
		}
		mean, n := t.others(g.about, func(h edge) bool { return h.by == p })
		if n < 2 || math.Abs(mean-g.guess) > extreme {
			mine = append(mine, g.guess)
		}
	}
	s := robust(mine)
	return Finding{Player: t.names[p], Rule: Constant, Reason: fmt.Sprintf(
			"guessed %.0f±%.1f about %d people of different networks", s.mean, s.sd, s.n)},
		s.n >= minConstant && s.sd <= constantSpread && min(s.mean, game.MaxRating-s.mean) <= extreme
}

// odds returns the logarithm of how many times likelier the correlation is for a player who guesses
// at random than for an honest one.
func (x loner) odds(h honesty) float64 {
	v := x.variance()
	w := v + h.sd*h.sd
	d := x.z - h.median
	return d*d/w/2 + math.Log(w)/2 - x.z*x.z/v/2 - math.Log(v)/2
}

// trimmed is the share of numbers that count as outliers.
const trimmed = 1. / 8

// robust summarizes numbers without the eighth of them that is furthest from their median: a player
// who always guesses the same may have had to find out what to guess, or may have slipped.
func robust(list []float64) summary {
	if len(list) == 0 {
		return summary{}
	}
	sorted := slices.Sorted(slices.Values(list))
	median := sorted[len(sorted)/2]
	slices.SortStableFunc(sorted, func(a, b float64) int {
		return cmp.Compare(math.Abs(a-median), math.Abs(b-median))
	})
	s := summarize(sorted[:len(sorted)-int(trimmed*float64(len(sorted)))])
	s.n = len(list)
	return s
}
