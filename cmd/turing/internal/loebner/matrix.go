package loebner

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// Matrix says with which confederate a judge compares an entry.
type Matrix struct {
	Judges, Entries []string // their labels, such as J1 and E1
	// Cells has a row for each judge and a column for each entry. An empty cell is a pair that does
	// not meet.
	Cells [][]string
}

// Square returns the matrix of the rules for n judges, entries and confederates: a row is the one
// above it, moved right by one. It panics if n is less than 1 or more than 200.
func Square(n int) Matrix {
	if n < 1 || n > maxPeople {
		panic(fmt.Sprintf("loebner: a square of %d, from 1 to %d is possible", n, maxPeople))
	}
	m := NewMatrix(n, n)
	for j := range n {
		for e := range n {
			m.Cells[j][e] = label("C", (e-j+n)%n)
		}
	}
	return m
}

// NewMatrix returns a matrix without meetings.
func NewMatrix(judges, entries int) Matrix {
	m := Matrix{Labels("J", judges), Labels("E", entries), make([][]string, judges)}
	for j := range m.Cells {
		m.Cells[j] = make([]string, entries)
	}
	return m
}

// label returns the name of the i-th person of a kind, from 0.
func label(kind string, i int) string { return fmt.Sprint(kind, i+1) }

// Labels returns the names of the first n of a kind, such as J1 and J2.
func Labels(kind string, n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = label(kind, i)
	}
	return list
}

// Triples returns all comparisons, row by row.
func (m Matrix) Triples() []Triple {
	var list []Triple
	for j, row := range m.Cells {
		for e, c := range row {
			if c != "" {
				list = append(list, Triple{m.Judges[j], m.Entries[e], c})
			}
		}
	}
	return list
}

// At returns the confederate with whom a judge compares an entry, "" if the two do not meet.
func (m Matrix) At(judge, entry string) string {
	j, e := slices.Index(m.Judges, judge), slices.Index(m.Entries, entry)
	if j < 0 || e < 0 {
		return ""
	}
	return m.Cells[j][e]
}

// instead says what the matrix has instead of a comparison, "" if it has that, or if there is no
// matrix.
func (m *Matrix) instead(t Triple) string {
	if m == nil || m.At(t.Judge, t.Entry) == t.Confederate {
		return ""
	}
	switch want := m.At(t.Judge, t.Entry); {
	case !slices.Contains(m.Judges, t.Judge):
		return "one of the judges of the matrix, " + strings.Join(m.Judges, ", ")
	case !slices.Contains(m.Entries, t.Entry):
		return "one of the entries of the matrix, " + strings.Join(m.Entries, ", ")
	case want == "":
		return "nothing: by the matrix these two do not meet"
	default:
		return t.pair() + want + " by the matrix"
	}
}

// Confederates lists everybody in the cells, in the order of their numbers.
func (m Matrix) Confederates() []string {
	return distinct(m.Triples(), func(t Triple) string { return t.Confederate })
}

// Text returns the matrix in the form that [ReadMatrix] reads, with names.
func (m Matrix) Text() string {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 0, 1, ' ', 0)
	fmt.Fprintf(t, "\t%s\n", strings.Join(m.Entries, "\t"))
	for j, cells := range m.Cells {
		fmt.Fprint(t, m.Judges[j])
		for _, cell := range cells {
			fmt.Fprint(t, "\t", cmp.Or(cell, "-"))
		}
		fmt.Fprintln(t)
	}
	t.Flush() // to b, which never fails
	return trimLines(b.String())
}

// ReadMatrix reads a matrix: a line for each judge, with the confederates of the entries in order,
// such as "C1 C2 C3 C4". A cell "-" is a pair that does not meet. A line of entries may stand
// above, and a judge before each row; without them they are numbered. Empty lines, comments from #
// to the end of the line, and rows of dots or dashes do not count. Errors call the input file and
// name the line.
func ReadMatrix(in io.Reader, file string) (Matrix, error) {
	var m Matrix
	if err := readWords(in, file, m.row); err != nil {
		return Matrix{}, err
	}
	if len(m.Cells) == 0 {
		return Matrix{}, files.New(file, 0, "no rows", "a line for each judge such as C1 C2 C3 C4")
	}
	if m.Entries == nil {
		m.Entries = Labels("E", len(m.Cells[0]))
	}
	if len(m.Triples()) == 0 {
		return Matrix{}, files.New(file, 0, "no confederate", "confederates such as C1 in the cells")
	}
	return m, nil
}

// row adds the row of a judge, or the line of entries.
func (m *Matrix) row(at place, words []string) error {
	first, judge := person(words[0]), label("J", len(m.Cells))
	switch {
	case len(words) == 1 && len(words[0]) > 1 && strings.Trim(words[0], "-=") == "":
		return nil
	case strings.HasPrefix(first, "E") && m.Entries == nil && len(m.Cells) == 0:
		return m.names(at, words)
	case strings.HasPrefix(first, "J"):
		judge, words = first, words[1:]
	}
	width := len(m.Entries)
	if len(m.Cells) > 0 {
		width = len(m.Cells[0])
	}
	switch n := len(words); {
	case slices.Contains(m.Judges, judge):
		return at.errorf("a second row of "+judge, "one row for each judge")
	case len(m.Cells) == maxPeople:
		return at.errorf("another row", fmt.Sprintf("at most %d judges", maxPeople))
	case n > maxPeople || n == 0:
		return at.errorf(text.Count(n, "cell"), fmt.Sprintf("from 1 to %d", maxPeople))
	case width > 0 && n != width:
		return at.errorf(text.Count(n, "cell"), fmt.Sprintf("%d as above", width))
	}
	cells := make([]string, len(words))
	for i, word := range words {
		if word == "-" || word == "–" {
			continue
		}
		if cells[i] = person(word); !strings.HasPrefix(cells[i], "C") {
			return at.errorf(text.Quote(word), "a confederate such as C1, or -")
		}
	}
	m.Judges, m.Cells = append(m.Judges, judge), append(m.Cells, cells)
	return nil
}

// names adds the line of entries.
func (m *Matrix) names(at place, words []string) error {
	for _, word := range words {
		name := person(word)
		switch {
		case !strings.HasPrefix(name, "E") || slices.Contains(m.Entries, name):
			return at.errorf(text.Quote(word), "each entry once, such as E1 E2 E3 E4")
		case len(m.Entries) == maxPeople:
			return at.errorf("another entry", fmt.Sprintf("at most %d", maxPeople))
		}
		m.Entries = append(m.Entries, name)
	}
	return nil
}
