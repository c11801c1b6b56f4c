package auto_test

import (
	"fmt"
	"log"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/auto"
)

// While nobody is rated, the answer key and the prior decide.
func Example() {
	cache := text.NewCache(text.English)
	question := features.NewQuestion("stack", []string{"last in, first out"}, nil, cache)
	prepared, err := auto.Model{}.Prepare([]*features.Question{question})
	if err != nil {
		log.Fatal(err)
	}
	fitted, err := prepared.Fit(auto.Training{})
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range []string{
		"last in first out", "the last one in is the first out", "a fruit", "",
	} {
		p := fitted.Predict([]*text.Doc{cache.Doc(s)}, .9)
		fmt.Printf("%.1f %q\n", p.Rating, s)
	}
	// Output:
	// 1.0 "last in first out"
	// 1.0 "the last one in is the first out"
	// 0.2 "a fruit"
	// 0.0 ""
}

// The responses differ from the key in every word. The ratings of whole respondents show which of
// them are right.
func ExampleFitted_Predict() {
	cache := text.NewCache(text.English)
	questions := []*features.Question{
		features.NewQuestion("stack", []string{"last in, first out"}, nil, cache),
		features.NewQuestion("queue", []string{"first in, first out"}, nil, cache),
	}
	prepared, err := auto.Model{}.Prepare(questions)
	if err != nil {
		log.Fatal(err)
	}
	doc := cache.Doc
	var responses [][]*text.Doc
	var ratings []float64
	for range 5 {
		responses = append(responses,
			[]*text.Doc{doc("LIFO"), doc("FIFO")}, []*text.Doc{doc("LIFO"), doc("a line")},
			[]*text.Doc{doc("a pile"), doc("FIFO")}, []*text.Doc{doc("a pile"), doc("a line")})
		ratings = append(ratings, 1, .5, .5, 0)
	}
	fitted, err := prepared.Fit(auto.Training{Responses: responses, Ratings: ratings})
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range [][2]string{{"lifo", "fifo"}, {"Lifo!", "line"}, {"pile", "line"}} {
		p := fitted.Predict([]*text.Doc{doc(s[0]), doc(s[1])}, .9)
		fmt.Printf("%.1f %q\n", p.Rating, s)
	}
	// Output:
	// 1.0 ["lifo" "fifo"]
	// 0.5 ["Lifo!" "line"]
	// 0.0 ["pile" "line"]
}
