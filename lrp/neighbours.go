package lrp

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/approach"
)

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
