package wsc

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Suffix is the end of an output file's name, after the name of the team.
const Suffix = "-output.txt"

// WriteOutput writes answers, one per problem, in the form of the contest: four lines for each
// problem (its number and text, the excerpt, the answer, a blank line) and at the end the letters of
// all answers. An answer of [Unknown] is written as "-".
func WriteOutput(w io.Writer, problems []Problem, answers []int) error {
	if len(answers) != len(problems) {
		return fmt.Errorf("found %d answers, expected %d", len(answers), len(problems))
	}
	out := bufio.NewWriter(w)
	letters := make([]string, len(problems))
	for i, p := range problems {
		letters[i] = Letter(answers[i])
		candidate := ""
		if a := answers[i]; a >= 0 && a < len(p.Candidates) {
			candidate = " " + p.Candidates[a]
		}
		fmt.Fprintf(out, "%d. %s\n%s\nAnswer %d.%s%s\n\n", p.Number, p.Text(), p.Excerpt, p.Number,
			letters[i], candidate)
	}
	fmt.Fprintln(out, strings.Join(letters, ", "))
	return out.Flush()
}
