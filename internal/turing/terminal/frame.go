package terminal

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
)

// look is the style of a cell.
type look uint8

const (
	plain look = iota
	strong
	faint
	inverse
	warning
	alarm // white on red, for the last minute
)

// codes select looks.
var codes = [...]string{plain: "0", strong: "0;1", faint: "0;2", inverse: "0;1;7", warning: "0;1;33",
	alarm: "0;1;37;41"}

// cell is a place for a character. The second cell of a wide one has an empty text.
type cell struct {
	text string
	look look
}

// frame is the content of a terminal's window.
type frame struct {
	w, h           int
	rows           [][]cell
	x, y           int // of the cursor
	cursorIsHidden bool
}

func newFrame(w, h int) *frame {
	f := &frame{w: w, h: h, rows: make([][]cell, h), cursorIsHidden: true}
	for y := range f.rows {
		f.rows[y] = make([]cell, w)
		for x := range f.rows[y] {
			f.rows[y][x] = cell{text: " "}
		}
	}
	return f
}

// put writes a text at a place, up to a width, and returns the width that it took. Control
// characters, and those that change the direction of text, do not reach the terminal.
func (f *frame) put(x, y, width int, l look, text string) int {
	if y < 0 || y >= f.h || x < 0 {
		return 0
	}
	end := min(x+width, f.w)
	at := x
	for g := uniseg.NewGraphemes(text); g.Next(); {
		s, n := g.Str(), g.Width()
		if strings.ContainsFunc(s, hidden) || n == 0 {
			s, n = "?", 1
		}
		if at+n > end {
			break
		}
		f.rows[y][at] = cell{s, l}
		for i := 1; i < n; i++ {
			f.rows[y][at+i] = cell{"", l}
		}
		at += n
	}
	return at - x
}

func hidden(c rune) bool { return !unicode.IsPrint(c) && c != '\u200d' && c != '\ufe0f' }

// fill gives a part of a row a look.
func (f *frame) fill(x, y, width int, l look) {
	if y < 0 || y >= f.h {
		return
	}
	for i := max(x, 0); i < min(x+width, f.w); i++ {
		f.rows[y][i].look = l
	}
}

// difference returns the output that changes a terminal from another frame, or from anything if
// that is nil, to this one.
func (f *frame) difference(old *frame) string {
	var b strings.Builder
	b.WriteString("\x1b[?25l")
	if old != nil && (old.w != f.w || old.h != f.h) {
		old = nil
	}
	if old == nil {
		b.WriteString("\x1b[0m\x1b[2J")
	}
	now := plain
	b.WriteString("\x1b[0m")
	for y, row := range f.rows {
		if old != nil && slices.Equal(row, old.rows[y]) {
			continue
		}
		end := len(row)
		for end > 0 && row[end-1] == (cell{text: " "}) {
			end--
		}
		fmt.Fprintf(&b, "\x1b[%d;1H", y+1)
		for _, c := range row[:end] {
			if c.look != now {
				now = c.look
				b.WriteString("\x1b[" + codes[now] + "m")
			}
			b.WriteString(c.text)
		}
		if now != plain {
			now = plain
			b.WriteString("\x1b[0m")
		}
		if end < len(row) {
			b.WriteString("\x1b[K")
		}
	}
	if !f.cursorIsHidden {
		fmt.Fprintf(&b, "\x1b[%d;%dH\x1b[?25h", f.y+1, f.x+1)
	}
	return b.String()
}
