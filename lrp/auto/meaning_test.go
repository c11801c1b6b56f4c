package auto

import (
	"context"
	"hash/fnv"
	"math"
	"strings"
	"testing"

	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

// hashed is an encoder whose vectors are sums of numbers that follow from words.
type hashed struct{ shift float32 }

func hashing() *embed.Memory { return embed.Remember(hashed{}) }

func (e hashed) Identity() embed.Identity {
	return embed.Identity{Name: "hashed", Dim: 7, SHA256: "0"}
}

func (e hashed) Encode(_ context.Context, texts []string) ([][]float32, error) {
	list := make([][]float32, len(texts))
	for i, s := range texts {
		list[i] = make([]float32, 7)
		for _, w := range strings.Fields(strings.ToLower(s)) {
			sum := fnv.New64a()
			sum.Write([]byte(w))
			for k := range list[i] {
				list[i][k] += float32((sum.Sum64()>>(8*k))%256)/128 - 1
			}
		}
		for k := range list[i] {
			list[i][k] += e.shift
		}
	}
	return list, nil
}

// What respondents have in common with one who is not in the training set is the same as if the
// respondent were in it, but for the means, and so is the function of the meanings.
func TestMeanings(t *testing.T) {
	x := civics(20)
	p := prepare(t, Model{Encoder: hashing()}, x)
	b := p.newProblem(x.totals(0, 12))
	h := defaultHyper()
	h.Text, h.Pooled, h.AbilityVar, h.Ability, h.Meaning = 0, 0, 0, 0, 0.3
	b.computeKernels(h)
	q := b.people
	gamma := make([]float64, len(q.members))
	for i := range gamma {
		gamma[i] = float64(i%5) - 1.7
	}
	f := q.function(h, gamma)
	for i, r := range x.responses {
		w := p.wholeOf(r, p.encode(r))
		members, self, _ := q.with(h, w)
		if i < len(q.members) {
			for l, v := range members {
				if want := h.Meaning * q.slowMeaning(i, l); math.Abs(v-want) > 1e-6 {
					t.Errorf("respondents %d and %d: %v, expected %v", i, l, v, want)
				}
			}
			if want := h.Meaning * q.slowMeaning(i, i); math.Abs(self-want) > 1e-6 {
				t.Errorf("respondent %d with itself: %v, expected %v", i, self, want)
			}
		}
		if got, want := f.at(w), dot(members, gamma); math.Abs(got-want) > 1e-6 {
			t.Errorf("respondent %d: the function is %v, expected %v", i, got, want)
		}
	}
}

// Whatever all vectors of an encoder have in common, texts have the same cosines: about 0 for texts
// that have nothing to do with each other, and 1 for equal ones.
func TestCueENC(t *testing.T) {
	cache := text.NewCache(text.English)
	q := features.NewQuestion("q", []string{"the sun and the moon"}, nil, cache)
	values := func(shift float32) (list []float64) {
		x, err := newMeaning(context.Background(), embed.Remember(hashed{shift}))
		if err != nil {
			t.Fatal(err)
		}
		c := x.nearest().prepare(q, nil)
		for _, s := range []string{"The sun and the moon!", "", "the moon", "nobody knows", "sun"} {
			list = append(list, c.whole(cache.Doc(s)))
		}
		return list
	}
	plain := values(0)
	if plain[0] != 1 || plain[1] != 0 {
		t.Errorf("an equal text has %v, none has %v, expected 1 and 0", plain[0], plain[1])
	}
	if !(plain[2] > plain[3]) {
		t.Errorf("found %v for half of the key, not more than %v for another text", plain[2], plain[3])
	}
	q = features.NewQuestion("q", nil, nil, cache)
	if v := values(0); v[2] != 0 {
		t.Errorf("found %v without a key, expected 0", v[2])
	}
}
