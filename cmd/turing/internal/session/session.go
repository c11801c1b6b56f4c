// Package session implements one person's part in a round: a judge at the terminals of one or two
// entities, or a human confederate at the terminal of a judge. It passes keys on in both
// directions, keeps the clock, records keys, and takes the verdict. A web page (package
// pairweb) shows it.
//
// Nothing that the person can see shows how an entity is connected: one that has died looks like
// one that is silent.
package session

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/turing/lpp"
)

// Options configure a session.
type Options struct {
	// Here is the end at which the person sits: lpp.Judge, or lpp.Other for a confederate.
	Here lpp.End
	// Lines lead to the other ends: one, or two for the left and the right terminal of a judge.
	Lines []Line
	// Clock says how long the person may type. It is that of all who are in the round.
	Clock *Clock
	// EntityBegins says that entities speak first, as in 2004. Otherwise the judge does, and a
	// confederate cannot type before.
	EntityBegins bool
	// Question is the question to the person when the time is over.
	Question Question
	// Details are what is asked with the question.
	Details Details
	// Judge is the name of the judge in the log.
	Judge string
	// Log receives each key of an entity before the person sees it, and each key of the person once
	// it is sent. Keys of entities are numbered here: by the numbers that they choose themselves,
	// programs could be told from people. If it fails, the session ends. It may be nil.
	Log func(...keylog.Stroke) error
	// Earlier are keys of the round from before a restart.
	Earlier []keylog.Stroke
	// Fault receives errors of lines, which the organiser should know and the person must not. It
	// may be nil.
	Fault func(error)
	// Keep stores the verdict before it is accepted, unless it is nil. What Keep refuses is
	// refused.
	Keep func(Verdict) error
}

// Phase is a part of a session.
type Phase string

// The phases of a session, in their order.
const (
	Talking Phase = "talking"
	Asking  Phase = "asking" // for the verdict
	Done    Phase = "done"
)

// State is the progress of a session, also as pages get it.
type State struct {
	Phase   Phase         `json:"phase"`
	Remains time.Duration `json:"remains"` // until the time is over
	MayType bool          `json:"may_type"`
	Paused  bool          `json:"paused,omitempty"`  // by the organiser
	Extra   time.Duration `json:"extra,omitempty"`   // by which the organiser has extended the time
	Verdict *Verdict      `json:"verdict,omitempty"` // nil until it is given
}

// Key is a key that was pressed in a session.
type Key struct {
	At   time.Time
	Side keylog.Side
	By   lpp.End
	Key  lpp.Key
	Tag  uint64 // set by TypeAs; 0 if it has none
}

// Errors of [Session.Type].
var (
	ErrWaiting = errors.New("the judge begins: wait for the judge's first words")
	ErrOver    = errors.New("the time is over")
	ErrPaused  = errors.New("the organiser has paused the round")
	ErrTooMany = errors.New("too many keys were typed in this round")
)

// maxTyped bounds the number of keys that a person types, since keys wait in memory while a line
// fails. People never reach it, so that it gives nothing away about the lines.
const maxTyped = 200_000

// Session is one person's part in a round. Its methods may be called at any time, including before
// and after Run.
type Session struct {
	o     Options
	sides []keylog.Side

	mu      sync.Mutex
	changed chan struct{}
	keys    []Key
	unsent  map[keylog.Side][]Key
	typed   int       // keys of the person since New
	opened  bool      // the party that begins has pressed a key
	ended   time.Time // by Stop; zero if it was not called
	verdict *Verdict

	log    sync.Mutex // held while Log is called
	logged int64      // the time of the last key in the log
	heard  int        // keys of others in the log
}

// New returns a session, which begins with Run.
func New(o Options) *Session {
	s := &Session{o: o, sides: []keylog.Side{keylog.Left, keylog.Right}[:len(o.Lines)],
		unsent: make(map[keylog.Side][]Key), changed: make(chan struct{})}
	for _, x := range o.Earlier {
		if !slices.Contains(s.sides, x.Side) {
			continue // somebody has edited the log
		}
		s.logged = max(s.logged, x.Received)
		s.keep(Key{At: time.UnixMicro(x.Received), Side: x.Side, By: x.By(), Key: x.Key})
	}
	return s
}

// Sides returns the terminals of the person.
func (s *Session) Sides() []keylog.Side { return s.sides }

// Here returns the end at which the person sits.
func (s *Session) Here() lpp.End { return s.o.Here }

// Question returns what the person is asked.
func (s *Session) Question() Question { return s.o.Question }

// Details are what is asked with a verdict.
type Details struct {
	Confidence bool // how sure the judge is
	Reason     bool // why
}

// Details returns what is asked with the question.
func (s *Session) Details() Details { return s.o.Details }

// keep adds a key to those shown. The caller holds the lock if others know the session.
func (s *Session) keep(k Key) {
	s.opened = s.opened || k.By == lpp.Judge
	s.keys = append(s.keys, k)
}

// notify wakes those who wait for changes. The caller holds the lock.
func (s *Session) notify() {
	close(s.changed)
	s.changed = make(chan struct{})
}

func (s *Session) fault(err error) {
	if s.o.Fault != nil {
		s.o.Fault(err)
	}
}

// Type presses keys of the person at one of the terminals. The other end gets them soon, whatever
// happens to the line.
func (s *Session) Type(side keylog.Side, keys ...lpp.Key) error { return s.TypeAs(0, side, keys...) }

// TypeAs is Type with a tag for the first key, if it is not 0. The tag of each further key is one
// more.
func (s *Session) TypeAs(tag uint64, side keylog.Side, keys ...lpp.Key) error {
	if !slices.Contains(s.sides, side) {
		return fmt.Errorf("found terminal %.20q, expected one of %q", side, s.sides)
	}
	for _, k := range keys {
		if !k.Valid() {
			return fmt.Errorf("found %q, for which the protocol has no key", rune(k))
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	switch {
	case s.phase() != Talking:
		return ErrOver
	case s.o.Clock.State().Paused:
		return ErrPaused
	case !s.mayOpen():
		return ErrWaiting
	case len(keys) > maxTyped-s.typed:
		return ErrTooMany
	}
	s.typed += len(keys)
	for _, k := range keys {
		typed := Key{At: now, Side: side, By: s.o.Here, Key: k, Tag: tag}
		s.keep(typed)
		s.unsent[side] = append(s.unsent[side], typed)
		if tag != 0 {
			tag++
		}
	}
	s.notify()
	return nil
}

// Decide gives the verdict, once.
func (s *Session) Decide(v Verdict) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.o.Question.Check(v); err != nil {
		return err
	}
	switch {
	case s.verdict != nil && *s.verdict == v:
		return nil // it came again
	case s.verdict != nil:
		return errors.New("another verdict was given for this round already")
	case s.phase() == Talking:
		return errors.New("the verdict is given when the time is over")
	}
	if s.o.Keep != nil {
		if err := s.o.Keep(v); err != nil {
			return err
		}
	}
	s.verdict = &v
	s.notify()
	return nil
}

// Stop ends the time early, at the organiser's request. A judge is still asked for the verdict.
func (s *Session) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended.IsZero() {
		s.ended = time.Now()
	}
	s.notify()
}

// State returns the progress of the session.
func (s *Session) State() State {
	s.mu.Lock()
	defer s.mu.Unlock()
	clock := s.o.Clock.State()
	x := State{Phase: s.phase(), Paused: clock.Paused, Extra: clock.Extra, Verdict: s.verdict}
	if x.Phase == Talking {
		x.Remains, x.MayType = s.o.Clock.Left(), s.mayOpen() && !x.Paused
	}
	return x
}

// mayOpen reports whether the person need not wait for the other end. The caller holds the lock.
func (s *Session) mayOpen() bool {
	return s.o.Here == lpp.Judge || s.o.EntityBegins || s.opened
}

// phase returns the phase. A time that is over cannot be extended. The caller holds the lock.
func (s *Session) phase() Phase {
	if s.ended.IsZero() && s.o.Clock.Left() == 0 {
		s.ended = time.Now()
	}
	over := !s.ended.IsZero()
	switch {
	case s.verdict != nil, over && s.o.Question == NoQuestion:
		return Done
	case over:
		return Asking
	}
	return Talking
}

// Since returns the keys after the first n, which the caller must not change, and a channel that is
// closed when there are more or the phase changes.
func (s *Session) Since(n int) ([]Key, <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n = min(max(n, 0), len(s.keys))
	return s.keys[n:len(s.keys):len(s.keys)], s.changed
}

// Question is the question to a judge at the end of a round.
type Question string

// The questions of judges.
const (
	NoQuestion Question = ""
	Points     Question = "points" // how 100 points are split between the terminals, without a tie
	Choice     Question = "choice" // which terminal is the human's
	Single     Question = "single" // whether the only other end is a human
)

// Verdict is the answer of a judge.
type Verdict struct {
	Left, Right int         // points
	Human       keylog.Side // the terminal of the human
	Is          string      // [Human] or [Machine]
	Confidence  int         // from 0 to 100
	Reason      string      // in words
}

// Values of [Verdict].Is.
const (
	Human   = "human"
	Machine = "machine"
)

// maxReason bounds a reason, in bytes.
const maxReason = 2000

// AllPoints is the number of points that a judge splits.
const AllPoints = 100

// Check returns an error unless a verdict answers the question.
func (q Question) Check(v Verdict) error {
	switch {
	case q == Points && (v.Left < 0 || v.Right < 0 || v.Left+v.Right != AllPoints):
		return fmt.Errorf("found %d points for the left and %d for the right, expected two numbers "+
			"from 0 to %d that make %[3]d together", v.Left, v.Right, AllPoints)
	case q == Points && v.Left == v.Right:
		return fmt.Errorf("found %d points for each, expected at least %d for one of them: ties are "+
			"forbidden", v.Left, AllPoints/2+1)
	case q == Choice && v.Human != keylog.Left && v.Human != keylog.Right:
		return fmt.Errorf("found %q, expected left or right", v.Human)
	case q == Single && v.Is != Human && v.Is != Machine:
		return fmt.Errorf("found %q, expected %s or %s", v.Is, Human, Machine)
	case v.Confidence < 0 || v.Confidence > 100:
		return fmt.Errorf("found a confidence of %d, expected 0 to 100", v.Confidence)
	case len(v.Reason) > maxReason || !utf8.ValidString(v.Reason):
		return fmt.Errorf("found a reason of %d bytes, expected a text of at most %d", len(v.Reason), maxReason)
	case q == NoQuestion:
		return fmt.Errorf("found a verdict, expected none: this person is not asked for one")
	}
	return nil
}
