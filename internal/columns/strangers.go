package columns

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/luna-rating/luna/internal/text"
)

// Stranger is a row that does not belong to a respondent.
type Stranger struct {
	Row int    // its index
	Why string // what it has or lacks
}

// Strangers finds rows that do not belong to a respondent, such as maxima, means or text below the
// table, by comparison with the other rows.
func (l *Layout) Strangers(rows [][]string, numbers Notation) []Stranger {
	if len(rows) < surely {
		return nil
	}
	s := &strangers{Layout: l, rows: rows, numbers: numbers, texts: map[int]bool{},
		top: math.Inf(-1)}
	s.survey()
	var found []Stranger
	for i, row := range rows {
		if why := s.why(i, row); why != "" {
			found = append(found, Stranger{i, why})
		}
	}
	if 5*len(found) > len(rows) { // then they are what rows are like here
		return nil
	}
	return found
}

type strangers struct {
	*Layout
	rows     [][]string
	numbers  Notation
	texts    map[int]bool // columns of texts
	labels   []int        // columns of identifiers that (nearly) all rows have an entry in
	words    int          // most words of an entry in the first of these
	typical  int          // how many questions a row has an answer to, the median
	top      float64      // highest total of the rows with answers to at least half as many
	lastFull int          // last row with an answer
}

// survey looks at all rows.
func (s *strangers) survey() {
	for _, q := range s.Questions {
		n := 0
		for _, row := range s.rows {
			if _, _, ok := s.numbers.Number(At(row, q.Column)); ok {
				n++
			}
		}
		if 5*n <= len(s.rows) {
			s.texts[q.Column] = true
		}
	}
	for _, k := range s.Layout.labels {
		n := 0
		for _, row := range s.rows {
			if strings.TrimSpace(At(row, k)) != "" {
				n++
			}
		}
		if 10*n >= 9*len(s.rows) || n >= len(s.rows)-2 {
			s.labels = append(s.labels, k)
		}
	}
	counts := make([]int, len(s.rows))
	for i, row := range s.rows {
		counts[i], _ = s.answered(row)
	}
	slices.Sort(counts)
	s.typical = counts[len(counts)/2]
	for i, row := range s.rows {
		answered, _ := s.answered(row)
		if answered > 0 {
			s.lastFull = i
		}
		if v := s.total(row); v > s.top && 2*answered >= s.typical {
			s.top = v
		}
		if len(s.labels) > 0 && answered > 0 {
			s.words = max(s.words, len(strings.Fields(At(row, s.labels[0]))))
		}
	}
}

// answered returns how many questions have a response, and how many of these are numbers in columns
// of texts.
func (s *strangers) answered(row []string) (answered, odd int) {
	for _, q := range s.Questions {
		cell := At(row, q.Column)
		if Missing(cell) {
			continue
		}
		answered++
		if _, _, ok := s.numbers.Number(cell); ok && s.texts[q.Column] {
			odd++
		}
	}
	return answered, odd
}

// total returns the total of a row, NaN if it has none.
func (s *strangers) total(row []string) float64 {
	v, _, ok := s.numbers.Number(At(row, s.Rating))
	if !ok {
		return math.NaN()
	}
	return v
}

// why says why a row does not belong to a respondent, "" if it does.
func (s *strangers) why(i int, row []string) string {
	answered, odd := s.answered(row)
	total := s.total(row)
	lacks := -1 // a column of identifiers
	for _, k := range s.labels {
		if strings.TrimSpace(At(row, k)) == "" {
			lacks = k
		}
	}
	few := 2*answered < s.typical
	switch {
	case odd > 1 && odd == answered:
		return "numbers where all others have texts"
	case few && total >= s.top && !math.IsInf(s.top, -1):
		return "few answers and the highest total"
	case answered == 0 && total > 0:
		return "a total and no answer"
	case lacks >= 0 && (few && (i > s.lastFull || total != total) || i == 0 && total != total):
		return "no entry in column " + text.Quote(short(s.Header[lacks]))
	case i > s.lastFull && answered == 0 && total != total && s.isText(row):
		return "a text under the table"
	}
	return ""
}

// isText reports whether a row has one cell alone, which looks like no other identifier.
func (s *strangers) isText(row []string) bool {
	if filled(row) != 1 {
		return false
	}
	if len(s.labels) == 0 {
		return At(row, s.ID) == ""
	}
	cell := row[slices.IndexFunc(row, func(c string) bool { return strings.TrimSpace(c) != "" })]
	return len(s.labels) > 1 || len(strings.FieldsFunc(cell, unicode.IsSpace)) > s.words
}

// ListStrangers returns sentences that name the rows left out, by their numbers in the file.
func ListStrangers(found []Stranger, number func(row int) int) []string {
	var notes []string
	for len(found) > 0 {
		why := found[0].Why
		var list []string
		for _, s := range found {
			if s.Why == why {
				list = append(list, fmt.Sprint(number(s.Row)))
			}
		}
		found = slices.DeleteFunc(slices.Clone(found), func(s Stranger) bool { return s.Why == why })
		verb := plural(len(list), "is no respondent: it has ", "are no respondents: they have ")
		if len(list) > 8 {
			list = append(list[:8], "…")
		}
		notes = append(notes, plural(len(list), "row ", "rows ")+strings.Join(list, ", ")+" "+verb+why)
	}
	return notes
}
