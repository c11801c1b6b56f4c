package columns

import (
	"fmt"
	"strings"

	"github.com/luna-rating/luna/internal/text"
)

var (
	// shortLabel matches a name that only numbers a question.
	shortLabel = text.Pattern(
		`(?i)^(q|question|frage|aufgabe|item|pregunta|exercise|ex|nr|no)?` +
			`[ ._#]*[0-9]+[a-z]?(\.[0-9]+)?[a-z]?$`)
	// labelled matches a question's text after its number.
	labelled = text.Pattern(`(?is)^((?:q|question|frage|aufgabe|item|pregunta)?` +
		`[ ._#]*[0-9]+[a-z]?)\s*[.:)]\s+(\S.*)$`)
)

// label returns the identifier and the text that the name of a question's column gives. The number
// is that of the question in the table, from 1.
func label(name string, number int) (id, text string) {
	name = strings.Join(strings.Fields(name), " ")
	if name == "" {
		return fmt.Sprintf("Q%d", number), ""
	}
	if shortLabel().MatchString(name) {
		return name, ""
	}
	if m := labelled().FindStringSubmatch(name); m != nil {
		return m[1], m[2]
	}
	if sentence(name) {
		return fmt.Sprintf("Q%d", number), name
	}
	return name, ""
}
