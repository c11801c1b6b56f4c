package published

import (
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
)

// experiment holds what all trials on a data set share.
type experiment struct {
	options    lrp.Options
	ratings    []float64
	note       string
	answers    [][]*answer            // [question][respondent]
	key        map[string][][]float64 // [feature][respondent][question]
	neighbours map[string]*neighbours // by feature
	single     []string               // the features that COM combines
}

func newExperiment(ds *datasets.Dataset, o lrp.Options) *experiment {
	x := &experiment{options: o, key: make(map[string][][]float64), neighbours: make(map[string]*neighbours)}
	x.ratings, x.note = ratings(ds)
	x.answers = make([][]*answer, len(ds.Questions))
	for j := range ds.Questions {
		same := make(map[string]*answer)
		for _, r := range ds.Respondents {
			raw := r.Responses[j]
			if same[raw] == nil {
				same[raw] = newAnswer(raw)
			}
			x.answers[j] = append(x.answers[j], same[raw])
		}
	}
	for _, a := range lrp.Approaches() {
		if known(a.Name) && a.Control == nil {
			x.single = append(x.single, a.Name)
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
		known := make(map[*answer]float64)
		for _, k := range q.Key {
			key := newAnswer(k)
			for _, a := range answers[j] {
				if _, ok := known[a]; !ok {
					known[a] = 0
				}
				known[a] = max(known[a], s(a, key))
			}
		}
		for i, a := range answers[j] {
			values[i][j] = known[a]
		}
	}
	return values
}
