package loebner

import (
	"cmp"
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

// ReadMatrix reads a matrix: a line for each judge, with the confederates of the entries in order,
// such as "C1 C2 C3 C4". A cell "-" is a pair that does not meet. The line "E1 E2 E3 E4" may stand
// above, and the judge's number before each row. Empty lines, comments from # to the end of the
// line, and rows of dots or dashes do not count. Errors call the input file and name the line.
func ReadMatrix(in io.Reader, file string) (m Matrix, err error) {
	judges, entries := 0, 0
	err = readWords(in, file, func(at place, words []string) error {
		judge := label("J", judges)
		switch first := person(words[0]); {
		case len(words) == 1 && len(words[0]) > 1 && strings.Trim(words[0], "-=") == "":
			return nil
		case judges == 0 && strings.HasPrefix(first, "E"):
			if entries = len(words); !slices.Equal(words, Labels("E", entries)) {
				return at.errorf(strings.Join(words, " "), "E1, E2 and so on")
			}
			return nil
		case strings.HasPrefix(first, "J") && first != judge:
			return at.errorf("the row of "+first, "that of "+judge)
		case first == judge:
			words = words[1:]
		}
		entries = cmp.Or(entries, len(words))
		if n := len(words); n != entries || n == 0 || max(n, judges+1) > maxPeople {
			return at.errorf(fmt.Sprintf("%s in row %d", text.Count(n, "cell"), judges+1),
				fmt.Sprintf("%d as above, and at most %d cells and rows", entries, maxPeople))
		}
		for i, word := range words {
			c := person(word)
			if strings.HasPrefix(c, "C") {
				m = append(m, Triple{judge, label("E", i), c})
			} else if word != "-" && word != "–" {
				return at.errorf(text.Quote(word), "a confederate such as C1, or -")
			}
		}
		judges++
		return nil
	})
	if err == nil && len(m) == 0 {
		err = files.New(file, 0, "no confederate", "a line for each judge such as C1 C2 C3 C4")
	}
	return m, err
}
