package sheet

import (
	"fmt"

	"github.com/luna-rating/luna/internal/files"
)

// maxHeld bounds the rows that are held in memory at once, unless a caller sets another bound.
const maxHeld = 512 << 20

// The memory that a row and a cell take, in bytes, besides the text of the cell.
const (
	rowCost  = 192
	cellCost = 24
)

// meter bounds the memory that rows take, including rows of empty cells.
type meter struct {
	name       string
	most, used int64
}

func (m *meter) add(row int, cells []string) error {
	m.used += rowCost + int64(len(cells))*cellCost
	for _, c := range cells {
		m.used += int64(len(c))
	}
	if m.most <= 0 || m.used <= m.most {
		return nil
	}
	return &files.Error{File: m.name, Line: row, Err: files.ErrTooLarge, Msg: fmt.Sprintf(
		"found cells of more than %d bytes, expected a smaller table, or records as JSON lines", m.most)}
}
