package loebner

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/lines"
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
	m := newMatrix(n, n)
	for j := range n {
		for e := range n {
			m.Cells[j][e] = label('C', (e-j+n)%n)
		}
	}
	return m
}

// newMatrix returns a matrix without meetings.
func newMatrix(judges, entries int) Matrix {
	m := Matrix{labels('J', judges), labels('E', entries), make([][]string, judges)}
	for j := range m.Cells {
		m.Cells[j] = make([]string, entries)
	}
	return m
}

// label returns the name of the i-th person of a kind, from 0.
func label(kind byte, i int) string { return fmt.Sprintf("%c%d", kind, i+1) }

// labels returns the names of the first n of a kind.
func labels(kind byte, n int) []string {
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

// Confederates lists everybody in the cells, in the order of their numbers.
func (m Matrix) Confederates() []string {
	var list []string
	for _, t := range m.Triples() {
		list = append(list, t.Confederate)
	}
	slices.SortFunc(list, byNumber)
	return slices.Compact(list)
}

// WriteText writes the matrix in the form that [ReadMatrix] reads, with names.
func (m Matrix) WriteText(out io.Writer) error {
	var b strings.Builder
	width := 0
	for _, name := range slices.Concat(m.Judges, m.Entries, m.Confederates()) {
		width = max(width, len(name))
	}
	row := func(first string, rest []string) {
		fmt.Fprintf(&b, "%-*s", width, first)
		for _, cell := range rest {
			if cell == "" {
				cell = "-"
			}
			fmt.Fprintf(&b, " %-*s", width, cell)
		}
		text := strings.TrimRight(b.String(), " ")
		b.Reset()
		b.WriteString(text + "\n")
	}
	row("", m.Entries)
	for j, cells := range m.Cells {
		row(m.Judges[j], cells)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// personPattern matches a judge, an entry or a confederate in any case.
var personPattern = regexp.MustCompile(`^(?i)([JEC])0*([1-9]\d{0,2})$`)

// person returns the name of a person or an entry as [ParseTriple] writes it, "" if it is none.
func person(word string) string {
	m := personPattern.FindStringSubmatch(word)
	if m == nil {
		return ""
	}
	return strings.ToUpper(m[1]) + m[2]
}

// ReadMatrix reads a matrix: a line for each judge, with the confederates of the entries in order,
// such as "C1 C2 C3 C4". A cell "-" is a pair that does not meet. A line of entries may stand above,
// and a judge before each row; without them they are numbered. Empty lines, comments from # to the
// end of the line, and rows of dots or dashes do not count. Errors call the input file and name the
// line.
func ReadMatrix(in io.Reader, file string) (Matrix, error) {
	r := matrixReader{file: file}
	for scanner := lines.NewScanner(in, file, maxLine); ; {
		if !scanner.Scan() {
			if err := scanner.Err(); err != nil {
				return Matrix{}, err
			}
			break
		}
		words := strings.FieldsFunc(withoutComment(scanner.Text()), isFiller)
		if len(words) == 0 || len(words) == 1 && strings.Trim(words[0], "-=") == "" &&
			len(words[0]) > 1 {
			continue
		}
		if err := r.row(words, scanner.Line()); err != nil {
			return Matrix{}, err
		}
	}
	return r.matrix()
}

// withoutComment returns a line up to its comment.
func withoutComment(line string) string {
	before, _, _ := strings.Cut(line, "#")
	return before
}

// isFiller reports whether c stands between the words of a table.
func isFiller(c rune) bool { return strings.ContainsRune(" \t\r.,|…", c) }

type matrixReader struct {
	file   string
	header []string
	m      Matrix
}

func (r *matrixReader) errorf(line int, found, expected string) error {
	return fileerr.New(r.file, line, found, expected)
}

// row reads a line that is not empty.
func (r *matrixReader) row(words []string, line int) error {
	first := person(words[0])
	if strings.HasPrefix(first, "E") && r.header == nil && len(r.m.Cells) == 0 {
		return r.names(words, line)
	}
	judge := label('J', len(r.m.Cells))
	if strings.HasPrefix(first, "J") {
		judge, words = first, words[1:]
	}
	switch {
	case slices.Contains(r.m.Judges, judge):
		return r.errorf(line, "a second row of "+judge, "one row for each judge")
	case len(r.m.Cells) == maxPeople:
		return r.errorf(line, "another row", fmt.Sprintf("at most %d judges", maxPeople))
	case len(words) > maxPeople || len(words) == 0:
		return r.errorf(line, fileerr.Count(len(words), "cell"),
			fmt.Sprintf("from 1 to %d", maxPeople))
	case r.header != nil && len(words) != len(r.header):
		return r.errorf(line, fileerr.Count(len(words), "cell"),
			fmt.Sprintf("%d, one for each entry", len(r.header)))
	case len(r.m.Cells) > 0 && len(words) != len(r.m.Cells[0]):
		return r.errorf(line, fileerr.Count(len(words), "cell"),
			fmt.Sprintf("%d as in the row before", len(r.m.Cells[0])))
	}
	cells := make([]string, len(words))
	for i, word := range words {
		if word == "-" || word == "–" {
			continue
		}
		if cells[i] = person(word); !strings.HasPrefix(cells[i], "C") {
			return r.errorf(line, fileerr.Quote(word), "a confederate such as C1, or -")
		}
	}
	r.m.Judges = append(r.m.Judges, judge)
	r.m.Cells = append(r.m.Cells, cells)
	return nil
}

// names reads the line of entries.
func (r *matrixReader) names(words []string, line int) error {
	if len(words) > maxPeople {
		return r.errorf(line, fmt.Sprint(len(words), " entries"),
			fmt.Sprintf("at most %d", maxPeople))
	}
	for _, word := range words {
		name := person(word)
		if !strings.HasPrefix(name, "E") || slices.Contains(r.header, name) {
			return r.errorf(line, fileerr.Quote(word), "each entry once, such as E1 E2 E3 E4")
		}
		r.header = append(r.header, name)
	}
	return nil
}

func (r *matrixReader) matrix() (Matrix, error) {
	if len(r.m.Cells) == 0 {
		return Matrix{}, r.errorf(0, "no rows", "a line for each judge such as C1 C2 C3 C4")
	}
	r.m.Entries = r.header
	if r.header == nil {
		r.m.Entries = labels('E', len(r.m.Cells[0]))
	}
	if len(r.m.Triples()) == 0 {
		return Matrix{}, r.errorf(0, "no confederate", "confederates such as C1 in the cells")
	}
	return r.m, nil
}
