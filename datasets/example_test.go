package datasets_test

import (
	"fmt"

	"github.com/luna-rating/luna/datasets"
)

func ExampleOpen() {
	sets, err := datasets.Open("csv:testdata/weather.csv", datasets.Options{},
		datasets.Table(datasets.TableOptions{Key: "testdata/weather_key.csv"}))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, d := range sets {
		fmt.Printf("%s: %d respondents, %d questions\n", d.Name, len(d.Respondents),
			len(d.Questions))
		fmt.Println(d.RatingNote)
		for _, r := range d.Respondents {
			fmt.Printf("%s %.2f %q\n", r.ID, r.Rating, r.Responses)
		}
	}
	// Output:
	// csv: 3 respondents, 2 questions
	// sum of the graded judgements divided by the highest attainable, 2
	// ann 1.00 ["rain" "my face, upside down"]
	// bob 0.00 ["cats" ""]
	// cem 0.50 ["snow" "mud"]
}

func ExampleSplits() {
	splits, err := datasets.Splits(5, 0.8, 3, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range splits {
		fmt.Println(s.Train, s.Test)
	}
	// Output:
	// [0 1 2 4] [3]
	// [0 2 3 4] [1]
	// [1 2 3 4] [0]
}
