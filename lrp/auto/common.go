package auto

import (
	"math"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

// common says how common a response is among the responses of everybody, in [-1,1]:
//
//	√((1/(n-1)) Σ_i cos(n(t), n(t_i))) - mean
//
// where the sum is over the responses t_i of the n-1 others, n(t) are the character n-grams, and
// the mean is that of all responses with words. The cue is 0 for a response without words. Popular
// responses are mostly right. A response that nobody in the population gave is compared with all n.
// An acceptable answer counts as the most common response, as it is right whoever gives it.
var common = cue{name: "common", prepare: newCommon}

func newCommon(q *features.Question, population []*text.Doc) comparison {
	c := &crowd{grams: newVocabulary(), members: make(map[string]float64)}
	times := make(map[string]float64) // how often each text was given
	for _, d := range population {
		times[d.Clean]++
	}
	for _, d := range population { // in their order, so that sums are the same every time
		if _, ok := c.members[d.Clean]; ok {
			continue
		}
		c.members[d.Clean] = 0
		g, n := c.grams.add(d.Clean), times[d.Clean]
		for len(c.sum) < c.grams.size {
			c.sum = append(c.sum, 0)
		}
		g.addTo(c.sum, n)
	}
	c.centre(population, times)
	most, right := 0.0, make(map[string]int) // how often the key has a text
	for _, v := range c.members {
		most = max(most, v)
	}
	for _, k := range q.Key {
		right[k.Clean]++
	}
	by := func(answers int) func(*text.Doc) float64 {
		return func(d *text.Doc) float64 {
			if right[d.Clean] >= answers {
				return most
			}
			return c.at(d)
		}
	}
	return comparison{whole: by(1), rest: by(2)}
}

// crowd knows what everybody has responded to one question.
type crowd struct {
	grams   *vocabulary
	sum     []float64          // of the n-grams of all responses
	size    float64            // the number of responses
	mean    float64            // of the uncentred cue, over all responses with words
	members map[string]float64 // the cue by cleaned text
}

// centre computes the cue of all texts in the population.
func (c *crowd) centre(population []*text.Doc, times map[string]float64) {
	c.size = float64(len(population))
	var sum, count float64
	for _, d := range population {
		n := times[d.Clean]
		if n == 0 || d.Empty() {
			continue
		}
		times[d.Clean] = 0 // the same texts count once, n times
		v := c.similarity(c.grams.lookup(d.Clean), 1)
		c.members[d.Clean] = v
		sum += n * v
		count += n
	}
	c.mean = sum / max(1, count)
	for clean, v := range c.members {
		if clean != "" {
			c.members[clean] = v - c.mean
		}
	}
}

// similarity returns the root of the mean similarity to the responses except own of them, which
// have the same text.
func (c *crowd) similarity(g grams, own float64) float64 {
	return math.Sqrt(max(0, g.product(c.sum)-own) / max(1, c.size-own))
}

func (c *crowd) at(d *text.Doc) float64 {
	if d.Empty() {
		return 0
	}
	if v, ok := c.members[d.Clean]; ok {
		return v
	}
	return c.similarity(c.grams.lookup(d.Clean), 0) - c.mean
}
