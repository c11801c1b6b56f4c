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

// An analyzer can have any list of stop words; the zero value has none.
func ExampleAnalyzer() {
	article := func(word string) bool { return word == "der" || word == "des" }
	german := text.Analyzer{StopWord: article}
	fmt.Printf("%q\n", german.Words("der Präsident des Hauses"))
	fmt.Printf("%q\n", text.Analyzer{}.Words("der Präsident des Hauses"))
	// Output:
	// ["präsident" "hauses"]
	// ["der" "präsident" "des" "hauses"]
}
