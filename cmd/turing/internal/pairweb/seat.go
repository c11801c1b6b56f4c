// Package pairweb shows sessions as web pages. Each person has a seat, with an address of its own
// that nobody can guess; what the person sees there changes from round to round.
package pairweb

import (
	"crypto/rand"
	"sync"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/turing/lpp"
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

// view is the current content of a seat's page.
type view struct {
	id      string // unguessable, so that no page of an earlier view or server fits
	labels  Labels
	session *session.Session // nil for a message
	message string

	mu       sync.Mutex
	accepted map[uint32]uint32 // keys by page, which has drawn its number
}

func newSeat(secret string) *Seat {
	seat := &Seat{secret: secret, changed: make(chan struct{})}
	seat.view = newView(Labels{Title: "Please wait"}, nil, "It begins soon.")
	return seat
}

func newView(l Labels, x *session.Session, message string) *view {
	return &view{id: rand.Text(), labels: l, session: x, message: message,
		accepted: make(map[uint32]uint32)}
}

// Token returns the secret of the address.
func (s *Seat) Token() string { return s.secret }

// Path returns the path of the page, such as "/3kTq…/".
func (s *Seat) Path() string { return "/" + s.secret + "/" }

// Show shows a session, which the caller must run. Session.Verdict returns a judge's verdict.
func (s *Seat) Show(x *session.Session, l Labels) { s.set(newView(l, x, "")) }

// Say shows a message, such as that the person waits for the next round.
func (s *Seat) Say(l Labels, message string) { s.set(newView(l, nil, message)) }

func (s *Seat) set(v *view) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.view = v
	close(s.changed)
	s.changed = make(chan struct{})
}

func (s *Seat) now() *view {
	v, _ := s.watch()
	return v
}

func (s *Seat) watch() (*view, <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.view, s.changed
}

func (v *view) template() string {
	if v.session == nil {
		return "message.html"
	}
	return "session.html"
}

// shown is the data of the templates.
type shown struct {
	ID, Message string
	Labels
	Here     lpp.End
	Panes    []pane
	Question session.Question
	session.Details
	Least int
}

type pane struct {
	Side keylog.Side
	Name string // of the other end
}

func (v *view) shown() shown {
	x := shown{ID: v.id, Labels: v.labels, Message: v.message, Least: session.AllPoints/2 + 1}
	if v.session == nil {
		return x
	}
	x.Here = v.session.Here()
	x.Question = v.session.Question()
	x.Details = v.session.Details()
	x.Panes = []pane{{keylog.Left, "Left"}, {keylog.Right, "Right"}}[:len(v.session.Sides())]
	if len(x.Panes) == 1 {
		x.Panes[0].Name = v.labels.There
	}
	return x
}
