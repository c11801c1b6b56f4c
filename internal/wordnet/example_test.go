package wordnet_test

import (
	"fmt"

	"github.com/luna-rating/luna/internal/wordnet"
)

func Example() {
	n := wordnet.Default()
	dog := n.Lookup("dogs", wordnet.Noun)[0]
	cat := n.Lookup("cats", wordnet.Noun)[0]
	c, _ := n.Common(dog, cat)
	fmt.Println(n.ID(dog), n.Words(dog))
	fmt.Println(c.Length, n.Words(c.Subsumer), n.MaxDepth(c.Subsumer))
	// Output:
	// 02084071-n [dog domestic_dog Canis_familiaris]
	// 4 [carnivore] 11
}

func ExampleNet_Morph() {
	n := wordnet.Default()
	fmt.Println(n.Morph("geese", wordnet.Noun), n.Morph("tries", wordnet.Verb), n.Morph("axes", wordnet.Noun))
	// Output: [goose] [try] [ax axis]
}

func ExampleNet_Synonyms() {
	fmt.Println(wordnet.Default().Synonyms("automobiles"))
	// Output: [auto automobile car machine motorcar]
}

func ExampleNet_Ancestors() {
	n := wordnet.Default()
	for s, distance := range n.Ancestors(n.Synsets("move", wordnet.Verb)[0]) {
		fmt.Println(distance, n.Words(s))
	}
	for s, distance := range n.Ancestors(n.Synsets("walk", wordnet.Verb)[0]) {
		fmt.Println(distance, n.Words(s)[0])
	}
	// Output:
	// 0 [travel go move locomote]
	// 1 travel
	// 0 walk
}
