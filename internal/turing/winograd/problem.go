package winograd

import (
	"io"

	"github.com/luna-rating/luna/internal/wsc"
)

// Problem asks which of several candidates a pronoun in a short text refers to.
type Problem = wsc.Problem

// Unknown stands for an answer that is not known: the right answer of a problem without a key, or
// the answer to a problem that was not answered.
const Unknown = wsc.Unknown

// Read reads a collection of problems, with or without the right answers: in the contest's XML, or
// JSON lines of WinoGrande, WSC273, definite pronoun resolution, SuperGLUE's WSC or WNLI (also with
// tabs), by what is in the file. The file's name is for errors, which name file and line.
func Read(r io.Reader, file string) ([]Problem, error) { return wsc.Read(r, file) }

// ReadFile is [Read] for a file.
func ReadFile(path string) ([]Problem, error) { return wsc.ReadFile(path) }

// ReadFileNoted is [ReadFile] that tells which form a file other than XML has, and what was decided
// where the file does not say.
func ReadFileNoted(path string, note func(text string)) ([]Problem, error) {
	return wsc.ReadFileNoted(path, note)
}

// Runs returns the indices of the problems by runs: a problem belongs to the run of the one before
// it if they have the same candidates, as the halves of a schema do, or the same text. Anything
// learned from one problem of a run gives away the answers of the others, so a run must never be
// split between training and test. Where the candidates of the halves of a schema differ in a word,
// they are two runs.
func Runs(problems []Problem) [][]int { return wsc.Runs(problems) }

// Blind returns the problems without the facts that only graders know: the right answers and how
// many people found them.
func Blind(problems []Problem) []Problem { return wsc.Blind(problems) }
