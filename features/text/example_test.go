package text_test

import (
	"fmt"

	"github.com/luna-rating/luna/features/text"
)

func ExampleAnalyzer_Doc() {
	d := text.English.Doc("It's the Speaker of the U.S. House!")
	fmt.Printf("%q\n", d.Tokens)
	fmt.Printf("%q\n", d.Words)
	fmt.Println(d.Clean)
	// Output:
	// ["it" "the" "speaker" "of" "the" "us" "house"]
	// ["speaker" "us" "house"]
	// speaker us house
}

// Any list of stop words makes an analyzer; the zero value drops none.
func ExampleAnalyzer() {
	german := text.Analyzer{StopWord: func(word string) bool { return word == "der" || word == "des" }}
	fmt.Printf("%q\n", german.Words("der Präsident des Hauses"))
	fmt.Printf("%q\n", text.Analyzer{}.Words("der Präsident des Hauses"))
	// Output:
	// ["präsident" "hauses"]
	// ["der" "präsident" "des" "hauses"]
}
