package wordnet_test

import (
	"fmt"

	"github.com/luna-rating/luna/internal/wordnet"
)

func ExampleNet_Morph() {
	n := wordnet.Default()
	fmt.Println(n.Morph("geese", wordnet.Noun))
	fmt.Println(n.Morph("tries", wordnet.Verb))
	fmt.Println(n.Morph("axes", wordnet.Noun))
	// Output:
	// [goose]
	// [try]
	// [ax axis]
}

func ExampleNet_Synonyms() {
	fmt.Println(wordnet.Default().Synonyms("automobiles"))
	// Output: [auto automobile car machine motorcar]
}
