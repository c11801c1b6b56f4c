package keylog

import (
	"strings"
	"unicode"

	"github.com/luna-rating/luna/turing/lpp"
)

// handPause is the shortest pause, in microseconds, in which a party that does not use Return
// leaves the word to the other one.
const handPause = 2 * second

// longPause is the pause after which such a party begins another line, whoever speaks.
const longPause = 30 * second

// Bounds that keep a malicious log from taking unlimited memory.
const (
	maxLineText = 4096     // characters of a line
	maxTaken    = 16 << 20 // bytes of lines that were taken back, in full
	shortTaken  = 100      // bytes of those beyond
)

// party is one of two parties at a terminal.
type party struct {
	local bool
	side  Side
	uses  bool // Return
	said  []*line

	screen lpp.Screen
	marks  []mark // of the lines that the screen has, other than the open one
	start  int    // of the open line on the screen
	solid  int    // characters of the open line other than blanks
	mark   rune   // the last one of them that was typed
	open   line

	seen             bool
	last, lastReturn int64
	firstTime        int64
	firstLine, kept  int
}

// mark is a line on the screen.
type mark struct {
	start, solid int
	ret          bool
	line         *line // nil if it is blank
}

func (p *party) press(s Stroke, t int64) {
	if !p.seen {
		p.seen = true
		p.firstTime = t
		p.firstLine = s.Line
	}
	p.last = t
	p.open.keys++
	if s.Name != "" {
		p.open.others = append(p.open.others, s.Name)
	}
	switch c, ok := s.char(); {
	case s.Name != "" && (!ok || !unicode.IsGraphic(c)):
	case s.Key == lpp.BackSpace:
		p.open.erasers++
		p.erase(s.Line, t)
	case s.Key == lpp.Return:
		p.lastReturn = t
		p.end(true)
	default:
		p.put(c, s.Line, t)
	}
}

func (p *party) put(c rune, line int, t int64) {
	if p.screen.Len()-p.start >= maxLineText {
		p.end(false)
	}
	p.screen.Put(c)
	if unicode.IsSpace(c) {
		return
	}
	if p.solid == 0 {
		p.open.begin, p.open.first = t, line
	}
	p.solid++
	p.mark, p.open.end = c, t
}

func (p *party) erase(line int, t int64) {
	removed, ok := p.screen.Apply(lpp.BackSpace)
	if !ok {
		return
	}
	if p.screen.Len() < p.start { // the line before is open again
		m := p.marks[len(p.marks)-1]
		p.marks = p.marks[:len(p.marks)-1]
		p.start, p.solid = m.start, m.solid
		p.open.begin = t
		p.open.first = line
		p.open.corrects = m.line
		if m.line != nil {
			m.line.takenAt = t
			if p.kept += len(m.line.text); p.kept > maxTaken && len(m.line.text) > shortTaken {
				m.line.text = m.line.text[:shortTaken] + "…"
			}
		}
	}
	if !unicode.IsSpace(removed) {
		p.solid--
	}
	p.open.end = t
	if p.solid == 0 {
		p.open.corrects = nil
	}
}

// end ends the open line.
func (p *party) end(ret bool) {
	m := mark{start: p.start, solid: p.solid, ret: ret}
	text, was := p.screen.From(p.start), p.open.corrects
	switch {
	case p.solid == 0:
	case was != nil && was.ret == ret && strings.TrimSpace(text) == strings.TrimSpace(was.text):
		m.line = was // only Return was taken back
		was.takenAt = 0
		p.open.corrects = nil
	default:
		l := p.open
		l.local = p.local
		l.side = p.side
		l.ret = ret
		l.text = text
		m.line = &l
		p.said = append(p.said, m.line)
		p.open = line{}
	}
	if ret {
		p.screen.Apply(lpp.Return)
	}
	p.marks = append(p.marks, m)
	p.start, p.solid = p.screen.Len(), 0
}

// finish ends what the party says in the round. If that was never more than blanks, finish returns
// it.
func (p *party) finish() []*line {
	n := len(p.said)
	if p.solid > 0 {
		p.end(false)
		if len(p.said) > n {
			p.said[n].unfinished = p.uses
		}
	}
	switch n := len(p.said); {
	case p.open.keys == 0:
	case n > 0:
		p.said[n-1].add(&p.open)
	default:
		p.open.local, p.open.side = p.local, p.side
		p.open.begin = p.firstTime
		p.open.end = p.last
		p.open.first = p.firstLine
		return []*line{&p.open}
	}
	return nil
}

// handedOver reports whether the party left the word to the other one before key s at t.
func (p *party) handedOver(s Stroke, t int64, other *party) bool {
	if !p.uses && p.solid > 0 && t-p.last >= longPause && handOver(s, t-p.last) {
		return true
	}
	over := !p.uses || strings.ContainsRune(".?!", p.mark)
	return over && p.solid > 0 && handOver(s, t-p.last) &&
		(other.lastReturn > p.last || !other.uses && other.last > p.last)
}

// handOver reports whether a key may begin a line after a pause.
func handOver(s Stroke, pause int64) bool {
	return pause >= handPause && s.Key != lpp.Return && s.Key != lpp.BackSpace
}

// usesReturn reports whether a party ends its lines with Return: at least as many as it leaves the
// word to the other one in the middle of a line.
func usesReturn(strokes []Stroke, times []int64, side Side, local bool) bool {
	returns := 0
	handed := 0
	text := false
	var last, otherReturn, otherLast int64
	for i, s := range strokes {
		switch isReturn := s.Name == "" && s.Key == lpp.Return; {
		case s.Side != side:
		case s.Local != local:
			otherLast = times[i]
			if isReturn {
				otherReturn = times[i]
			}
		default:
			if text && handOver(s, times[i]-last) && (otherReturn > last ||
				otherReturn == 0 && otherLast > last) {
				handed++
			}
			last, text = times[i], !isReturn
			if isReturn {
				returns++
			}
		}
	}
	return returns >= handed
}
