package sitting

import (
	"context"
	"errors"
	"time"

	"github.com/luna-rating/luna/turing/keylog"
	"github.com/luna-rating/luna/turing/lpp"
)

// Options configure a sitting.
type Options struct {
	// Here is the end at which the person sits: lpp.Judge, or lpp.Other for a confederate.
	Here lpp.End
	// Lines lead to the other ends: one, or two for the left and the right terminal of a judge.
	Lines []Line
	// Length is how long the person may type; 0 is any time.
	Length time.Duration
	// Begin is when the round begins. Zero is with the judge's first key.
	Begin time.Time
	// Question is what the person is asked when the time is over, and Early says that they may
	// answer before.
	Question Question
	Early    bool
	// Judge is the name of the judge in the log.
	Judge string
	// Log is told of each key before the person sees it, in the order of a log. If it fails, the
	// sitting ends. It may be nil.
	Log func(...keylog.Stroke) error
	// Earlier are keys of the round from before a restart.
	Earlier []keylog.Stroke
	// Fault is told what the organiser should know and the person must not: lines that fail. It
	// may be nil.
	Fault func(error)
}

// Phase is a part of a sitting.
type Phase string

// The phases of a sitting, in their order.
const (
	Waiting Phase = "waiting" // for the judge's first key, or for the time at which the round begins
	Talking Phase = "talking"
	Asking  Phase = "asking" // for the verdict
	Done    Phase = "done"
)

// State is how far a sitting is.
type State struct {
	Phase   Phase
	Remains time.Duration // until the time is over; -1 if it is not limited
}

// Key is a key that was pressed in a sitting.
type Key struct {
	At    time.Time
	Side  keylog.Side
	By    lpp.End
	Key   lpp.Key
	Typed int // the number of the person's own keys with it; 0 for those of others
}

// Errors of what a person does at the wrong time.
var (
	ErrWaiting = errors.New("the judge begins: please wait for the judge's first words")
	ErrEarly   = errors.New("the round has not begun")
	ErrOver    = errors.New("the time is over")
)

// Sitting is what one person does in a round.
type Sitting struct {
	o Options
}

// New returns a sitting, which begins with Run.
func New(o Options) (*Sitting, error) { panic("not yet") }

// Run passes keys on until the sitting is done: the verdict is given, or the time is over where none
// is asked for. It ends with the context's error if that ends first.
func (s *Sitting) Run(ctx context.Context) error { panic("not yet") }

// Type presses keys of the person at one of the terminals. The other end gets them soon, however the
// line is.
func (s *Sitting) Type(side keylog.Side, keys ...lpp.Key) error { panic("not yet") }

// Decide gives the verdict, once.
func (s *Sitting) Decide(v Verdict) error { panic("not yet") }

// Verdict returns the verdict, and whether it was given.
func (s *Sitting) Verdict() (Verdict, bool) { panic("not yet") }

// Stop ends the time early, as an organiser may. A judge is still asked for the verdict.
func (s *Sitting) Stop() { panic("not yet") }

// State says how far the sitting is.
func (s *Sitting) State() State { panic("not yet") }

// Since returns the keys after the first n, and a channel that is closed when there are more or the
// phase changes.
func (s *Sitting) Since(n int) ([]Key, <-chan struct{}) { panic("not yet") }
