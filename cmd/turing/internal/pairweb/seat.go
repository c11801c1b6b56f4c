// Package pairweb shows sessions as web pages. Each person has a seat, with an address of its own
// that nobody can guess; what the person sees there changes from round to round.
package pairweb

import (
	"crypto/rand"
	"sync"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
)

// Labels are the words of a page.
type Labels struct {
	Title  string // such as "Judge J1, round 2"
	There  string // the name of a single other end, such as "Judge"; those of a pair are Left and Right
	Note   string // what the person must know during the round; may be ""
	Last   bool   // nothing follows: the person may leave
	Link   string // of a form that a message asks to fill in; "" for none
	Notice string // that what is typed is recorded; may be ""
	// Verdicts is where a judge can correct those that they have given; "" for nowhere.
	Verdicts string
}

// Seat is the place of one person through all rounds.
type Seat struct {
	secret string

	mu      sync.Mutex
	view    *view
	changed chan struct{} // closed when the view is another one
	streams int           // that are open
	left    time.Time     // when the last one was closed
}

// reload is how long a page may take to load again.
const reload = 5 * time.Second

// Present reports whether the person has the page open: whether its stream of events is open, or
// was a moment ago. A mere request for the page is not enough, since programs that preview links
// send one.
func (s *Seat) Present() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.streams > 0 || time.Since(s.left) < reload
}

func (s *Seat) opened(streams int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.streams += streams
	s.left = time.Now()
}

// view is the current content of a seat's page, as the templates see it.
type view struct {
	ID string // unguessable, so that no page of an earlier view or server fits
	Labels
	Session *session.Session // nil for a message
	Message string

	mu       sync.Mutex
	accepted map[uint32]uint32 // keys by page, which has drawn its number
}

// Name is what the page calls the other end at a terminal.
func (v *view) Name(side keylog.Side) string {
	if len(v.Session.Sides()) == 1 {
		return v.There
	}
	return map[keylog.Side]string{keylog.Left: "Left", keylog.Right: "Right"}[side]
}

// Token returns the secret of the address.
func (s *Seat) Token() string { return s.secret }

// Path returns the path of the page, such as "/3kTq…/".
func (s *Seat) Path() string { return "/" + s.secret + "/" }

// Show shows a session, which the caller must run.
func (s *Seat) Show(x *session.Session, l Labels) { s.set(&view{Labels: l, Session: x}) }

// Say shows a message, such as that the person waits for the next round.
func (s *Seat) Say(l Labels, message string) { s.set(&view{Labels: l, Message: message}) }

func (s *Seat) set(v *view) {
	v.ID, v.accepted = rand.Text(), make(map[uint32]uint32)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.view = v
	close(s.changed)
	s.changed = make(chan struct{})
}

func (s *Seat) watch() (*view, <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.view, s.changed
}
