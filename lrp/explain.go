package lrp

import (
	"cmp"
	"math"
	"slices"

	"github.com/luna-rating/luna/features/text"
)

// Explanation tells what moved a rating:
//
//	Rating = Base + Σ Questions[q].Effect + Cut
type Explanation struct {
	Rating   float64    // the prediction, in [0,1]
	Interval [2]float64 // as of [Prediction]
	Base     float64    // the prediction for typical responses: those of mean grade, or of mean columns
	Cut      float64    // what brings the sum into [0,1]; mostly 0
	// Unit says what the effects of terms and neighbours are on: "rating", or "logit of the grade".
	Unit      string
	Questions []QuestionEffect
}

// QuestionEffect is the part of one response in a rating.
type QuestionEffect struct {
	ID, Text, Response string // of the question, and what was answered
	// Effect is on the rating: how far the response moves it from Base.
	Effect float64
	// Grade is the response's, in [0,1], and MeanGrade that of the training part; NaN where the model has no grades.
	Grade, MeanGrade float64
	// Terms are the cues or columns that moved it, the largest effect first.
	Terms []Term
	// Words are the response's distinct words, of a long one the first 60 of the alphabet: how far the rating falls without each.
	Words []Term
	// Neighbours are training responses: those that moved the grade most, where the model can tell, or else the most similar ones.
	Neighbours []Neighbour
}

// Term is a number that a model sees of a response, and what it does.
type Term struct {
	Name   string  // of a cue or column, or the word
	Value  float64 // 1 for a word
	Effect float64 // on what Explanation.Unit says; of a word on the rating
}

// Neighbour is a response, or acceptable answer, like the one that is explained.
type Neighbour struct {
	Text       string  // as it was given
	Similarity float64 // in [0,1]
	// Effect is NaN where the model does not learn from responses as a whole.
	Effect float64
	// Respondents is how many gave it, and MeanRating what they were rated; 0 and NaN for an acceptable answer alone.
	Respondents int
	MeanRating  float64
}

// Explainer is a [FittedLearner] that can tell where a rating comes from. Texts, words and what Explanation holds of the rating
// itself are filled in by [Model.Explain].
type Explainer interface {
	Explain(responses []*text.Doc) Explanation
}

// mostWords is the number of words of a response, from its first in alphabetical order, whose effect is found: each takes a
// prediction of its own.
const mostWords = 60

// mostTerms is the number of terms that an explanation names of a question.
const mostTerms = 8

// Explain tells what moved the rating of a respondent. It fails as [Model.Predict] does.
func (m *Model) Explain(responses []string) (*Explanation, error) {
	prediction, err := m.Predict(responses)
	if err != nil {
		return nil, err
	}
	docs, parts := m.docs(responses), m.parts(responses)
	e := m.explain(docs, parts)
	e.Rating, e.Interval = prediction.Rating, prediction.Interval
	e.Cut = e.Rating - e.Base
	for j, q := range m.training.Questions {
		x := &e.Questions[j]
		x.ID, x.Text, x.Response = q.ID, q.Text, valid(responses[j])
		e.Cut -= x.Effect
		x.Words = m.words(parts, docs[j], j)
		for k := range x.Neighbours {
			m.near.describe(j, &x.Neighbours[k], m.analyzer)
		}
		if x.Neighbours == nil {
			x.Neighbours = m.near.of(j, docs[j])
		}
	}
	if math.Abs(e.Cut) < 1e-9 {
		e.Cut = 0 // rounding
	}
	return e, nil
}

// explain returns the parts that depend on the kind of model.
func (m *Model) explain(docs []*text.Doc, parts []part) *Explanation {
	if x, ok := learnerOf(m.predictor).(Explainer); ok {
		e := x.Explain(docs)
		return &e
	}
	e := &Explanation{Unit: "rating", Questions: make([]QuestionEffect, len(docs))}
	for j := range e.Questions {
		e.Questions[j].Grade, e.Questions[j].MeanGrade = math.NaN(), math.NaN()
	}
	switch p := m.predictor.(type) {
	case *designed:
		p.explain(e, parts)
	default:
		e.Base = m.predictor.rating(parts)
	}
	return e
}

// learnerOf returns the learner of a predictor, nil where there is none.
func learnerOf(p predictor) FittedLearner {
	switch p := p.(type) {
	case gradedParts:
		return p.FittedLearner
	case wholeParts:
		return p.FittedLearner
	}
	return nil
}

// words returns the distinct words of response j with what each does to the rating that the parts make: how much of it goes
// without the word.
func (m *Model) words(parts []part, d *text.Doc, j int) []Term {
	with, rest := clip(m.predictor.rating(parts)), slices.Clone(parts)
	var list []Term
	for _, w := range d.Set[:min(mostWords, len(d.Set))] {
		rest[j] = m.predictor.part(j, d.Without(w))
		list = append(list, Term{Name: w, Value: 1, Effect: with - clip(m.predictor.rating(rest))})
	}
	sortTerms(list)
	return list
}

func sortTerms(list []Term) {
	slices.SortStableFunc(list, func(a, b Term) int { return cmp.Compare(math.Abs(b.Effect), math.Abs(a.Effect)) })
}
