package sheet

import (
	"hash/maphash"
	"strings"
)

// pool keeps short cells that come again once, so that a row of such cells takes little memory.
type pool struct {
	seed maphash.Seed
	seen [1 << 12]struct {
		hash uint64
		text string // once the cell has come again
	}
	own []int // cells of a row that are not from the pool
}

// share replaces the cells of a row, which are parts of one text. If most of it is not needed then,
// the other cells leave it as well.
func (p *pool) share(cells []string) {
	shared, rest := 0, 0
	p.own = p.own[:0]
	for k, cell := range cells {
		if cell == "" {
			cells[k] = "" // which is no part of the text, as an empty part is
			continue
		}
		if len(cell) <= 40 {
			hash := maphash.String(p.seed, cell)
			slot := &p.seen[hash%uint64(len(p.seen))]
			if slot.hash == hash && slot.text == "" {
				slot.text = strings.Clone(cell)
			}
			if slot.text == cell {
				cells[k], shared = slot.text, shared+len(cell)
				continue
			}
			slot.hash, slot.text = hash, ""
		}
		p.own, rest = append(p.own, k), rest+len(cell)
	}
	if shared > rest {
		for _, k := range p.own {
			cells[k] = strings.Clone(cells[k])
		}
	}
}
