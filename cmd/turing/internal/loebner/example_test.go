package loebner_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
)

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
	ballots, err := loebner.ReadBallots(strings.NewReader(table), "ballots.csv", rules)
	if err != nil {
		log.Fatal(err)
	}
	result, err := loebner.Score(rules, ballots.List, loebner.Scoring{})
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
