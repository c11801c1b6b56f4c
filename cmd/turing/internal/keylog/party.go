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

// maxLineText is the maximum number of characters of a line, so that a malicious log, which takes
// each line back again and again, takes little memory.
const maxLineText = 1000

// party is one of two parties at a terminal.
type party struct {
	local bool
	side  Side
	uses  bool    // Return
	said  []*line // that have ended and are not blank
	above []*line // the open one on the screen
	open  *line
	wait  *line // has the keys that do not belong to a line yet

	mark             rune // the last character other than a blank
	last, lastReturn int64
}

func newParty(strokes []Stroke, times []int64, side Side, local bool) *party {
	p := &party{local: local, side: side, uses: usesReturn(strokes, times, side, local)}
	p.open, p.wait = p.line(), p.line()
	return p
}

func (p *party) line() *line { return &line{local: p.local, side: p.side} }

func (p *party) press(s Stroke, t int64) {
	if p.wait.keys == 0 {
		p.wait.begin, p.wait.first = t, s.Line
	}
	p.last, p.wait.end = t, t
	p.wait.keys++
	if s.Name != "" {
		p.wait.others = append(p.wait.others, s.Name)
	}
	switch c, ok := s.char(); {
	case s.Name != "" && (!ok || !unicode.IsGraphic(c)):
	case s.Key == lpp.BackSpace:
		p.wait.erasers++
		p.erase(s.Line, t)
	case s.Key == lpp.Return:
		p.lastReturn = t
		p.end(true)
	default:
		p.put(c, s.Line, t)
	}
}

func (p *party) put(c rune, line int, t int64) {
	if len(p.open.runes) >= maxLineText {
		p.end(false)
	}
	p.open.runes = append(p.open.runes, c)
	if unicode.IsSpace(c) {
		return
	}
	if p.open.solid == 0 {
		p.open.begin, p.open.first = t, line
	}
	p.open.solid++
	p.mark, p.open.end = c, t
}

// erase removes the last character. Beyond the beginning of the open line, the one before is open
// again.
func (p *party) erase(line int, t int64) {
	if len(p.open.runes) == 0 {
		if len(p.above) == 0 {
			return
		}
		p.reopen(line, t)
		if p.open.end = t; p.open.ret {
			p.open.ret = false // the Return is removed
			return
		}
	}
	n := len(p.open.runes) - 1
	if !unicode.IsSpace(p.open.runes[n]) {
		p.open.solid--
	}
	p.open.runes, p.open.end = p.open.runes[:n], t
	if p.open.solid == 0 {
		p.open.corrects = nil
	}
}

func (p *party) reopen(first int, t int64) {
	was := p.above[len(p.above)-1]
	p.above = p.above[:len(p.above)-1]
	p.open = p.line()
	p.open.runes, p.open.solid, p.open.ret = was.runes, was.solid, was.ret
	p.open.begin, p.open.first = t, first
	if said := was.said; said != nil {
		p.open.corrects, said.takenAt = said, t
	}
}

// end ends the open line.
func (p *party) end(ret bool) {
	l := p.open
	l.ret, l.text = ret, string(l.runes)
	if was := l.corrects; was != nil && was.ret == ret && strings.TrimSpace(l.text) ==
		strings.TrimSpace(was.text) { // only Return was taken back
		was.takenAt, l.said = 0, was
	} else if l.solid > 0 {
		l.add(p.wait)
		p.wait, l.said = p.line(), l
		p.said = append(p.said, l)
	}
	p.above = append(p.above, l)
	p.open = p.line()
}

// finish ends what the party says in the round. If that was never more than blanks, finish returns
// it.
func (p *party) finish() []*line {
	if n := len(p.said); p.open.solid > 0 {
		p.end(false)
		if len(p.said) > n {
			p.said[n].unfinished = p.uses
		}
	}
	if n := len(p.said); n > 0 {
		p.said[n-1].add(p.wait)
	} else if p.wait.keys > 0 {
		return []*line{p.wait}
	}
	return nil
}

// handedOver reports whether the party left the word to the other one before key s at t.
func (p *party) handedOver(s Stroke, t int64, other *party) bool {
	pause := t - p.last
	if p.open.solid == 0 || !handOver(s, pause) {
		return false
	}
	over := !p.uses || strings.ContainsRune(".?!", p.mark)
	return !p.uses && pause >= longPause ||
		over && (other.lastReturn > p.last || !other.uses && other.last > p.last)
}

// handOver reports whether a key may begin a line after a pause.
func handOver(s Stroke, pause int64) bool {
	return pause >= handPause && s.Key != lpp.Return && s.Key != lpp.BackSpace
}

// usesReturn reports whether a party ends its lines with Return: at least as many as it leaves the
// word to the other one in the middle of a line.
func usesReturn(strokes []Stroke, times []int64, side Side, local bool) bool {
	returns, handed, text := 0, 0, false
	var last, otherReturn, otherLast int64
	for i, s := range strokes {
		isReturn := s.Name == "" && s.Key == lpp.Return
		switch {
		case s.Side != side:
		case s.Local != local:
			otherLast = times[i]
			if isReturn {
				otherReturn = times[i]
			}
		default:
			if text && handOver(s, times[i]-last) && (otherReturn > last || otherReturn == 0 && otherLast > last) {
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
