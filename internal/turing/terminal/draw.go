package terminal

import (
	"fmt"
	"strings"
	"time"

	"github.com/luna-rating/luna/internal/turing/session"
	"github.com/luna-rating/luna/internal/wordwrap"
	"github.com/luna-rating/luna/turing/lpp"
)

// The size of the smallest useful window, and the width from which two terminals stand side by
// side.
const (
	leastWidth, leastHeight = 24, 8
	besideWidth             = 60
)

// draw draws the desk.
func (d *desk) draw(now time.Time, w, h int) *frame {
	f := newFrame(max(w, 1), max(h, 1))
	if w < leastWidth || h < leastHeight {
		f.put(0, 0, w, plain, "window too small")
		return f
	}
	d.header(f)
	bottom := h - 1
	if d.session == nil {
		y := 2
		for _, line := range wordwrap.Lines(d.message, w-4) {
			y += 1
			f.put(2, y, w-4, plain, line)
		}
		d.footer(now, f, "Ctrl-C leaves")
		return f
	}
	if d.asks() {
		bottom -= 4
		d.ask(f, bottom)
	}
	switch {
	case len(d.panes) == 1:
		d.pane(f, 0, 0, 1, w, bottom-1)
	case w >= besideWidth:
		half := (w - 2) / 2
		d.pane(f, 0, 0, 1, half, bottom-1)
		d.pane(f, 1, half+2, 1, w-half-2, bottom-1)
		for y := 1; y < bottom; y++ {
			f.put(half, y, 1, faint, d.sign("│", "|"))
		}
	case bottom >= 15:
		half := (bottom - 1) / 2
		d.pane(f, 0, 0, 1, w, half)
		d.pane(f, 1, 0, 1+half, w, bottom-1-half)
	default: // one below the other has no room
		d.pane(f, d.active, 0, 1, w, bottom-1)
	}
	help := "Ctrl-T other side " + d.sign("·", "-") + " PgUp scrolls " + d.sign("·", "-") +
		" Ctrl-C leaves"
	if len(d.panes) == 1 || d.asks() {
		help = "PgUp scrolls " + d.sign("·", "-") + " Ctrl-C leaves"
	}
	d.footer(now, f, help)
	return f
}

// asks reports whether the verdict is asked for.
func (d *desk) asks() bool { return d.phase == session.Asking || d.early }

func (d *desk) sign(utf8, ascii string) string {
	if d.ascii {
		return ascii
	}
	return utf8
}

// header draws the title and the clock.
func (d *desk) header(f *frame) {
	room := f.w - 2
	if d.session != nil {
		if text, l := d.clock(); text != "" {
			f.put(f.w-1-len(text), 0, len(text), l, text)
			room -= len(text) + 2
		}
	}
	f.put(1, 0, room, strong, d.labels.Title)
}

func (d *desk) clock() (string, look) {
	s := d.session.State()
	if s.Phase == session.Asking || s.Phase == session.Done {
		return "time is over", alarm
	}
	if s.Remains < 0 {
		return "", plain
	}
	left := (s.Remains + time.Second - 1) / time.Second
	text := fmt.Sprintf(" %d:%02d left ", left/60, left%60)
	if left <= 60 {
		return text, alarm
	}
	return text, strong
}

// footer draws the last row: a question, a hint, or help.
func (d *desk) footer(now time.Time, f *frame, help string) {
	text, l := help, faint
	switch {
	case d.leaving:
		text, l = "Leave? q leaves", warning
		if d.mayDecide() {
			text += ", d decides now"
		}
		text += ", any other key goes on"
	case d.hint != "" && now.Before(d.hintUntil):
		text, l = d.hint, warning
	case d.session != nil && d.phase == session.Waiting:
		switch {
		case !d.session.State().MayType && d.session.Here() == lpp.Judge:
			text = "The round has not begun yet."
		case !d.session.State().MayType:
			text = "The judge begins: wait for the judge's first words."
		default:
			text = "You begin: the clock starts with your first key.   " + help
		}
		l = plain
	}
	f.put(1, f.h-1, f.w-2, l, text)
}

// ask draws the form of the verdict above the last row.
func (d *desk) ask(f *frame, y int) {
	for x := range f.w {
		f.put(x, y, 1, faint, d.sign("─", "-"))
	}
	head, prompt := d.form.lines()
	f.put(1, y+1, f.w-2, strong, head)
	n := f.put(1, y+2, f.w-2, plain, prompt)
	n += f.put(1+n, y+2, f.w-2-n, strong, d.form.text)
	f.put(1, y+3, f.w-2, warning, d.form.wrong)
	f.x, f.y, f.cursorIsHidden = min(1+n, f.w-1), y+2, false
}

// pane draws a terminal.
func (d *desk) pane(f *frame, i, x, y, w, h int) {
	p, here := d.panes[i], d.session.Here()
	active := i == d.active && !d.asks()
	title, l := "  "+p.name, faint
	if active && len(d.panes) == 2 {
		title, l = d.sign(" ▶ ", " > ")+strings.ToUpper(p.name), inverse
		title += d.sign(" · you type here", " - you type here")
	} else if active {
		l = inverse
	}
	f.put(x, y, w, l, title)
	f.fill(x, y, w, l)

	// What the person types stands at the bottom, up to three rows of it.
	typed := wrap("> "+p.Open(here), w-1, 2)
	if len(typed) > 3 {
		typed = typed[len(typed)-3:]
	}
	top := y + h - len(typed)
	for j, line := range typed {
		f.put(x, top+j, w, plain, line)
	}
	if last := typed[len(typed)-1]; active {
		f.x, f.y, f.cursorIsHidden = x+min(len(last), w-1), y+h-1, false
	}
	for j := range w {
		f.put(x+j, top-1, 1, faint, d.sign("╌", "-"))
	}
	if p.back > 0 {
		text := d.sign(" ↓ PgDn: to the end ", " PgDn: to the end ")
		if p.unread {
			text = d.sign(" ↓ PgDn: new text ", " PgDn: new text ")
		}
		f.put(x+1, top-1, w-1, warning, text)
	}
	d.talk(f, p, x, y+1, w-1, top-1-(y+1))
}

// row is a row of a conversation.
type row struct {
	text  string
	label int // how many of its characters are the name
	mine  bool
}

// talk draws the lines of a conversation, the last one at the bottom of its part of the window.
func (d *desk) talk(f *frame, p *terminal, x, y, w, h int) {
	if h <= 0 || w <= 0 {
		return
	}
	here := d.session.Here()
	var rows []row // from the last one upwards
	add := func(by lpp.End, text string) {
		name := p.name
		if by == here {
			name = "You"
		}
		parts := wrap(name+": "+text, w, 2)
		for j := len(parts) - 1; j >= 0; j-- {
			r := row{text: parts[j], mine: by == here}
			if j == 0 {
				r.label = min(len(name)+1, len(parts[0]))
			}
			rows = append(rows, r)
		}
	}
	there := lpp.Judge
	if here == lpp.Judge {
		there = lpp.Other
	}
	if open := p.Open(there); open != "" {
		add(there, open+"_")
	}
	lines := p.Lines()
	for j := len(lines) - 1; j >= 0 && len(rows) < h+p.back; j-- {
		add(lines[j].By, lines[j].Text)
	}
	p.back = min(p.back, max(0, len(rows)-h))
	if p.back == 0 {
		p.unread = false
	}
	rows = rows[p.back:]
	// A short conversation begins at the top.
	n := min(len(rows), h)
	for j := range n {
		r := rows[n-1-j]
		l, name := plain, strong
		if r.mine {
			l, name = faint, faint
		}
		f.put(x, y+j, w, name, r.text[:r.label])
		f.put(x+r.label, y+j, w-r.label, l, r.text[r.label:])
	}
}
