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

func newParty(strokes []Stroke, side Side, local bool) *party {
	p := &party{local: local, side: side, uses: usesReturn(strokes, side, local)}
	p.open, p.wait = p.line(), p.line()
	return p
}

func (p *party) line() *line { return &line{local: p.local, side: p.side} }

func (p *party) press(s Stroke) {
	t := s.Received
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
		p.erase(s)
	case s.Key == lpp.Return:
		p.lastReturn = t
		p.end(true)
	default:
		p.put(c, s)
	}
}

func (p *party) put(c rune, s Stroke) {
	if len(p.open.runes) >= maxLineText {
		p.end(false)
	}
	if !unicode.IsSpace(c) {
		if !p.open.solid() {
			p.open.begin, p.open.first = s.Received, s.Line
		}
		p.mark, p.open.end = c, s.Received
	}
	p.open.runes = append(p.open.runes, c)
}

// erase removes the last character. Beyond the beginning of the open line, the one before is open
// again.
func (p *party) erase(s Stroke) {
	if len(p.open.runes) == 0 {
		if len(p.above) == 0 {
			return
		}
		p.reopen(s)
		if p.open.end = s.Received; p.open.ret {
			p.open.ret = false // the Return is removed
			return
		}
	}
	p.open.runes, p.open.end = p.open.runes[:len(p.open.runes)-1], s.Received
	if !p.open.solid() {
		p.open.corrects = nil
	}
}

func (p *party) reopen(s Stroke) {
	was := p.above[len(p.above)-1]
	p.above = p.above[:len(p.above)-1]
	p.open = p.line()
	p.open.runes, p.open.ret = was.runes, was.ret
	p.open.begin, p.open.first = s.Received, s.Line
	if said := was.said; said != nil {
		p.open.corrects, said.takenAt = said, s.Received
	}
}

// end ends the open line.
func (p *party) end(ret bool) {
	l := p.open
	l.ret, l.text = ret, string(l.runes)
	if was := l.corrects; was != nil && was.ret == ret && strings.TrimSpace(l.text) ==
		strings.TrimSpace(was.text) { // only Return was taken back
		was.takenAt, l.said = 0, was
	} else if l.solid() {
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
	if n := len(p.said); p.open.solid() {
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

// handedOver reports whether the party left the word to the other one before a key.
func (p *party) handedOver(s Stroke, other *party) bool {
	pause := s.Received - p.last
	if !p.open.solid() || !handOver(s, pause) {
		return false
	}
	over := !p.uses || strings.ContainsRune(".?!", p.mark)
	return !p.uses && pause >= longPause || over && (other.lastReturn > p.last || !other.uses && other.last > p.last)
}

// handOver reports whether a key may begin a line after a pause.
func handOver(s Stroke, pause int64) bool {
	return pause >= handPause && s.Key != lpp.Return && s.Key != lpp.BackSpace
}

// usesReturn reports whether a party ends its lines with Return: at least as many as it leaves the
// word to the other one in the middle of a line.
func usesReturn(strokes []Stroke, side Side, local bool) bool {
	returns, handed, text := 0, 0, false
	var last, otherReturn, otherLast int64
	for _, s := range strokes {
		isReturn := s.Name == "" && s.Key == lpp.Return
		switch {
		case s.Side != side:
		case s.Local != local:
			otherLast = s.Received
			if isReturn {
				otherReturn = s.Received
			}
		default:
			if text && handOver(s, s.Received-last) && (otherReturn > last || otherReturn == 0 && otherLast > last) {
				handed++
			}
			last, text = s.Received, !isReturn
			if isReturn {
				returns++
			}
		}
	}
	return returns >= handed
}
