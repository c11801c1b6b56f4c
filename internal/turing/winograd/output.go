package winograd

import (
	"io"

	"github.com/luna-rating/luna/internal/wsc"
)

// Output holds the answers of a team, as read from its file.
type Output = wsc.Output

// Fault is a fault in an output file: an error with file and line, and whether it matters to
// graders.
type Fault = wsc.Fault

// WriteOutput writes answers, one per problem, in the form of the contest: four lines for each
// problem (its number and text, the excerpt, the answer, a blank line) and at the end the letters of
// all answers. An answer of [Unknown] is written as "-".
func WriteOutput(w io.Writer, problems []Problem, answers []int) error {
	return wsc.WriteOutput(w, problems, answers)
}

// ReadOutput reads a team's output file. It accepts faults, which [Check] finds. It fails only if
// the file cannot be read, is too large or is not text.
func ReadOutput(r io.Reader, file string) (Output, error) { return wsc.ReadOutput(r, file) }

// ReadOutputFile is [ReadOutput] for a file.
func ReadOutputFile(path string) (Output, error) { return wsc.ReadOutputFile(path) }

// Check returns the faults of an output file as an answer to the problems: those of the list first,
// in order, and then those of the blocks. It stops after 500 faults.
func Check(o Output, problems []Problem) []Fault { return wsc.Check(o, problems) }

// FileName returns the name of a team's output file, TEAM-output.txt.
func FileName(team string) string { return team + wsc.Suffix }
