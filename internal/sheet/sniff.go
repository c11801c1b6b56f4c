package sheet

import (
	"bytes"
	"encoding/csv"
)

// sniffedRows is how many rows are looked at to find the delimiter.
const sniffedRows = 50

// sniff returns the delimiter of a text from its start: the one with which most rows have as many
// cells as the first, and among equals the one that makes the most cells. If these do not decide,
// the extension does.
func sniff(start []byte, extension string) rune {
	usual := ','
	if extension == ".tsv" || extension == ".tab" {
		usual = '\t'
	}
	if len(start) == sample { // cut the row that may be incomplete
		if i := bytes.LastIndexByte(start, '\n'); i > 0 {
			start = start[:i+1]
		}
	}
	best, bestAlike, bestWidth := usual, 0.0, 1
	for _, d := range delimiters {
		alike, width := consistency(start, d)
		switch {
		case width < 2:
			continue
		case alike > bestAlike, alike == bestAlike && width > bestWidth,
			alike == bestAlike && width == bestWidth && d == usual:
			best, bestAlike, bestWidth = d, alike, width
		}
	}
	return best
}

// consistency returns the number of cells of the first row by a delimiter, and the share of the
// rows that have as many.
func consistency(start []byte, comma rune) (alike float64, width int) {
	in := csv.NewReader(bytes.NewReader(start))
	in.Comma = comma
	in.FieldsPerRecord = -1
	in.LazyQuotes = true
	in.ReuseRecord = true
	rows, same := 0, 0
	for rows < sniffedRows {
		row, err := in.Read()
		if err != nil {
			break
		}
		if rows++; rows == 1 {
			width = len(row)
		}
		if len(row) == width {
			same++
		}
	}
	if rows == 0 {
		return 0, 0
	}
	return float64(same) / float64(rows), width
}
