package terminal

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/luna-rating/luna/internal/turing/keylog"
	"github.com/luna-rating/luna/internal/turing/session"
	"github.com/luna-rating/luna/turing/lpp"
)

// desk is the display of a session or a message, and handles keys.
type desk struct {
	labels  Labels
	ascii   bool
	session *session.Session // nil for a message
	message string

	panes  []*terminal
	active int
	seen   int // keys of the session that the panes have

	hint      string
	hintUntil time.Time
	warned    time.Duration // the last time that was warned of
	leaving   bool          // asked whether to leave
	quit      bool
	early     bool // the person answers before the time is over
	form      form
	phase     session.Phase
}

// terminal is one conversation.
type terminal struct {
	conversation
	side   keylog.Side
	name   string // of the other end
	back   int    // rows scrolled back
	unread bool   // something came while the terminal was scrolled back
}

func newDesk(s *session.Session, l Labels, ascii bool) *desk {
	d := &desk{labels: l, ascii: ascii, session: s, warned: -1}
	d.form.question, _ = s.Question()
	sides := s.Sides()
	for _, side := range sides {
		t := &terminal{side: side, name: l.There}
		switch {
		case len(sides) == 2:
			t.name = strings.ToUpper(string(side[:1])) + string(side[1:])
		case t.name == "" && s.Here() == lpp.Judge:
			t.name = "They"
		case t.name == "":
			t.name = "Judge"
		}
		d.panes = append(d.panes, t)
	}
	return d
}

func newNote(l Labels, message string, ascii bool) *desk {
	return &desk{labels: l, message: message, ascii: ascii}
}

// look updates the desk from the session, and returns a channel that is closed when there is more.
func (d *desk) look(now time.Time) <-chan struct{} {
	if d.session == nil {
		return nil
	}
	keys, more := d.session.Since(d.seen)
	d.seen += len(keys)
	for _, k := range keys {
		for _, p := range d.panes {
			if p.side == k.Side {
				p.Apply(k.By, k.Key)
				p.unread = p.unread || p.back > 0 && k.By != d.session.Here()
			}
		}
	}
	state := d.session.State()
	if state.Phase != d.phase {
		if state.Phase == session.Asking {
			d.leaving = false
			d.form.begin(now)
		}
		d.phase = state.Phase
	}
	for _, at := range []time.Duration{5 * time.Minute, time.Minute} {
		if state.Phase == session.Talking && state.Remains >= 0 && state.Remains <= at &&
			state.Remains > at-10*time.Second && d.warned != at {
			d.warned = at
			d.tell(now, map[time.Duration]string{5 * time.Minute: "Five minutes left.",
				time.Minute: "One minute left."}[at])
		}
	}
	return more
}

// hintLasts is how long a hint is shown.
const hintLasts = 6 * time.Second

func (d *desk) tell(now time.Time, text string) { d.hint, d.hintUntil = text, now.Add(hintLasts) }

const (
	ctrlC     = 0x03
	ctrlH     = 0x08
	ctrlL     = 0x0c
	ctrlT     = 0x14
	backspace = 0x7f
)

// press acts on a key.
func (d *desk) press(now time.Time, k pressed) {
	switch {
	case k.char == ctrlC:
		if d.leaving {
			d.quit = true
		}
		d.leaving = true
	case d.leaving:
		d.choose(k)
	case d.session == nil:
	case k.special == noSpecial && d.asks():
		d.answer(now, k)
	case k.special != noSpecial || k.char == ctrlT:
		d.move(now, k)
	default:
		d.typed(now, k)
	}
}

// choose answers whether to leave.
func (d *desk) choose(k pressed) {
	d.leaving = false
	switch {
	case k.char == 'q' || k.char == 'Q':
		d.quit = true
	case (k.char == 'd' || k.char == 'D') && d.mayDecide():
		d.early = true
		d.form.begin(time.Time{})
	}
}

// mayDecide reports whether the person may answer before the time is over.
func (d *desk) mayDecide() bool {
	if d.session == nil || d.phase != session.Talking {
		return false
	}
	question, early := d.session.Question()
	return early && question != session.NoQuestion
}

// move acts on keys that are not typed.
func (d *desk) move(now time.Time, k pressed) {
	p := d.panes[d.active]
	switch {
	case k.char == ctrlT || k.special == arrowLeft || k.special == arrowRight:
		switch {
		case len(d.panes) == 1 && k.char != ctrlT:
			d.tell(now, "The arrow keys do not move within a line: BackSpace corrects it.")
		case k.special == arrowLeft:
			d.active = 0
		case k.special == arrowRight:
			d.active = len(d.panes) - 1
		default:
			d.active = (d.active + 1) % len(d.panes)
		}
	case k.special == arrowUp:
		p.back++
	case k.special == pageUp:
		p.back += 10
	case k.special == arrowDown:
		p.back = max(0, p.back-1)
	case k.special == pageDown:
		p.back = max(0, p.back-10)
	default:
		d.tell(now, "The protocol has no such key: it was not sent.")
	}
}

// typed sends a key.
func (d *desk) typed(now time.Time, k pressed) {
	p, key := d.panes[d.active], lpp.Key(0)
	switch {
	case k.char == '\r' || k.char == '\n':
		key = lpp.Return
	case k.char == backspace || k.char == ctrlH:
		key = lpp.BackSpace
		if p.Open(d.session.Here()) == "" {
			d.tell(now, "The line was sent with Enter: it cannot be taken back.")
			return
		}
	case k.char < 0x80 && lpp.Key(k.char).Valid():
		key = lpp.Key(k.char)
	case unicode.IsPunct(k.char) && len(lpp.Typeable(string(k.char))) == 1:
		key = lpp.Key(lpp.Typeable(string(k.char))[0]) // a typographic quote or dash
	case unicode.IsPrint(k.char):
		d.tell(now, fmt.Sprintf("The protocol has no key for %c: it was not sent.", k.char))
		return
	default:
		d.tell(now, "The protocol has no such key: it was not sent.")
		return
	}
	if err := d.session.Type(p.side, key); err != nil {
		d.tell(now, sentence(err))
		return
	}
	p.back, p.unread = 0, false
	d.look(now)
}

// answer acts on a key of the verdict.
func (d *desk) answer(now time.Time, k pressed) {
	if d.phase == session.Talking && k.char == '\x1b' {
		d.early = false
		return
	}
	v, ok := d.form.press(now, k.char)
	if !ok {
		return
	}
	if err := d.session.Decide(v); err != nil {
		d.form.begin(time.Time{})
		d.form.wrong = sentence(err)
	}
}

// sentence turns an error into a sentence.
func sentence(err error) string {
	s := err.Error()
	return strings.ToUpper(s[:1]) + s[1:] + "."
}
