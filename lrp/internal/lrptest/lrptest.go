// Package lrptest makes data sets for the tests of the packages below lrp.
package lrptest

import (
	"fmt"
	"slices"

	"github.com/luna-rating/luna/datasets"
)

// Civics generates n rated respondents to ten questions of general knowledge.
func Civics(n int, seed uint64) *datasets.Dataset { return synthetic("civics", n, seed) }

// Networks generates n rated respondents to twelve questions on computer networks.
func Networks(n int, seed uint64) *datasets.Dataset { return synthetic("networks", n, seed) }

// CopyAnswers adds to the keys correct answers of some of the respondents, as teachers do.
func CopyAnswers(ds *datasets.Dataset, some []datasets.Respondent) {
	for j := range ds.Questions {
		q := &ds.Questions[j]
		q.Key = slices.Clone(q.Key)
		for _, r := range some {
			if r.Scores[j] == 1 && !slices.Contains(q.Key, r.Responses[j]) {
				q.Key = append(q.Key, r.Responses[j])
			}
		}
	}
}

func synthetic(exam string, n int, seed uint64) *datasets.Dataset {
	sets, err := datasets.Open(
		fmt.Sprintf("synthetic-%s:%d:%d", exam, n, seed), datasets.Options{Raw: true},
	)
	if err != nil {
		panic(err)
	}
	return sets[0]
}
