package lrp

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

// neighbourhood finds the training responses most like another one. It is made when it is first asked.
type neighbourhood struct {
	once     sync.Once
	training *datasets.Dataset
	analyzer text.Analyzer
	given    [][]given // by question
}

// given is a distinct training response with those who gave it.
type given struct {
	doc    *text.Doc
	number int
	rating float64 // their mean
}

func newNeighbourhood(training *datasets.Dataset, analyzer text.Analyzer) *neighbourhood {
	return &neighbourhood{training: training, analyzer: analyzer}
}

func (n *neighbourhood) prepare() {
	for j := range n.training.Questions {
		var list []given
		place := make(map[string]int)
		for _, r := range n.training.Respondents {
			d := n.analyzer.Doc(r.Responses[j])
			k, ok := place[d.Clean]
			if !ok {
				k = len(list)
				place[d.Clean] = k
				list = append(list, given{doc: d})
			}
			list[k].number++
			list[k].rating += (r.Rating - list[k].rating) / float64(list[k].number)
		}
		n.given = append(n.given, list)
	}
}

// describe fills in who gave the text of a neighbour.
func (n *neighbourhood) describe(question int, neighbour *Neighbour, analyzer text.Analyzer) {
	n.once.Do(n.prepare)
	neighbour.MeanRating = math.NaN()
	clean := analyzer.Doc(neighbour.Text).Clean
	for _, g := range n.given[question] {
		if g.doc.Clean == clean {
			neighbour.Respondents, neighbour.MeanRating = g.number, g.rating
		}
	}
}

// mostNeighbours is the number of neighbours that an explanation names.
const mostNeighbours = 3

// of returns the training responses to the question that are most similar by the measure of CED, the most similar first;
// those that have nothing in common are left out.
func (n *neighbourhood) of(question int, d *text.Doc) []Neighbour {
	n.once.Do(n.prepare)
	var list []Neighbour
	for _, g := range n.given[question] {
		if s := characterSimilarity(d, g.doc); s > 0 {
			list = append(list, Neighbour{Text: g.doc.Raw, Similarity: s, Effect: math.NaN(), Respondents: g.number, MeanRating: g.rating})
		}
	}
	slices.SortStableFunc(list, func(a, b Neighbour) int {
		return cmp.Or(cmp.Compare(b.Similarity, a.Similarity), cmp.Compare(b.Respondents, a.Respondents))
	})
	return list[:min(mostNeighbours, len(list))]
}

// characterSimilarity is the measure of CED.
var characterSimilarity = func() func(a, b *text.Doc) float64 {
	for _, m := range features.Measures() {
		if m.Name == features.CED.Name() {
			return m.Similarity
		}
	}
	panic("lrp: features has no measure CED")
}()
