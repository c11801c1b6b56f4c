package synth_test

import (
	"fmt"

	"github.com/luna-rating/luna/datasets/synth"
)

// Fifty people sit the civics exam, three judges grade their answers.
func Example() {
	exam := synth.Civics()
	d := synth.Generate(exam, 50, 1).Dataset(synth.Panel(), 1)
	fmt.Println(len(d.Respondents), "respondents to", len(d.Questions), "questions, synthetic:", d.Synthetic)
	fmt.Println(d.Questions[0].Text)
	for _, r := range d.Respondents[:3] {
		fmt.Printf("%.2f %q\n", r.Rating, r.Responses[0])
	}
	// Output:
	// 50 respondents to 10 questions, synthetic: true
	// What do we call a vote in which the citizens themselves decide on a proposed law?
	// 0.83 "A referendum"
	// 1.00 "referendum"
	// 0.83 "referendum"
}

// An exam of one's own is a text: questions with their difficulty, and wordings by their quality.
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
