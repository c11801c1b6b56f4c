package screening_test

import (
	"context"
	"fmt"
	"time"

	"github.com/luna-rating/luna/luna/responder"
	"github.com/luna-rating/luna/turing/screening"
)

func ExampleGenerate() {
	q, err := screening.Generate(
		screening.Options{Seed: 2, PerSet: 2, Facts: screening.Facts2010(time.UTC)},
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	asked := time.Date(2010, time.October, 23, 10, 40, 0, 0, time.UTC)
	for _, question := range q.Questions {
		key, _ := q.KeyAt(question, asked)
		fmt.Println(question.Text, key[0])
	}
	// Output:
	// How many rounds come after this one? 3
	// What is the date today? October 23, 2010
	// What is a sock for? foot
	// How many corners does a triangle have? 3
	// Is a sled an insect or a vehicle? vehicle
	// Is milk a drink or clothing? drink
	// What color is the scarf that I bought? blue
	// Where did I leave my keys? bedroom
}

func ExampleQuestionnaire_Ask() {
	q := &screening.Questionnaire{
		Facts: screening.Facts2010(time.UTC),
		Questions: []screening.Question{{
			ID: "1", Set: screening.Relations, Text: "Which is larger, a grape or a grapefruit?",
			Key: []string{"grapefruit"}, Reject: []string{"grape"},
		}},
	}
	entry := responder.Fixed("A grape is smaller than a grapefruit.")
	answers, err := q.Ask(
		context.Background(),
		responder.Converse(entry, 1),
		screening.AskOptions{},
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	mark := q.Mark(answers, screening.DefaultScale())[0]
	fmt.Printf("%s, %g of %g points: %s\n", mark.Verdict, mark.Points, mark.Of, mark.Why)
	// Output: right, 1 of 1 points: finds "grapefruit"
}

func ExampleScore() {
	question := screening.Question{Set: screening.Time, Text: "What time is it?", Clock: "time"}
	asked := time.Date(2010, time.October, 23, 10, 40, 0, 0, time.UTC)
	for _, answer := range []string{"twenty to eleven", "10.30", "It is not 10:40.", "Time to go."} {
		m := screening.Score(
			question,
			screening.Facts2010(time.UTC),
			answer,
			asked,
			screening.DefaultScale(),
		)
		fmt.Printf("%g %s\n", m.Points, m.Why)
	}
	// Output:
	// 1 says 10:40
	// 0.5 says 10:30, 10 minutes off
	// 0 names no time of day
	// 0 names no time of day
}
