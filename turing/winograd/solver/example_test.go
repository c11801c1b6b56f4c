package solver_test

import (
	"context"
	"fmt"

	"github.com/luna-rating/luna/turing/winograd"
	"github.com/luna-rating/luna/turing/winograd/solver"
)

func ExampleBest() {
	problems := []winograd.Problem{{
		Before: "The sergeant punished the soldier because", Pronoun: "he", After: "was disobedient.",
		Candidates: []string{"the sergeant", "the soldier"}, Right: winograd.Unknown,
	}}
	answers, err := winograd.Answer(context.Background(), solver.Best(nil), problems)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(problems[0].Candidates[answers[0]])
	// Output: the soldier
}

func ExampleExchange() {
	halves := []string{"the cat", "the dog"}
	problems := []winograd.Problem{{Candidates: halves, Right: 0}, {Candidates: halves, Right: 1}}
	problems[0].After, problems[1].After = "was hungry.", "was tasty."
	same := [][]int{{0, 0}} // half right without looking at the special word
	fmt.Println(solver.Exchange(problems, same))
	both := [][]int{{0, 1}}
	fmt.Println(solver.Exchange(problems, both))
	// Output:
	// 1
	// 0.5
}
