package auto

import (
	"math"
	"strings"
	"testing"

	"github.com/luna-rating/luna/features/text"
)

// The kernel of h agrees with its definition, for respondents whose responses are known beforehand
// and for others.
func TestPeople(t *testing.T) {
	const train = 9
	cosine := func(a, b []*text.Doc) float64 {
		var vectors [2]map[string]float64
		for k, responses := range [][]*text.Doc{a, b} {
			v := make(map[string]float64)
			for _, d := range responses {
				if d.Raw == "" {
					continue
				}
				r := []rune(" " + strings.ToLower(d.Raw) + " ")
				for i := range r {
					for n := 2; n <= 5 && i+n <= len(r); n++ {
						v[string(r[i:i+n])]++
					}
				}
			}
			for g, c := range v {
				v[g] = 1 + math.Log(c)
			}
			vectors[k] = v
		}
		var aa, bb, ab float64
		for g, v := range vectors[0] {
			aa += v * v
			ab += v * vectors[1][g]
		}
		for _, v := range vectors[1] {
			bb += v * v
		}
		return ab / math.Sqrt(aa*bb)
	}
	x := civics(14)
	known := newExam(synthetic(train), true)
	h := defaultHyper()
	h.Pooled, h.AbilityVar = 0, 0
	p := prepare(t, Model{}, known)
	q := p.newProblem(known.totals(0, train)).meet()
	for i, r := range x.responses {
		got, self, _ := q.with(h, p.wholes.encode(r))
		if self != h.Text {
			t.Errorf("respondent %d with itself: %v, expected %v", i, self, h.Text)
		}
		for l, v := range got {
			if want := h.Text * cosine(r, known.responses[l]); math.Abs(v-want) > 1e-12 {
				t.Errorf("respondents %d and %d: %v, expected %v", i, l, v, want)
			}
		}
	}
	h.Pooled = defaultHyper().Pooled
	for i, r := range known.responses {
		got, _, _ := q.with(h, p.wholes.encode(r))
		for l, v := range got {
			if math.Abs(v-q.between(h, i, l)) > 1e-12 {
				t.Errorf("members %d and %d: %v, between them %v", i, l, v, q.between(h, i, l))
			}
		}
	}
	// The kernel that is kept follows the hyper-parameters.
	for _, factor := range []float64{1, 2, 2, 1} {
		other := *h
		other.Text, other.AbilityVar = factor*h.Text, factor-1
		kernel := q.kernelOf(&other)
		for i := range train {
			for l := range train {
				if v, want := kernel[i*train+l], q.between(&other, i, l); v != want {
					t.Errorf("members %d and %d: kept %v, expected %v", i, l, v, want)
				}
			}
		}
	}
	// Pooled cues of the members have mean 0 and standard deviation 1, or are 0.
	for k, name := range pooledCues() {
		var sum, squares float64
		for _, m := range q.members {
			sum += m.pooled[k]
			squares += m.pooled[k] * m.pooled[k] / train
		}
		if math.Abs(sum) > 1e-9 || squares != 0 && math.Abs(squares-1) > 1e-9 {
			t.Errorf("%s: sum %v, mean square %v", name.name, sum, squares)
		}
	}
}
