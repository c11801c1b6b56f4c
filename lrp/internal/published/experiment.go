// Package published repeats the experiment behind figure 5.3 of Silver (2016) the way
// its numbers came about, which differs from what the text describes:
//
//   - Each trial takes 24 respondents, 19 to train and 5 to test, from however many there are.
//   - Powergrading: the last respondent has rating 0, so that ratings are the sum of the
//     judgements over 30.
//   - Mohler: the totals are min-max scaled to [0,1] after each question is added, in the order of
//     a hash table, so that the last questions dominate ([loopRatings]).
//   - Texts are lower-cased, with <br> deleted and the right end trimmed; stop words stay in
//     BWO, FWO and the edit distances.
//   - BWO asks whether any blank-separated piece of the response is a substring of the answer; WED
//     runs on characters; CED on the characters joined by spaces.
//   - WCS has word vectors of ten dimensions trained on the key alone ([keyVectors]).
//   - Bags are summed over the questions into one vocabulary; BIG holds single words too.
//   - SNL is computed as by the program of the time, not as defined in its paper ([semanticNets]).
//   - In SYN, a synonym of several words counts for the last of them only.
//   - NNO, NNC and NNW are the plain mean, over the questions, of the nearest
//     training respondent's rating, without regression.
//   - COM's predictions are not clipped.
//   - RAN draws one number per trial for the whole test part.
//
// The package is for comparison with the printed figure only and shares no code with the other
// protocols.
package published

import (
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/regress"
)

// Experiment holds what all trials on a data set share.
type Experiment struct {
	Ratings    []float64 // as the published run computed them
	Note       string    // how the ratings came about
	seed       uint64
	approaches []approach.Approach
	regressors []regress.Regressor
	answers    [][]*answer            // [question][respondent]
	accepted   [][]*answer            // the key, by question
	key        map[string][][]float64 // [feature][respondent][question]
	neighbours map[string]*neighbours // by feature
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
		x.accepted = append(x.accepted, newAnswers(ds.Questions[j].Key))
		known := make(map[string]*answer)
		for _, r := range ds.Respondents {
			raw := r.Responses[j]
			if known[raw] == nil {
				known[raw] = newAnswer(raw)
			}
			x.answers[j] = append(x.answers[j], known[raw])
		}
	}
	for name, s := range keyFeatures {
		x.key[name] = keyValues(x.accepted, x.answers, s)
	}
	for name, s := range neighbourFeatures {
		x.neighbours[name] = newNeighbours(s, x.answers)
	}
	return x
}

// keyValues returns each respondent's largest similarity to the key, question by question.
func keyValues(accepted, answers [][]*answer, s similarity) [][]float64 {
	var values [][]float64
	if len(answers) > 0 {
		values = make([][]float64, len(answers[0]))
	}
	for i := range values {
		values[i] = make([]float64, len(answers))
	}
	for j := range answers {
		largest := make(map[*answer]float64)
		for _, key := range accepted[j] {
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
