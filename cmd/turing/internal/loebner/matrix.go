package loebner

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// Matrix says with which confederate a judge compares an entry. It lists all comparisons, row by
// row.
type Matrix []Triple

// Labels returns the names of the first n of a kind, such as J1 and J2.
func Labels(kind string, n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = label(kind, i)
	}
	return list
}

// label returns the name of the i-th person of a kind, from 0.
func label(kind string, i int) string { return fmt.Sprint(kind, i+1) }

// Judges lists the judges, in the order of their numbers.
func (m Matrix) Judges() []string { return distinct(m, func(t Triple) string { return t.Judge }) }

// Entries lists the entries, in the order of their numbers.
func (m Matrix) Entries() []string { return distinct(m, func(t Triple) string { return t.Entry }) }

// Confederates lists the confederates, in the order of their numbers.
func (m Matrix) Confederates() []string {
	return distinct(m, func(t Triple) string { return t.Confederate })
}

// find returns the index of the comparison of a judge and an entry, -1 if they do not meet.
func (m Matrix) find(judge, entry string) int {
	return slices.IndexFunc(m, func(t Triple) bool { return t.Judge == judge && t.Entry == entry })
}

// instead says what the matrix has instead of a comparison, "" if it has that, or if there is no
// matrix.
func (m Matrix) instead(t Triple) string {
	i := m.find(t.Judge, t.Entry)
	switch {
	case m == nil || i >= 0 && m[i] == t:
		return ""
	case i >= 0:
		return m[i].String() + " by the matrix"
	}
	return "a pair of the matrix, which has " + strings.Join(slices.Concat(m.Judges(), m.Entries()), ", ")
}

// ReadMatrix reads a matrix: a line for each judge, with the confederates of the entries in order,
// such as "C1 C2 C3 C4". A cell "-" is a pair that does not meet. A line of entries may stand
// above, and a judge before each row; without them they are numbered. Empty lines, comments from #
// to the end of the line, and rows of dots or dashes do not count. Errors call the input file and
// name the line.
func ReadMatrix(in io.Reader, file string) (Matrix, error) {
	var r matrixReader
	if err := readWords(in, file, r.row); err != nil {
		return nil, err
	}
	if len(r.judges) == 0 {
		return nil, files.New(file, 0, "no rows", "a line for each judge such as C1 C2 C3 C4")
	}
	if len(r.matrix) == 0 {
		return nil, files.New(file, 0, "no confederate", "confederates such as C1 in the cells")
	}
	return r.matrix, nil
}

type matrixReader struct {
	matrix          Matrix
	judges, entries []string
}

// row adds the row of a judge, or the line of entries.
func (r *matrixReader) row(at place, words []string) error {
	first, judge := person(words[0]), label("J", len(r.judges))
	switch {
	case len(words) == 1 && len(words[0]) > 1 && strings.Trim(words[0], "-=") == "":
		return nil
	case strings.HasPrefix(first, "E") && r.entries == nil:
		for _, word := range words {
			name := person(word)
			if !strings.HasPrefix(name, "E") || slices.Contains(r.entries, name) {
				return at.errorf(text.Quote(word), "each entry once, such as E1 E2 E3 E4")
			}
			r.entries = append(r.entries, name)
		}
		return nil
	case strings.HasPrefix(first, "J"):
		judge, words = first, words[1:]
	}
	if r.entries == nil {
		r.entries = Labels("E", len(words))
	}
	switch n := len(words); {
	case slices.Contains(r.judges, judge):
		return at.errorf("a second row of "+judge, "one row for each judge")
	case len(r.judges) == maxPeople:
		return at.errorf("another row", fmt.Sprintf("at most %d judges", maxPeople))
	case n > maxPeople || n == 0:
		return at.errorf(text.Count(n, "cell"), fmt.Sprintf("from 1 to %d", maxPeople))
	case n != len(r.entries):
		return at.errorf(text.Count(n, "cell"), fmt.Sprintf("%d as above", len(r.entries)))
	}
	r.judges = append(r.judges, judge)
	for i, word := range words {
		c := person(word)
		if strings.HasPrefix(c, "C") {
			r.matrix = append(r.matrix, Triple{judge, r.entries[i], c})
		} else if word != "-" && word != "–" {
			return at.errorf(text.Quote(word), "a confederate such as C1, or -")
		}
	}
	return nil
}
