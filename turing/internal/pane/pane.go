package pane

import (
	"slices"

	"github.com/luna-rating/luna/turing/lpp"
)

// Line is a line that somebody ended.
type Line struct {
	By   lpp.End
	Text string
}

// maxLines bounds the lines that are kept. The first ones are dropped.
const maxLines = 5000

// maxOpen bounds a line that is being typed. At the limit, its first half moves to a line of its own.
const maxOpen = 20_000

// Pane is a terminal. The zero value is one where nobody has typed.
type Pane struct {
	lines []Line
	open  map[lpp.End][]byte
}

// Apply presses a key.
func (p *Pane) Apply(by lpp.End, key lpp.Key) {
	if p.open == nil {
		p.open = make(map[lpp.End][]byte)
	}
	open := p.open[by]
	switch {
	case key == lpp.Return:
		p.end(by, open)
		open = open[:0]
	case key == lpp.BackSpace && len(open) == 0:
		open = p.reopen(by)
	case key == lpp.BackSpace:
		open = open[:len(open)-1]
	default:
		if len(open) >= maxOpen {
			p.end(by, open[:maxOpen/2])
			open = append([]byte(nil), open[maxOpen/2:]...)
		}
		open = append(open, byte(key))
	}
	p.open[by] = open
}

func (p *Pane) end(by lpp.End, text []byte) {
	if len(p.lines) >= maxLines {
		p.lines = append([]Line(nil), p.lines[maxLines/10:]...)
	}
	p.lines = append(p.lines, Line{by, string(text)})
}

// reopen takes the last line of an end back.
func (p *Pane) reopen(by lpp.End) []byte {
	for i := len(p.lines) - 1; i >= 0; i-- {
		if p.lines[i].By == by {
			text := []byte(p.lines[i].Text)
			p.lines = slices.Delete(p.lines, i, i+1)
			return text
		}
	}
	return nil
}

// Lines returns the lines that were ended. The caller must not change them.
func (p *Pane) Lines() []Line { return p.lines }

// Open returns the line that an end is typing.
func (p *Pane) Open(by lpp.End) string { return string(p.open[by]) }
