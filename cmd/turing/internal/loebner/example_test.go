package loebner_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
)

// Two judges compare two entries with two confederates. By the matrix of the rules, only one
// comparison fits in a round.
func ExampleMake() {
	plan, err := loebner.Make(context.Background(), loebner.Square(2), loebner.Constraints{Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(plan.Schedule), "rounds")
	// Output: 4 rounds
}

func ExampleCheck() {
	schedule, err := loebner.ReadSchedule(strings.NewReader("J1E1C1 J2E2C2\nJ1E2C2 J2E1C2\n"), "file")
	if err != nil {
		log.Fatal(err)
	}
	matrix := loebner.Square(2)
	report := loebner.Check(&matrix, schedule)
	for _, p := range report.Problems {
		fmt.Println(p.Text)
	}
	// Output:
	// round 1: found J2E2C2, expected J2E2C1 by the matrix
	// round 2: C2 is in more than one triple
}

func ExampleScore() {
	rules, err := loebner.RulesOf("2004")
	if err != nil {
		log.Fatal(err)
	}
	const table = `judge,entry,confederate,entry_points
J1,E1,C1,30
J1,E2,C2,60
J2,E1,C2,20
J2,E2,C1,51
`
	ballots, _, err := loebner.ReadBallots(strings.NewReader(table), "ballots.csv", rules)
	if err != nil {
		log.Fatal(err)
	}
	result, err := loebner.Score(rules, ballots, loebner.Scoring{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(result.Text())
	// Output:
	// The winner is E2.
	//
	//   place  entry   named  points    prize   medal
	//       1     E2  2 of 2     111  US$2000  bronze
	//       2     E1  0 of 2      50        –
	//
	// The silver medal and US$25000 are won by E2.
}
