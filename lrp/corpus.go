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
	answers   []answers     // by question
	ratings   []float64
}

// answers is the distinct responses to one question and which of them each respondent gave.
type answers struct {
	docs []*text.Doc
	at   []int32 // by respondent: a place in docs
}

// newAnswers numbers the responses in order of first appearance.
func newAnswers(docs []*text.Doc) answers {
	a := answers{at: make([]int32, len(docs))}
	place := make(map[*text.Doc]int32)
	for i, d := range docs {
		k, ok := place[d]
		if !ok {
			k = int32(len(a.docs))
			place[d] = k
			a.docs = append(a.docs, d)
		}
		a.at[i] = k
	}
	return a
}

// of returns the answers of the given respondents. Those of everyone are the same list each time, by which matrices
// of several features can tell that they have rows in common.
func (a answers) of(respondents []int) answers {
	if len(respondents) == len(a.at) && isRange(respondents) {
		return a
	}
	some := answers{at: make([]int32, len(respondents))}
	place := make([]int32, len(a.docs)) // in some.docs, from 1
	for i, r := range respondents {
		k := a.at[r]
		if place[k] == 0 {
			some.docs = append(some.docs, a.docs[k])
			place[k] = int32(len(some.docs))
		}
		some.at[i] = place[k] - 1
	}
	return some
}

// isRange tells whether the list is 0, 1, 2 and so on.
func isRange(list []int) bool {
	for i, v := range list {
		if i != v {
			return false
		}
	}
	return true
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
		c.answers = append(c.answers, newAnswers(docs))
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
