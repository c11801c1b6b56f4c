package features_test

import (
	"fmt"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

// A feature is prepared for a question, fitted to the training responses and then computed for
// others.
func ExampleExtractor() {
	cache := text.NewCache(text.English)
	question := features.NewQuestion("q1", []string{"the speaker of the house"}, nil, cache)
	train := []features.Rated{
		{Doc: cache.Doc("house speaker"), Rating: .9},
		{Doc: cache.Doc("the president"), Rating: .2},
	}
	response := text.English.Doc("the Speaker")
	for _, e := range []features.Extractor{features.FWO, features.BOW, features.NNO} {
		fitted := e.Prepare(question).Fit(train)
		var row features.Row
		fitted.Append(&row, response)
		fmt.Printf("%s %q: columns %d have %.2f\n", e.Name(), fitted.Columns(), row.Index, row.Value)
	}
	// Output:
	// FWO ["FWO"]: columns [0] have [0.50]
	// BOW ["BOW/house" "BOW/president" "BOW/speaker"]: columns [2] have [1.00]
	// NNO ["NNO"]: columns [0] have [0.90]
}

// A feature that compares a response with each acceptable answer is made of one function.
func ExampleKeySimilarity() {
	sameFirstWord := func(response, answer *text.Doc) float64 {
		if response.Words[0] == answer.Words[0] {
			return 1
		}
		return 0
	}
	sameStart := features.KeySimilarity("FST", "the first words are the same", sameFirstWord)
	cache := text.NewCache(text.English)
	key := []string{"speaker of the house", "the Speaker"}
	question := features.NewQuestion("q1", key, nil, cache)
	fitted := sameStart.Prepare(question).Fit(nil)
	for _, s := range []string{"the speaker", "house speaker"} {
		var row features.Row
		fitted.Append(&row, cache.Doc(s))
		fmt.Println(s, row.Value)
	}
	// Output:
	// the speaker [1]
	// house speaker []
}

func ExampleMeasures() {
	a, b := text.English.Doc("a cat sat on the mat"), text.English.Doc("the dog sat on a rug")
	for _, m := range features.Measures() {
		fmt.Printf("%s %.2f\n", m.Name, m.Similarity(a, b))
	}
	// Output:
	// FWO 0.20
	// CED 0.45
	// WED 0.33
	// WCS 0.86
	// SNL 0.86
	// ENC 0.60
}
