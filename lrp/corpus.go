package lrp

import (
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

// corpus is a data set with its texts processed, each distinct one once.
type corpus struct {
	questions []*features.Question
	docs      [][]*text.Doc // [question][respondent]
	ratings   []float64
}

func newCorpus(ds *datasets.Dataset, analyzer text.Analyzer) *corpus {
	cache := text.NewCache(analyzer)
	c := &corpus{ratings: ratingsOf(ds)}
	for j, q := range ds.Questions {
		responses := make([]string, len(ds.Respondents))
		docs := make([]*text.Doc, len(responses))
		for i, r := range ds.Respondents {
			responses[i] = r.Responses[j]
			docs[i] = cache.Doc(responses[i])
		}
		question := features.NewQuestion(q.ID, q.Key, responses, cache)
		question.Text = cache.Doc(q.Text)
		c.questions = append(c.questions, question)
		c.docs = append(c.docs, docs)
	}
	return c
}

// rated returns the responses of the given respondents to question j, with their ratings.
func (c *corpus) rated(j int, respondents []int) []features.Rated {
	r := make([]features.Rated, len(respondents))
	for k, i := range respondents {
		r[k] = features.Rated{Doc: c.docs[j][i], Rating: c.ratings[i]}
	}
	return r
}

// everyone lists all respondents.
func (c *corpus) everyone() []int { return indices(len(c.ratings)) }

// take returns the values at the given indices.
func take[T any](values []T, indices []int) []T {
	t := make([]T, len(indices))
	for k, i := range indices {
		t[k] = values[i]
	}
	return t
}
