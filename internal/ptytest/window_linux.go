package ptytest

import (
	"fmt"
	"html"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

type cell struct {
	text, style string
}

// window keeps what a terminal shows. It knows the escape sequences that this module's programs
// use.
type window struct {
	w, h, x, y        int
	cells             [][]cell
	style             string // parameters of SGR
	hidden, alternate bool
	rest              string // of a sequence that is not whole
	stale             bool   // resized, but not cleared since: what comes is for the old size
	odd               strings.Builder
}

func newWindow(w, h int) *window {
	x := &window{}
	x.resize(w, h)
	return x
}

func (v *window) resize(w, h int) {
	old := v.cells
	v.w, v.h = w, h
	v.cells = make([][]cell, h)
	for y := range v.cells {
		v.cells[y] = make([]cell, w)
		for x := range v.cells[y] {
			v.cells[y][x] = cell{text: " "}
			if y < len(old) && x < len(old[y]) {
				v.cells[y][x] = old[y][x]
			}
		}
	}
	v.x, v.y = min(v.x, w-1), min(v.y, h-1)
}

func (v *window) write(s string) {
	s = v.rest + s
	v.rest = ""
	for s != "" {
		switch {
		case strings.HasPrefix(s, "\x1b["):
			end := strings.IndexFunc(s[2:], func(c rune) bool { return c >= 0x40 && c <= 0x7e })
			if end < 0 {
				v.rest = s
				return
			}
			v.control(s[2:2+end], s[2+end])
			s = s[3+end:]
		case s == "\x1b":
			v.rest = s
			return
		case s[0] == '\r':
			v.x, s = 0, s[1:]
		case s[0] == '\n':
			v.y, s = min(v.y+1, v.h-1), s[1:]
		case s[0] < ' ' || s[0] == 0x7f:
			fmt.Fprintf(&v.odd, "%q", s[0])
			s = s[1:]
		default:
			if !utf8.FullRuneInString(s) {
				v.rest = s
				return
			}
			g, rest, width, _ := uniseg.FirstGraphemeClusterInString(s, -1)
			if v.x+width <= v.w {
				v.cells[v.y][v.x] = cell{g, v.style}
				for i := 1; i < width; i++ {
					v.cells[v.y][v.x+i] = cell{"", v.style}
				}
			} else if !v.stale {
				fmt.Fprintf(&v.odd, "beyond the edge: %q ", g)
			}
			v.x, s = min(v.x+width, v.w), rest
		}
	}
}

func (v *window) control(args string, kind byte) {
	list := strings.Split(args, ";")
	number := func(i, absent int) int {
		if i < len(list) {
			if n, err := strconv.Atoi(list[i]); err == nil {
				return n
			}
		}
		return absent
	}
	switch on := kind == 'h'; {
	case kind == 'H':
		v.y, v.x = min(number(0, 1), v.h)-1, min(number(1, 1), v.w)-1
	case kind == 'J' && args == "2":
		v.cells, v.stale = nil, false
		v.resize(v.w, v.h)
	case kind == 'K' && args == "":
		for x := v.x; x < v.w; x++ {
			v.cells[v.y][x] = cell{text: " ", style: v.style}
		}
	case kind == 'm':
		v.style = strings.TrimPrefix(strings.TrimPrefix(args, "0"), ";")
	case args == "?25" && (on || kind == 'l'):
		v.hidden = !on
	case args == "?1049" && (on || kind == 'l'):
		v.alternate = on
	case (args == "?2004" || args == "?7") && (on || kind == 'l'):
	default:
		fmt.Fprintf(&v.odd, "[%s%c ", args, kind)
	}
}

func (v *window) text() string {
	var b strings.Builder
	for _, row := range v.cells {
		var line strings.Builder
		for _, c := range row {
			line.WriteString(c.text)
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}

var styles = map[string]string{"1": "font-weight:bold", "2": "color:#8a93a0",
	"1;7": "font-weight:bold;color:#12161c;background:#d8dde3", "1;33": "font-weight:bold;color:#e9c46a",
	"1;37;41": "font-weight:bold;color:#fff;background:#a40e26"}

func (v *window) html() string {
	var b strings.Builder
	b.WriteString(`<!doctype html><meta charset="utf-8"><title>terminal</title><style>body{margin:0;` +
		`background:#12161c;color:#d8dde3}pre{margin:8px;font:15px/1.25 "DejaVu Sans Mono",monospace}` +
		`u{text-decoration:none;background:#d8dde3;color:#12161c}</style><pre>`)
	for y, row := range v.cells {
		for x, c := range row {
			s := html.EscapeString(c.text)
			if !v.hidden && x == v.x && y == v.y {
				s = "<u>" + s + "</u>"
			}
			if look := styles[c.style]; look != "" {
				s = `<span style="` + look + `">` + s + `</span>`
			}
			b.WriteString(s)
		}
		b.WriteString("\n")
	}
	return b.String() + "</pre>"
}
