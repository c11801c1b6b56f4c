package report

import (
	"fmt"
)

// pageTable is a table of a page.
type pageTable struct {
	Caption string
	Head    []pageHead
	Rows    [][]pageCell
	// Folded tables are closed until the reader opens them.
	Folded bool
	// Note says which rows are missing.
	Note string
}

type pageHead struct {
	Text, Title string
	Words       bool // left-aligned words
	Long        bool // sentences
}

type pageCell struct {
	Text string
	Sort string // sort key, if it is not the text
}

// newPageTable returns a part of other formats as a table, with words in the first column.
func newPageTable(p comparisonPart) pageTable {
	t := pageTable{Caption: p.name}
	for i, text := range p.head {
		t.Head = append(t.Head, pageHead{Text: text, Words: i == 0})
	}
	for _, row := range p.rows {
		var cells []pageCell
		for _, text := range row {
			cells = append(cells, pageCell{Text: text})
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// Class returns the CSS class of a column's cells.
func (t pageTable) Class(column int) string {
	switch h := t.Head[column]; {
	case h.Long:
		return "words text"
	case h.Words:
		return "words"
	}
	return ""
}

// minFolded is the number of rows from which tables of questions are folded.
const minFolded = 13

// leftOut notes that only the first rows of a table are shown, "" if all are.
func leftOut(n int, what string) string {
	if n <= maxQuestions {
		return ""
	}
	return fmt.Sprintf("The first %d of %s.", maxQuestions, counted(n, what))
}
