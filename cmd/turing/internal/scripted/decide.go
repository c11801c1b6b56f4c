package scripted

import (
	"math"
	"slices"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/internal/numbers"
)

// The rules by which judges decide who is human.
const (
	ByChance = "random"
	Never    = "never" // the judge does not vote, to test that case
)

// Rules lists the rules by which judges decide.
func Rules() []string { return []string{ByChance, Never} }

// Known reports whether judges can decide by a rule. Those of earlier versions, typing and
// keywords, are decisions by chance now.
func Known(rule string) bool {
	return slices.Contains(Rules(), rule) || rule == "typing" || rule == "keywords"
}

// Threshold is the score above which a single entity is taken for a human.
const Threshold = 0.5

// Scores returns how human each terminal seems to a judge, from 0 to 1. They derive from the seed.
func Scores(seed uint64) map[keylog.Side]float64 {
	rng := numbers.Stream(seed, "scripted verdict", 0)
	return map[keylog.Side]float64{keylog.Left: rng.Float64(), keylog.Right: rng.Float64()}
}

// Points returns the left terminal's share of 100 points for the given scores, without ties.
func Points(scores map[keylog.Side]float64) int {
	share := 1 / (1 + math.Exp(scores[keylog.Right]-scores[keylog.Left]))
	points := int(math.Round(100 * share))
	if points == 50 {
		points = 51
		if scores[keylog.Left] < scores[keylog.Right] {
			points = 49
		}
	}
	return points
}
