// Package predictor holds what models have learned: a constant, a fitted learner, or a regressor's
// model on the columns of features.
package predictor

import (
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/approach"
)

// Predictor predicts ratings in two steps, so that what depends on a single response is computed
// once for all respondents who gave it. It is safe for concurrent use.
type Predictor interface {
	// Part computes what depends on a single response.
	Part(question int, response *text.Doc) Part
	// Rating returns the rating of a respondent, which may be outside [0,1].
	Rating(parts []Part) float64
	// Warnings returns what was wrong with the fit.
	Warnings() []error
}

// Part is what a prediction needs of one response: its grade, its columns by feature, or its text.
type Part struct {
	grade float64
	rows  []features.Row
	doc   *text.Doc
}

// size is about the memory of a part, in bytes.
func (p Part) size() int {
	size := 0
	for _, r := range p.rows {
		size += 64 + 4*cap(r.Index) + 8*cap(r.Value)
	}
	if p.doc != nil { // three lists of words, each a string of its own, and two whole texts
		size += 128 + 96*len(p.doc.Tokens) + 3*len(p.doc.Raw)
	}
	return size
}

// Constant predicts the same rating for everyone.
type Constant float64

// Part implements [Predictor].
func (Constant) Part(int, *text.Doc) Part { return Part{} }

// Rating implements [Predictor].
func (c Constant) Rating([]Part) float64 { return float64(c) }

// Warnings implements [Predictor].
func (Constant) Warnings() []error { return nil }

// Learned is the predictor of a fitted learner, which grades each response once.
type Learned struct{ approach.FittedLearner }

// Learner returns the learner of a predictor, nil if it has none.
func Learner(p Predictor) approach.FittedLearner {
	if l, ok := p.(Learned); ok {
		return l.FittedLearner
	}
	return nil
}

// Part implements [Predictor].
func (l Learned) Part(question int, response *text.Doc) Part {
	return Part{grade: l.Grade(question, response), doc: response}
}

// Rating implements [Predictor].
func (l Learned) Rating(parts []Part) float64 {
	grades, docs := make([]float64, len(parts)), make([]*text.Doc, len(parts))
	for j, p := range parts {
		grades[j], docs[j] = p.grade, p.doc
	}
	return l.RatingOf(grades, docs)
}
