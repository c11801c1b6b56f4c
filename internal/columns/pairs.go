package columns

import (
	"slices"
	"strings"
)

// JoinPairs puts rows of points, each below a row of answers and without a name, beside them: in
// columns that are named after those of the answers. It returns the table unchanged where there are
// no such pairs.
func JoinPairs(header []string, rows [][]string) (joined []string, pairs [][]string, ok bool) {
	if len(rows) < 2*surely || len(rows)%2 == 1 || !slices.ContainsFunc(columnsOf(header), func(k int) bool {
		return firstOf(rows, k, 2)
	}) {
		return header, rows, false
	}
	t, err := newTable(header, rows, Options{})
	if err != nil {
		return header, rows, false
	}
	label := max(0, slices.IndexFunc(columnsOf(header), t.namesPeople))
	if !firstOf(rows, label, 2) {
		return header, rows, false
	}
	joined = slices.Clone(header)
	var from []int
	for k := range header {
		if k != label && pointsBelow(rows, k) {
			from, joined = append(from, k), append(joined, header[k]+" points")
		}
	}
	if len(from) < 2 {
		return header, rows, false
	}
	for i := 0; i < len(rows); i += 2 {
		row := make([]string, len(header), len(joined))
		copy(row, rows[i])
		for _, k := range from {
			row = append(row, At(rows[i+1], k))
		}
		pairs = append(pairs, row)
	}
	return joined, pairs, true
}

// firstOf reports whether a column has an entry in the first of so many rows each, and none in the
// rows between.
func firstOf(rows [][]string, k, size int) bool {
	for i, row := range rows {
		if (strings.TrimSpace(At(row, k)) == "") != (i%size > 0) {
			return false
		}
	}
	return true
}

// pointsBelow reports whether every other row of a column has a number or nothing, and some have
// one.
func pointsBelow(rows [][]string, k int) bool {
	filled := false
	for i := 1; i < len(rows); i += 2 {
		cell := At(rows[i], k)
		if _, _, number := Number(cell); !number && !Missing(cell) {
			return false
		}
		filled = filled || strings.TrimSpace(cell) != ""
	}
	return filled
}

// NamesOnce reports whether the names in the first column stand once above several rows, as in
// merged cells: it has as many blanks below each entry, and another column repeats its entries for
// each.
func NamesOnce(header []string, rows [][]string) bool {
	size := 1
	for size < len(rows) && strings.TrimSpace(At(rows[size], 0)) == "" {
		size++
	}
	if len(header) < 2 || size < 2 || len(rows) < 2*size || len(rows)%size != 0 || !firstOf(rows, 0, size) {
		return false
	}
	return slices.ContainsFunc(columnsOf(header)[1:], func(k int) bool {
		for i, row := range rows {
			cell := strings.TrimSpace(At(row, k))
			if cell == "" || cell != strings.TrimSpace(At(rows[i%size], k)) {
				return false
			}
		}
		return true
	})
}
