package grade_test

import (
	"context"
	"fmt"
	"log"
	"math"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/grade"
)

// An exam out of 20 points, of which the first 25 respondents are graded and rated.
func ExampleGrade() {
	sets, err := datasets.Open("synthetic-civics:40:1", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	exam := sets[0]
	exam.Scale = datasets.Scale{Zero: 0, Full: 20}
	for i := range exam.Respondents[25:] {
		exam.Respondents[25+i].Rating, exam.Respondents[25+i].Scores = math.NaN(), nil
	}
	r, err := grade.Grade(context.Background(), exam, grade.Options{})
	if err != nil {
		log.Fatal(err)
	}
	t := r.Trust
	fmt.Printf("expect to be off by %.1f of 20, the mean would be off by %.1f; %d of %d held\n",
		t.MAE, t.GuessMAE, t.Held, t.Rated)
	row := r.Rows[30]
	fmt.Printf("%.1f of 20, from %.1f to %.1f\n", row.Rating, row.Low, row.High)
	// Output:
	// expect to be off by 1.6 of 20, the mean would be off by 3.5; 22 of 25 held
	// 0.9 of 20, from 0.0 to 4.7
}
