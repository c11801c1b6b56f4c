package published

import (
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/regress"
)

// Experiment has what all trials on a data set share.
type Experiment struct {
	Ratings    []float64 // as the published run computed them
	Note       string    // how the ratings came about
	seed       uint64
	approaches []approach.Approach
	regressors []regress.Regressor
	answers    [][]*answer            // [question][respondent]
	key        map[string][][]float64 // [feature][respondent][question]
	neighbours map[string]*neighbours // by feature
	combined   []string               // the features of COM
}

// New prepares an experiment.
func New(ds *datasets.Dataset, seed uint64, approaches []approach.Approach,
	regressors []regress.Regressor) *Experiment {
	x := &Experiment{
		seed: seed, approaches: approaches, regressors: regressors,
		answers:    make([][]*answer, len(ds.Questions)),
		key:        make(map[string][][]float64),
		neighbours: make(map[string]*neighbours),
	}
	x.Ratings, x.Note = ratings(ds)
	for j := range ds.Questions {
		known := make(map[string]*answer)
		for _, r := range ds.Respondents {
			raw := r.Responses[j]
			if known[raw] == nil {
				known[raw] = newAnswer(raw)
			}
			x.answers[j] = append(x.answers[j], known[raw])
		}
	}
	for _, a := range approach.All() {
		if isFeature(a.Name) {
			x.combined = append(x.combined, a.Name)
		}
	}
	for name, s := range keyFeatures {
		x.key[name] = keyValues(ds, x.answers, s)
	}
	for name, s := range neighbourFeatures {
		x.neighbours[name] = newNeighbours(s, x.answers)
	}
	return x
}

// keyValues returns each respondent's largest similarity to the key, question by question.
func keyValues(ds *datasets.Dataset, answers [][]*answer, s similarity) [][]float64 {
	values := make([][]float64, len(ds.Respondents))
	for i := range values {
		values[i] = make([]float64, len(ds.Questions))
	}
	for j, q := range ds.Questions {
		largest := make(map[*answer]float64)
		for _, k := range q.Key {
			key := newAnswer(k)
			compared := make(map[*answer]bool)
			for _, a := range answers[j] {
				if !compared[a] {
					compared[a] = true
					largest[a] = max(largest[a], s(a, key))
				}
			}
		}
		for i, a := range answers[j] {
			values[i][j] = largest[a]
		}
	}
	return values
}
