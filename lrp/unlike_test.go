package lrp

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/internal/lrptest"
)

// unlike asks a model of some respondents whether responses are unlike theirs.
func unlike(ds *datasets.Dataset, train []int, responses [][]string) string {
	some := *ds
	some.Respondents = nil
	for _, i := range train {
		some.Respondents = append(some.Respondents, ds.Respondents[i])
	}
	m := &Model{rater: rater{training: &some, analyzer: text.English}}
	m.begin()
	return m.Unlike(responses)
}

func givenBy(ds *datasets.Dataset, some []int, questions int) [][]string {
	var list [][]string
	for _, i := range some {
		r := ds.Respondents[i].Responses
		for len(r) < questions {
			r = append(r[:len(r):len(r)], r...)
		}
		list = append(list, r[:questions])
	}
	return list
}

// Responses to other questions are unlike those of the training set. Those of others to the same
// questions are not, however few respondents there are.
func TestUnlike(t *testing.T) {
	civics, networks := lrptest.Civics(60, 1), lrptest.Networks(60, 1)
	rng := rand.New(rand.NewPCG(1, 1))
	for _, x := range []struct{ ds, other *datasets.Dataset }{
		{civics, networks}, {networks, civics},
	} {
		n := len(x.ds.Respondents)
		for _, trained := range []int{2, 5, 10, 20, n / 2} {
			for _, rated := range []int{1, 5, minCompared, n / 2} {
				order := rng.Perm(n)
				train, rest := order[:trained], order[n-rated:]
				if got := unlike(x.ds, train, givenBy(x.ds, rest, len(x.ds.Questions))); got != "" {
					t.Errorf("%s, %d trained, %d rated: %s", x.ds.Name, trained, rated, got)
				}
				others := rng.Perm(len(x.other.Respondents))[:rated]
				got := unlike(x.ds, train, givenBy(x.other, others, len(x.ds.Questions)))
				enough := trained >= minCompared && rated >= minCompared
				if enough != strings.Contains(got, "other questions") {
					t.Errorf("%s, %d trained, %d of %s: %q", x.ds.Name, trained, rated, x.other.Name, got)
				}
			}
		}
	}
}
