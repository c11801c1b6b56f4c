package lrp

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/internal/predictor"
	"github.com/luna-rating/luna/regress"
)

// maxWords is the number of words of a response, in alphabetical order, whose effects are computed.
// Each takes a prediction from all responses of the respondent. There are fewer words, but at least
// one, where the texts of these predictions would have more than maxWordsLength bytes together.
const maxWords, maxWordsLength = 60, 3_000_000

// Explain says what moved the rating of a respondent. It fails where [Model.Predict] does.
func (m *rater) Explain(responses []string) (*Explanation, error) {
	prediction, err := m.Predict(responses)
	if err != nil {
		return nil, err
	}
	docs, parts := m.docs(responses), m.parts(responses)
	length := 1
	for _, d := range docs {
		length += len(d.Clean)
	}
	most := min(maxWords, max(1, maxWordsLength/length))
	e := predictor.Explain(m.predictor, docs, parts)
	e.Rating, e.Interval = prediction.Rating, prediction.Interval
	e.Transductive = m.info.Transductive != nil
	e.Cut = e.Rating - e.Base - e.Whole
	for j, question := range m.training.Questions {
		q := &e.Questions[j]
		q.ID = question.ID
		q.Text = question.Text
		q.Response = valid(responses[j])
		e.Cut -= q.Effect
		if q.Words, err = m.words(parts, docs[j], j, most); err != nil {
			return nil, err
		}
		for k := range q.Neighbours {
			m.neighbours.describe(j, &q.Neighbours[k])
		}
		if q.Neighbours == nil {
			q.Neighbours = m.neighbours.mostSimilar(j, docs[j])
		}
	}
	if math.Abs(e.Cut) < 1e-9 {
		e.Cut = 0 // rounding
	}
	return &e, m.failed()
}

// words returns distinct words of response j, so many at most, with their effects on the rating:
// how far it falls without the word.
func (m *rater) words(parts []predictor.Part, d *text.Doc, j, most int) ([]approach.Term, error) {
	words := d.Set[:min(most, len(d.Set))]
	without := numbers.Map(words, d.Without)
	if err := m.encode(append(without, d)); err != nil {
		return nil, err
	}
	with, changed := clip(m.predictor.Rating(parts)), slices.Clone(parts)
	var list []approach.Term
	for k, w := range words {
		changed[j] = m.predictor.Part(j, without[k])
		effect := with - clip(m.predictor.Rating(changed))
		list = append(list, approach.Term{Name: w, Value: 1, Effect: effect})
	}
	predictor.SortTerms(list)
	return list, nil
}

// neighbours finds the training responses most similar to a response. It is prepared on first use.
type neighbours struct {
	once      sync.Once
	training  *datasets.Dataset
	analyzer  text.Analyzer
	responses [][]trainingResponse // by question
}

// trainingResponse is a distinct response of the training part.
type trainingResponse struct {
	doc         *text.Doc
	respondents int     // who gave it
	rated       int     // of these
	meanRating  float64 // of those; NaN if there are none
}

func newNeighbours(training *datasets.Dataset, analyzer text.Analyzer) *neighbours {
	return &neighbours{training: training, analyzer: analyzer}
}

func (n *neighbours) prepare() {
	for j := range n.training.Questions {
		var list []trainingResponse
		number := make(map[string]int)
		for _, r := range n.training.Respondents {
			d := n.analyzer.Doc(r.Responses[j])
			k, ok := number[d.Clean]
			if !ok {
				k = len(list)
				number[d.Clean] = k
				list = append(list, trainingResponse{doc: d, meanRating: math.NaN()})
			}
			list[k].add(r.Rating)
		}
		n.responses = append(n.responses, list)
	}
}

// add adds a respondent, whose rating is NaN if it is unknown.
func (t *trainingResponse) add(rating float64) {
	t.respondents++
	if math.IsNaN(rating) {
		return
	}
	if t.rated++; t.rated == 1 {
		t.meanRating = 0
	}
	t.meanRating += (rating - t.meanRating) / float64(t.rated)
}

// describe fills in who gave the text of a neighbour.
func (n *neighbours) describe(question int, neighbour *approach.Neighbour) {
	n.once.Do(n.prepare)
	neighbour.MeanRating = math.NaN()
	clean := n.analyzer.Doc(neighbour.Text).Clean
	for _, t := range n.responses[question] {
		if t.doc.Clean == clean {
			neighbour.Respondents, neighbour.MeanRating = t.respondents, t.meanRating
		}
	}
}

// maxNeighbours is the number of neighbours that an explanation names.
const maxNeighbours = 3

// mostSimilar returns the training responses to the question that are most similar by the measure
// CED, the most similar first. Those of similarity 0 are left out.
func (n *neighbours) mostSimilar(question int, d *text.Doc) []approach.Neighbour {
	n.once.Do(n.prepare)
	var list []approach.Neighbour
	for _, t := range n.responses[question] {
		if s := characterSimilarity(d, t.doc); s > 0 {
			list = append(list, approach.Neighbour{
				Text: t.doc.Raw, Similarity: s, Effect: math.NaN(),
				Respondents: t.respondents, MeanRating: t.meanRating,
			})
		}
	}
	slices.SortStableFunc(list, func(a, b approach.Neighbour) int {
		return cmp.Or(
			cmp.Compare(b.Similarity, a.Similarity), cmp.Compare(b.Respondents, a.Respondents),
		)
	})
	return list[:min(maxNeighbours, len(list))]
}

// characterSimilarity is the measure CED.
var characterSimilarity = func() func(a, b *text.Doc) float64 {
	for _, m := range features.Measures() {
		if m.Name == features.CED.Name() {
			return m.Similarity
		}
	}
	panic("lrp: features has no measure CED")
}()

// Weights returns the weights of a linear model's columns, or of AUTO's cues in the logit of a
// grade, those with the largest effect first; nil for other models. Columns of weight 0 are left
// out.
func (m *Model) Weights() []approach.Weight {
	list := m.weights()
	size := func(w approach.Weight) float64 {
		if math.IsNaN(w.SD) {
			return math.Abs(w.Value)
		}
		return math.Abs(w.Value) * w.SD
	}
	slices.SortStableFunc(
		list, func(a, b approach.Weight) int { return cmp.Compare(size(b), size(a)) },
	)
	return list
}

// Notes returns what the model has learned about the data as a whole, one sentence each; nil if
// there is nothing to say.
func (m *Model) Notes() []string {
	if l := predictor.Learner(m.predictor); l != nil {
		return l.Notes()
	}
	return nil
}

// Unanswered returns how much a question without an answer counts in a rating: from 0, not at all,
// to 1, as much as any other.
func (m *Model) Unanswered() float64 {
	if l := predictor.Learner(m.predictor); l != nil {
		return l.Unanswered()
	}
	return 1
}

func (m *Model) weights() []approach.Weight {
	if l := predictor.Learner(m.predictor); l != nil {
		return l.Weights()
	}
	r, ok := m.predictor.(*predictor.Regression)
	if !ok {
		return nil
	}
	l, ok := r.Model.(*regress.Linear)
	if !ok {
		return nil
	}
	var list []approach.Weight
	for j, w := range l.Coef {
		if w != 0 {
			question := m.training.Questions[r.Design.Groups[j]].ID
			name := strings.TrimPrefix(r.Design.Columns[j], question+"/")
			list = append(
				list, approach.Weight{Question: question, Name: name, Value: w, SD: r.SD[j]},
			)
		}
	}
	return list
}
