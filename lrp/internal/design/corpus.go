package design

import (
	"math"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/lrp/auto"
)

// Corpus is a data set with its texts processed, each distinct text once.
type Corpus struct {
	Questions []*features.Question
	Docs      [][]*text.Doc // [question][respondent]
	Ratings   []float64
	// Scores holds, by respondent, the score of each response, nil for a respondent without any. It
	// is nil if there are none, or nothing is to be learned from them.
	Scores    [][]float64
	responses []responses // by question
}

// NewCorpus processes the texts of a data set.
func NewCorpus(ds *datasets.Dataset, analyzer text.Analyzer) *Corpus {
	cache := text.NewCache(analyzer)
	c := &Corpus{Ratings: make([]float64, len(ds.Respondents))}
	if slices.ContainsFunc(ds.Respondents, datasets.Respondent.Scored) {
		c.Scores = make([][]float64, len(ds.Respondents))
	}
	for i, r := range ds.Respondents {
		c.Ratings[i] = r.Rating
		if r.Scored() {
			c.Scores[i] = r.Scores
		}
	}
	for j, q := range ds.Questions {
		texts := make([]string, len(ds.Respondents))
		docs := make([]*text.Doc, len(texts))
		for i, r := range ds.Respondents {
			texts[i] = r.Responses[j]
			docs[i] = cache.Doc(texts[i])
		}
		question := features.NewQuestion(q.ID, q.Key, texts, cache)
		question.Text = cache.Doc(q.Text)
		c.Questions = append(c.Questions, question)
		c.Docs = append(c.Docs, docs)
		c.responses = append(c.responses, newResponses(docs))
	}
	c.AddExternal(ds.Respondents, cache)
	return c
}

// AddExternal adds the grades that others gave to responses of some people, who need not be in the
// corpus.
func (c *Corpus) AddExternal(people []datasets.Respondent, cache *text.Cache) {
	for _, r := range people {
		for name, grades := range r.External {
			for j, q := range c.Questions {
				if math.IsNaN(grades[j]) {
					continue
				}
				if q.External == nil {
					q.External = map[string]features.External{}
				}
				x := q.External[name]
				q.External[name] = features.External{Responses: append(x.Responses, cache.Doc(r.Responses[j])),
					Grades: append(x.Grades, grades[j])}
			}
		}
	}
}

// WithoutKnown returns the corpus with no response known beforehand ([features.Question].Docs).
// Preparing features for known responses pays off if their training rows are needed, or many fits;
// for a single fit that only predicts new responses it does not.
func (c *Corpus) WithoutKnown() *Corpus {
	bare := *c
	bare.Questions = make([]*features.Question, len(c.Questions))
	for j, q := range c.Questions {
		question := *q
		question.Docs = nil
		bare.Questions[j] = &question
	}
	return &bare
}

// WithoutAnswersOf returns the corpus for predictions of some of the respondents as if they were
// people whose responses the keys do not know: without the acceptable answers that equal a response
// of theirs and of none of the others, if the keys seem to have been made of responses
// ([features.KeysCopied]). Had the respondents not been there, these answers would be missing. A
// question keeps its last answer. It returns c if nothing is left out.
func (c *Corpus) WithoutAnswersOf(some []int) *Corpus {
	if !features.KeysCopied(c.Questions, c.Docs) {
		return c
	}
	theirs := make(map[int]bool, len(some))
	for _, i := range some {
		theirs[i] = true
	}
	other, changed := *c, false
	other.Questions = slices.Clone(c.Questions)
	for j, q := range c.Questions {
		given := make(map[string]bool) // by the others
		for i, d := range c.Docs[j] {
			if !theirs[i] {
				given[d.Clean] = true
			}
		}
		key := q.Key
		for _, i := range some {
			if d := c.Docs[j][i]; !given[d.Clean] && len(key) > 1 {
				key = (&features.Question{Key: key}).Without(d).Key
			}
		}
		if len(key) < len(q.Key) {
			changed = true
			question := *q
			question.Key, other.Questions[j] = key, &question
		}
	}
	if !changed {
		return c
	}
	return &other
}

// Everyone lists all respondents.
func (c *Corpus) Everyone() []int {
	return numbers.UpTo(len(c.Ratings))
}

// Rated lists the respondents with a rating, and the others.
func (c *Corpus) Rated() (rated, unrated []int) {
	for i, rating := range c.Ratings {
		if math.IsNaN(rating) {
			unrated = append(unrated, i)
		} else {
			rated = append(rated, i)
		}
	}
	return rated, unrated
}

// Responses returns the responses of the given respondents, each in question order.
func (c *Corpus) Responses(respondents []int) [][]*text.Doc {
	rows := make([][]*text.Doc, len(respondents))
	for k, i := range respondents {
		rows[k] = make([]*text.Doc, len(c.Docs))
		for j := range c.Docs {
			rows[k][j] = c.Docs[j][i]
		}
	}
	return rows
}

// Training returns the given respondents as a learner's training set.
func (c *Corpus) Training(respondents []int) auto.Training {
	t := auto.Training{
		Responses: c.Responses(respondents), Ratings: numbers.At(c.Ratings, respondents),
	}
	if c.Scores != nil {
		t.Scores = numbers.At(c.Scores, respondents)
	}
	return t
}

// rated returns the responses of the given respondents with their ratings, by question.
func (c *Corpus) rated(respondents []int) [][]features.Rated {
	rated, given := make([][]features.Rated, len(c.Docs)), make([][]*text.Doc, len(c.Docs))
	for j, docs := range c.Docs {
		given[j] = numbers.At(docs, respondents)
		for _, i := range respondents {
			rated[j] = append(rated[j], features.Rated{Doc: docs[i], Rating: c.Ratings[i]})
		}
	}
	for j, copied := range features.Copied(c.Questions, given) {
		for k, own := range copied {
			rated[j][k].Copied = own
		}
	}
	return rated
}

// responses are the distinct responses to one question and which of them each respondent gave.
type responses struct {
	docs  []*text.Doc
	index []int32 // by respondent, into docs
}

// newResponses numbers the responses in the order of first appearance.
func newResponses(docs []*text.Doc) responses {
	r := responses{index: make([]int32, len(docs))}
	number := make(map[*text.Doc]int32)
	for i, d := range docs {
		k, ok := number[d]
		if !ok {
			k = int32(len(r.docs))
			number[d] = k
			r.docs = append(r.docs, d)
		}
		r.index[i] = k
	}
	return r
}

// of returns the responses of the given respondents. For all of them it returns the same slice each
// time, by which matrices of several features can see that they have rows in common.
func (r responses) of(respondents []int) responses {
	if len(respondents) == len(r.index) && isRange(respondents) {
		return r
	}
	some := responses{index: make([]int32, len(respondents))}
	number := make([]int32, len(r.docs)) // in some.docs, from 1
	for i, respondent := range respondents {
		k := r.index[respondent]
		if number[k] == 0 {
			some.docs = append(some.docs, r.docs[k])
			number[k] = int32(len(some.docs))
		}
		some.index[i] = number[k] - 1
	}
	return some
}

// isRange reports whether the list is 0, 1, 2 and so on.
func isRange(list []int) bool {
	for i, v := range list {
		if i != v {
			return false
		}
	}
	return true
}

// Language guesses the language of a data set, as [text.Language] does.
func Language(ds *datasets.Dataset) string {
	var texts []string
	for _, q := range ds.Questions {
		texts = append(append(texts, q.Text), q.Key...)
	}
	for _, r := range ds.Respondents {
		texts = append(texts, r.Responses...)
	}
	return text.Language(texts...)
}

// Chosen is the analyzer for the texts of a data set, and how it was chosen.
type Chosen struct {
	text.Analyzer
	Language string // of the texts, as [text.Language] guesses; "" if it could not be told
	// Foreign is the language that the analyzer was chosen for, "" if that is English or unknown,
	// or the analyzer was given.
	Foreign string
	// Unsure says that the analyzer is for English only because the language could not be told.
	Unsure bool
	// Warnings say why the analyzer does not fit the language, if it does not.
	Warnings []string
}

// Choose returns the analyzer given, or that for the language of a data set if there is none. With
// allWords, it keeps stop words.
func Choose(ds *datasets.Dataset, given *text.Analyzer, allWords bool) Chosen {
	c := Chosen{Language: Language(ds)}
	if given != nil {
		c.Analyzer = *given
	} else if c.Analyzer = text.For(c.Language); c.Language != "English" {
		c.Foreign, c.Unsure = c.Language, c.Language == ""
	}
	if allWords {
		c.Analyzer = c.AllWords()
	}
	if w := c.Mismatch(c.Language); w != "" {
		c.Warnings = []string{w}
	}
	return c
}
