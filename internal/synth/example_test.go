package synth_test

import (
	"fmt"

	"github.com/luna-rating/luna/internal/synth"
)

// An exam is a text: questions with their difficulty, and wordings by quality.
func ExampleParse() {
	exam, err := synth.Parse(`
exam stacks
blank 0.5
question q1
text What is a stack?
key last in, first out
difficulty 0
discrimination 2
band 1
= 1
1 last in, first out
1 the newest item leaves first
= 0.5
1 a pile of items
= 0
1 first in, first out
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range 6 {
		r := exam.Respondent(7, i)
		fmt.Printf("ability %+.1f: quality %.1f\n", r.Person.Ability, r.Answers[0].Quality)
	}
	// Output:
	// ability -0.5: quality 0.0
	// ability -1.8: quality 0.0
	// ability +0.5: quality 0.5
	// ability -0.9: quality 0.0
	// ability -1.0: quality 0.0
	// ability -0.1: quality 0.0
}
