package auto

import (
	"math"
	"testing"

	"github.com/luna-rating/luna/features/text"
)

// A population of one tells nothing, and one of many makes the prior the transductive one.
func TestShareOfTransductivePrior(t *testing.T) {
	cache := text.NewCache(text.English)
	d := cache.Doc("a lamp")
	graded := func(population [][]*text.Doc, prior Prior) float64 {
		m := Model{Prior: &prior, Population: population}
		return unrated(t, m, cache, "What shines?", "the sun").Grade(0, d)
	}
	prior := DefaultPrior()
	alone := [][]*text.Doc{{d}}
	if got, want := graded(alone, prior), graded(nil, prior); math.Abs(got-want) > 1e-9 {
		t.Errorf("alone, a response has the grade %v, expected %v as without a population", got, want)
	}
	for others, share := range map[int]float64{20: .5, 180: .9} {
		m := Model{Population: make([][]*text.Doc, others+1)}
		o := prior.ordered(cuesOf(&meaning{}, true), m.transduced())
		want := prior.Intercept + share*(prior.Transductive.Intercept-prior.Intercept)
		if math.Abs(o.keyed-want) > 1e-12 {
			t.Errorf("%d others: found intercept %v, expected %v", others, o.keyed, want)
		}
	}
}
