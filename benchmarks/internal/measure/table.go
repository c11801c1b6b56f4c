package measure

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// Median returns the median of the values, 0 if there are none.
func Median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	k := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[k]
	}
	return (sorted[k-1] + sorted[k]) / 2
}

// Bytes formats a size in megabytes, with a dash for 0.
func Bytes(n int64) string {
	if n == 0 {
		return "–"
	}
	return fmt.Sprintf("%.0f MB", float64(n)/1e6)
}

// Seconds formats a time with at least two significant digits.
func Seconds(s float64) string {
	switch {
	case s >= 10:
		return fmt.Sprintf("%.0f s", s)
	case s >= 0.1:
		return fmt.Sprintf("%.2f s", s)
	case s >= 1e-3:
		return fmt.Sprintf("%.1f ms", s*1e3)
	default:
		return fmt.Sprintf("%.1f µs", s*1e6)
	}
}

// Table writes rows as a table in Markdown. The first row is the head.
func Table(w io.Writer, rows [][]string) error {
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for j, cell := range row {
			width[j] = max(width[j], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for i, row := range rows {
		for j, cell := range row {
			fill := strings.Repeat(" ", width[j]-utf8.RuneCountInString(cell))
			fmt.Fprintf(&b, "| %s%s ", cell, fill)
		}
		b.WriteString("|\n")
		if i == 0 {
			for j := range row {
				b.WriteString("|" + strings.Repeat("-", width[j]+2))
			}
			b.WriteString("|\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
