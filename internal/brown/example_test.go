package brown_test

import (
	"fmt"

	"github.com/luna-rating/luna/internal/brown"
)

func Example() {
	for _, word := range []string{"the", "dog", "aardvark"} {
		fmt.Printf("%s %d %.3f\n", word, brown.Count(word), brown.InformationContent(word))
	}
	// Output:
	// the 69971 0.201
	// dog 75 0.690
	// aardvark 0 1.000
}
