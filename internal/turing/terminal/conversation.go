package terminal

import (
	"slices"

	"github.com/luna-rating/luna/turing/lpp"
)

// line is a line that somebody ended.
type line struct {
	By   lpp.End
	Text string
}

// maxLines bounds the number of lines that are kept. The first ones are dropped.
const maxLines = 5000

// maxOpen bounds the length of a line that is being typed. At the limit, its first half becomes a
// line of its own.
const maxOpen = 20_000

// conversation is the content of a terminal: the lines of both ends, in the order in which they
// were ended, and those that are being typed. BackSpace works as in lpp.Screen: after a Return it
// takes back the end's last line, which is then being typed again. In the zero value nobody has
// typed.
type conversation struct {
	lines []line
	open  map[lpp.End][]byte
}

// Apply presses a key.
func (c *conversation) Apply(by lpp.End, key lpp.Key) {
	if c.open == nil {
		c.open = make(map[lpp.End][]byte)
	}
	open := c.open[by]
	switch {
	case key == lpp.Return:
		c.end(by, open)
		open = open[:0]
	case key == lpp.BackSpace && len(open) == 0:
		open = c.reopen(by)
	case key == lpp.BackSpace:
		open = open[:len(open)-1]
	default:
		if len(open) >= maxOpen {
			c.end(by, open[:maxOpen/2])
			open = append([]byte(nil), open[maxOpen/2:]...)
		}
		open = append(open, byte(key))
	}
	c.open[by] = open
}

func (c *conversation) end(by lpp.End, text []byte) {
	if len(c.lines) >= maxLines {
		c.lines = append([]line(nil), c.lines[maxLines/10:]...)
	}
	c.lines = append(c.lines, line{by, string(text)})
}

// reopen takes back the last line of an end.
func (c *conversation) reopen(by lpp.End) []byte {
	for i := len(c.lines) - 1; i >= 0; i-- {
		if c.lines[i].By == by {
			text := []byte(c.lines[i].Text)
			c.lines = slices.Delete(c.lines, i, i+1)
			return text
		}
	}
	return nil
}

// Lines returns the lines that were ended. The caller must not change them.
func (c *conversation) Lines() []line { return c.lines }

// Open returns the line that an end is typing.
func (c *conversation) Open(by lpp.End) string { return string(c.open[by]) }
