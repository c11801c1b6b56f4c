package screening_test

import (
	"context"
	"fmt"

	"github.com/luna-rating/luna/cmd/turing/internal/screening"
	"github.com/luna-rating/luna/luna/responder"
)

func ExampleQuestionnaire_Ask() {
	q := screening.Sample(1, "relations")
	entry := responder.Fixed("The grapefruit, I think.")
	answers, err := q.Ask(context.Background(), responder.Converse(entry, 1))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range screening.NewSheet("E1", q, answers).Rows {
		fmt.Printf("%s %g of %g: %s\n", row.Question.Text, row.Mark.Points, row.Mark.Of, row.Mark.Why)
	}
	// Output: Which is larger, a grape or a grapefruit? 1 of 1: has "grapefruit"
}

func ExamplePrefill() {
	question := screening.Question{Set: "time", Text: "What day is today?",
		Key: []string{"Saturday"}, Reject: []string{"Sunday"}}
	for _, answer := range []string{"saturday!", "It is Saturday.", "Saturday or Sunday", "Sat"} {
		m := screening.Prefill(question, answer)
		fmt.Println(m.Points, m.Why)
	}
	// Output:
	// 1 is "Saturday"
	// 1 has "Saturday"
	// 0 has "Saturday" and "Sunday"
	// 0 has nothing of the key
}
