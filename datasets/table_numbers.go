package datasets

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
)

// findNotation finds out how numbers are written.
func (t *tableReader) findNotation(rows [][]string) {
	dialect := t.in.Dialect()
	t.numbers = columns.FindNotation(rows, dialect.Comma == ';', dialect.Sheet != "")
	if t.o.Decimal == "comma" || t.o.Decimal == "point" {
		t.numbers.Comma = t.o.Decimal == "comma"
	}
}

// scale returns what the ends of a scale stand for. Sums of points cannot be best when they are
// low.
func (t *tableReader) scale(low, top float64, totals bool) (Scale, error) {
	switch {
	case t.o.Best != "low":
		return Scale{Zero: low, Full: top}, nil
	case !totals:
		return Scale{}, t.fault(t.d.Table.Header, "--best low without a column of totals",
			"one (--rating-column): points are best when they are high")
	}
	return Scale{Zero: top, Full: low}, nil
}

// word counts a cell of a column of numbers that is not a number.
func (t *tableReader) word(row sheet.Row, column int) error {
	cell := columns.At(row.Cells, column)
	if t.o.Strict {
		return t.fault(row.Number, text.Quote(cell)+" in column "+
			text.Quote(t.d.Table.Columns[column]), "a number, or nothing for a respondent without one")
	}
	if t.words == nil {
		t.words, t.firstWord = map[string]int{}, row.Number
	}
	if t.words[strings.TrimSpace(cell)]++; !slices.Contains(t.worded, column) {
		t.worded = append(t.worded, column)
	}
	return nil
}

// sayWords says which cells of columns of numbers are not taken as numbers.
func (t *tableReader) sayWords() {
	n := 0
	var list []string
	for _, word := range slices.Sorted(maps.Keys(t.words)) {
		if n += t.words[word]; len(list) < 6 {
			list = append(list, fmt.Sprintf("%s (%d)", text.Quote(word), t.words[word]))
		}
	}
	if len(t.words) > len(list) {
		list = append(list, fmt.Sprintf("%d more", len(t.words)-len(list)))
	}
	if n > 0 {
		t.note("no rating is taken from %s without a number, first on line %d: %s in %s (--strict refuses "+
			"them)", text.Count(n, "cell"), t.firstWord, strings.Join(list, ", "),
			columns.ListColumns(t.d.Table.Columns, t.worded))
	}
}
