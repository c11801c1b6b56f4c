package winograd_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/luna-rating/luna/cmd/turing/internal/winograd"
	"github.com/luna-rating/luna/internal/wsc"
)

const collection = `<collection>
<schema>
<text><txt1>The dog chased the cat until</txt1> <pron>it</pron> <txt2>gave up.</txt2></text>
<quote><pron>it</pron> <quote2>gave up</quote2></quote>
<answers><answer>the dog</answer> <answer>the cat</answer></answers>
<correctAnswer> A. </correctAnswer>
</schema>
<schema>
<text><txt1>The dog chased the cat until</txt1> <pron>it</pron> <txt2>hid in a tree.</txt2></text>
<quote><pron>it</pron> <quote2>hid in a tree</quote2></quote>
<answers><answer>the dog</answer> <answer>the cat</answer></answers>
<correctAnswer> B </correctAnswer>
</schema>
</collection>`

// A program answers problems and writes its answers in the form of the contest.
func Example() {
	problems, err := wsc.Read(strings.NewReader(collection), "collection.xml")
	if err != nil {
		log.Fatal(err)
	}
	answers := []int{wsc.Unknown, wsc.Unknown}
	left := func(err error) { fmt.Println("left out:", err) }
	if err := winograd.Answer(context.Background(), winograd.First(), problems, answers, left); err != nil {
		log.Fatal(err)
	}
	if err := wsc.WriteOutput(os.Stdout, problems, answers); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 1. The dog chased the cat until it gave up.
	// it gave up
	// Answer 1.A the dog
	//
	// 2. The dog chased the cat until it hid in a tree.
	// it hid in a tree
	// Answer 2.A the dog
	//
	// A, A
}

func ExampleGradeRound() {
	problems, err := wsc.Read(strings.NewReader(collection), "collection.xml")
	if err != nil {
		log.Fatal(err)
	}
	output, err := wsc.ReadOutput(strings.NewReader("A, A\n"), "ann-output.txt")
	if err != nil {
		log.Fatal(err)
	}
	round, err := winograd.GradeRound(problems, "collection.xml", []wsc.Output{output})
	if err != nil {
		log.Fatal(err)
	}
	g := round.Teams[0]
	fmt.Printf("%s: %d of %d, both halves of %d pairs, other answers to the halves of %d\n", g.Team,
		g.Right, g.Of, g.Halves.Both.Right, g.Halves.Different)
	// Output: ann: 1 of 2, both halves of 0 pairs, other answers to the halves of 0
}

func ExampleUnderstand() {
	problem := wsc.Problem{Pronoun: "it", Candidates: []string{"the dog", "the cat"}}
	for _, answer := range []string{"B", "(A) because it was tired", "It is the cat.", "Who knows?"} {
		candidate, ok := winograd.Understand(problem, answer)
		fmt.Println(candidate, ok)
	}
	// Output:
	// 1 true
	// 0 true
	// 1 true
	// -1 false
}
