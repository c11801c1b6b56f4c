package featuretest

import (
	"math"
	"slices"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
)

// example is a question with responses to train on and others to predict.
type example struct {
	question  *features.Question
	cache     *text.Cache
	train     []features.Rated
	test      []*text.Doc
	testTexts []string
}

// testCase is an example in plain texts.
type testCase struct {
	name        string
	key         []string
	train, test []string
}

var testCases = []testCase{
	{
		"short answers",
		[]string{"the Speaker of the House", "Speaker"},
		[]string{"speaker of the house", "Speaker", "the president", "", "speaker of house",
			"Speaker", "vice president", "the house speaker", "", "senate majority leader", "no",
			"I don't know", "Präsident des Hauses", "speaker speaker"},
		[]string{"speaker", "", "president of the house", "something else entirely",
			"The Speaker!", "senate", "日本 speaker", "of the"},
	},
	{
		"no key",
		nil,
		[]string{"a stack is last in, first out", "a queue", "last in first out", ""},
		[]string{"first in last out", "a queue", ""},
	},
	{
		"key of stop words",
		[]string{"it is", "..."},
		[]string{"it is", "is it", "not", ""},
		[]string{"it is", "was it", ""},
	},
	{
		"nothing answered",
		[]string{"yes"},
		[]string{"", "", "!"},
		[]string{"", "yes"},
	},
	{
		"equal answers",
		[]string{"congress"},
		[]string{"congress", "congress", "congress"},
		[]string{"congress", "court"},
	},
	{
		"one respondent",
		[]string{"congress"},
		[]string{"the congress"},
		[]string{"congress", ""},
	},
}

func (c testCase) build() example {
	x := example{cache: text.NewCache(text.English), testTexts: c.test}
	x.question = features.NewQuestion("q", c.key, slices.Concat(c.train, c.test), x.cache)
	docs := numbers.Map(c.train, x.cache.Doc)
	for i, copied := range x.question.Own(docs) {
		// The digits of these ratings are such that a sum shows every term.
		rating := math.Mod(0.1+float64(i)*math.Phi, 1)
		x.train = append(x.train, features.Rated{Doc: docs[i], Rating: rating, Copied: copied})
	}
	for _, s := range c.test {
		x.test = append(x.test, x.cache.Doc(s))
	}
	return x
}

// fit prepares and fits the feature.
func (x example) fit(e features.Extractor) features.Fitted {
	return e.Prepare(x.question).Fit(x.train)
}
