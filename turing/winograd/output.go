package winograd

import (
	"io"

	"github.com/luna-rating/luna/internal/wsc"
)

// Output is what a team answered, as read from its file.
type Output = wsc.Output

// Fault is something wrong with an output file: an error with file and line, and whether it matters
// to graders.
type Fault = wsc.Fault

// WriteOutput writes answers, one per problem, in the form of the contest: four lines for each
// problem (its number and text, the excerpt, the answer, a blank line) and at the end the letters of
// all answers. An answer of [Unknown] is written as "-".
func WriteOutput(w io.Writer, problems []Problem, answers []int) error {
	return wsc.WriteOutput(w, problems, answers)
}

// ReadOutput reads a team's output file. It takes what it finds: what is wrong with it, [Check]
// says. It fails only where the file cannot be read, is too large or is no text.
func ReadOutput(r io.Reader, file string) (Output, error) { return wsc.ReadOutput(r, file) }

// ReadOutputFile is [ReadOutput] of a file.
func ReadOutputFile(path string) (Output, error) { return wsc.ReadOutputFile(path) }

// Check returns what is wrong with an output file as an answer to the problems, in the order of the
// list and then of the blocks. After 500 faults it stops.
func Check(o Output, problems []Problem) []Fault { return wsc.Check(o, problems) }

// FileName returns the name of a team's output file, TEAM-output.txt.
func FileName(team string) string { return team + wsc.Suffix }
