package columns

import (
	"slices"
	"strings"
)

// JoinPairs puts rows of points, each below a row of answers and without a name, beside them: in
// columns that are named after those of the answers. It returns the table unchanged where there are
// no such pairs.
func JoinPairs(header []string, rows [][]string) (joined []string, pairs [][]string, ok bool) {
	t, err := newTable(header, rows, Options{})
	if err != nil || len(rows) < 2*surely {
		return header, rows, false
	}
	label := slices.IndexFunc(t.every(), func(k int) bool { return t.namesPeople(k) })
	if label < 0 {
		label = 0
	}
	filledBelow := map[int]bool{}
	for i, row := range rows {
		below := i%2 == 1
		if (strings.TrimSpace(At(row, label)) == "") != below || below && i == len(rows) {
			return header, rows, false
		}
		for k := range header {
			if below && k != label && strings.TrimSpace(At(row, k)) != "" {
				filledBelow[k] = true
			}
		}
	}
	if len(rows)%2 == 1 {
		return header, rows, false
	}
	joined = slices.Clone(header)
	var from []int
	for k := range header {
		numbers := filledBelow[k]
		for i := 1; i < len(rows); i += 2 {
			_, _, number := Number(At(rows[i], k))
			numbers = numbers && (number || Missing(At(rows[i], k)))
		}
		if numbers {
			from, joined = append(from, k), append(joined, header[k]+" points")
		}
	}
	if len(from) < 2 {
		return header, rows, false
	}
	for i := 0; i < len(rows); i += 2 {
		row := slices.Clone(rows[i])
		for _, k := range from {
			row = append(row, At(rows[i+1], k))
		}
		pairs = append(pairs, row)
	}
	return joined, pairs, true
}

// FillDown repeats names that stand once above several rows, as in merged cells: those of the first
// column that has as many blanks below each entry, where others are filled and one repeats its
// entries. It returns the column, -1 if there is none.
func FillDown(header []string, rows [][]string) int {
	size := 1
	for size < len(rows) && strings.TrimSpace(At(rows[size], 0)) == "" {
		size++
	}
	if size < 2 || len(rows) < 2*size || len(rows)%size != 0 || strings.TrimSpace(At(rows[0], 0)) == "" {
		return -1
	}
	repeats := false
	for k := 1; k < len(header); k++ {
		same := true
		for i, row := range rows {
			if k == 1 && (strings.TrimSpace(At(row, 0)) == "") != (i%size > 0) {
				return -1
			}
			cell := strings.TrimSpace(At(row, k))
			same = same && cell != "" && cell == strings.TrimSpace(At(rows[i%size], k))
		}
		repeats = repeats || same
	}
	if !repeats {
		return -1
	}
	return 0
}
