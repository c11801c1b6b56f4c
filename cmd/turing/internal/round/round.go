// Package round holds a round of a contest: judges talk at the same time to entries and
// confederates, which are programs, scripts or people, through communications folders. A [Round] is
// made from a [Plan] and knows neither rules nor ballots.
package round

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/cage"
	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/turing/lpp"
)

// BlindLog is the log of a table as the judge saw it: it does not say what was at which terminal.
const BlindLog = "keys.txt"

// Plan describes a round.
type Plan struct {
	Name         string        // for the organiser, such as "Final Four, round 1"
	Length       time.Duration // of the conversations, in real time
	EntityBegins bool          // else the judge does
	Early        bool          // a conversation ends when its scripted judge is done
	Tables       []*Table
	// Show shows a person their terminals and a note, and Leave that the conversation is over.
	Show  func(label string, s *session.Session, note string)
	Leave func(label string)
}

// Table is the place of a judge, with one or two terminals.
type Table struct {
	Judge  string // the label
	Name   string // of the judge
	Number int    // of the round, for the log
	Dir    string // of the log
	Head   []string
	Ends   []*End          // the terminals from the left
	Script *Script         // nil for a person
	Ask    session.Options // what the judge is asked in the end and, for [Resume], what was said
	// Session is what the judge sees; nil before the round, and where the table is skipped.
	Session *session.Session

	log     *os.File
	faults  *faults
	skipped bool
	leave   context.CancelFunc // sends those at the ends away
	done    chan struct{}
	err     error
}

// End is the other end of a terminal.
type End struct {
	Side    keylog.Side
	Label   string
	Program bool
	Talker  *Talker
}

// Round is a round that is held.
type Round struct {
	Plan
	Clock    *session.Clock // of the conversations; nil before they begin
	site     *Site
	named    map[string]bool // those of whose trouble the organiser has heard
	entities sync.WaitGroup
	stop     context.CancelFunc
}

// New prepares a round: the folders that lead to those at the terminals are there.
func (s *Site) New(p Plan) (*Round, error) {
	r := &Round{Plan: p, site: s, named: make(map[string]bool), stop: func() {}}
	for _, t := range r.Tables {
		t.faults, t.done = &faults{who: t.Name}, make(chan struct{})
		for _, e := range t.Ends {
			if err := s.enter(e.Talker); err != nil {
				r.Close()
				return nil, err
			}
			if e.Talker.By == ByHand {
				s.Say("%s: connect %s to %s%s", r.Name, e.Talker.Name, e.Talker.dir, e.Talker.owner())
			}
		}
	}
	return r, nil
}

// Begin lets everybody talk. Judges go on until the context ends, since they vote afterwards.
func (r *Round) Begin(ctx context.Context) error {
	speaking, stop := context.WithCancel(ctx)
	r.stop = stop
	r.Clock = session.NewClock(r.Length)
	for _, t := range r.Tables {
		if t.skipped {
			t.Ends = nil // their folders go with those of all
			close(t.done)
			continue
		}
		if err := t.sit(r.Clock); err != nil {
			return err
		}
		at, leave := context.WithCancel(speaking)
		t.leave = leave
		for _, e := range t.Ends {
			r.entities.Go(func() {
				if e.Talker.By != Person {
					e.Talker.talk(at)
				} else if err := r.confederate(at, e); err != nil {
					e.Talker.faults.note(err)
				}
			})
		}
	}
	for _, t := range r.Tables {
		if t.Session != nil {
			r.start(ctx, t)
		}
	}
	return nil
}

// Resume gives judges of a round whose conversations are over their terminals as they were.
func Resume(ctx context.Context, p Plan) *Round {
	r := &Round{Plan: p, Clock: session.NewClock(0), stop: func() {}}
	for _, t := range r.Tables {
		t.faults, t.done = &faults{who: t.Name}, make(chan struct{})
		o := t.Ask
		o.Lines, o.Clock = []session.Line{nobody{}, nobody{}}[:len(t.Ends)], r.Clock
		t.seat(o)
		r.start(ctx, t)
	}
	return r
}

// sit shows the judge their terminals, and begins the log.
func (t *Table) sit(clock *session.Clock) (err error) {
	if err := os.MkdirAll(t.Dir, 0o700); err != nil {
		return err
	}
	t.log, err = os.OpenFile(filepath.Join(t.Dir, BlindLog), os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	keys, err := keylog.NewWriter(t.log, t.Head...)
	if err == nil {
		err = keys.Begin(keylog.Round{Number: t.Number, Judge: t.Judge})
	}
	if err != nil {
		return err
	}
	o := t.Ask
	o.Clock, o.Log = clock, keys.Add
	for _, e := range t.Ends {
		line, err := e.Talker.line(clock)
		if err != nil {
			return err
		}
		o.Lines = append(o.Lines, line)
	}
	t.seat(o)
	return nil
}

func (t *Table) seat(o session.Options) {
	o.Here, o.Judge, o.Fault = lpp.Judge, t.Judge, t.faults.note
	t.Session = session.New(o)
}

// start starts the judge of a table.
func (r *Round) start(ctx context.Context, t *Table) {
	over, end := context.WithCancel(ctx)
	go func() {
		defer close(t.done)
		defer end()
		if err := t.Session.Run(ctx); err != nil && ctx.Err() == nil {
			t.err = err
		}
	}()
	if t.Script == nil {
		r.Show(t.Judge, t.Session, "")
		return
	}
	go func() {
		t.Script.run(over, t, r.site.Speed)
		if r.Early {
			t.Session.Stop()
		}
	}()
}

// confederate lets a person talk in a folder until the context ends.
func (r *Round) confederate(ctx context.Context, e *End) error {
	line, err := session.Folder(e.Talker.dir, lpp.Other, e.Talker.faults.note)
	if err != nil {
		return err
	}
	s := session.New(session.Options{Here: lpp.Other, Lines: []session.Line{line}, Clock: r.Clock,
		EntityBegins: r.EntityBegins, Fault: e.Talker.faults.note})
	note := ""
	if e.Talker.Opening != "" {
		note = "By the rules, begin with: " + e.Talker.Opening
	}
	r.Show(e.Label, s, note)
	_ = s.Run(ctx) // the end of the context ends it
	r.Leave(e.Label)
	return nil
}

// Wait returns what tells that a conversation that goes on has changed, and how long to wait for it
// at most; nil if all conversations are over.
func (r *Round) Wait() (changed <-chan struct{}, most time.Duration) {
	for _, t := range r.Tables {
		if t.Session == nil {
			continue
		}
		_, changed := t.Session.Since(1 << 30)
		if s := t.Session.State(); s.Phase != session.Asking && s.Phase != session.Done {
			return changed, max(time.Millisecond, min(s.Remains, time.Second))
		}
	}
	return nil, 0
}

// End ends all conversations.
func (r *Round) End() {
	r.Clock.Pause(false)
	for _, t := range r.Tables {
		if t.Session != nil {
			t.Session.Stop()
		}
	}
}

// Skip ends the conversations at a table, or does not begin them.
func (t *Table) Skip() {
	t.skipped = true
	if t.Session != nil {
		t.Session.Stop()
		t.leave()
	}
}

// Silence is the fault of an entity that pressed no key although it was asked.
const Silence = "said nothing"

// Finish ends those at the terminals and keeps the logs. It returns the faults at the tables, by
// the judge's label.
func (r *Round) Finish() (map[string][]Fault, error) {
	r.stop()
	r.entities.Wait()
	found := make(map[string][]Fault)
	for _, t := range r.Tables {
		if t.Session == nil {
			continue
		}
		if err := errors.Join(t.log.Sync(), t.log.Close()); err != nil {
			return nil, err
		}
		select {
		case <-t.done: // else the judge is voting
			if t.err != nil {
				return nil, fmt.Errorf("%s, %s: %w", r.Name, t.Judge, t.err)
			}
		default:
		}
		list := t.faults.take()
		for _, e := range t.Ends {
			if e.Talker.health.silent() && !t.skipped {
				e.Talker.faults.add(Silence)
			}
			list = append(list, e.Talker.faults.take()...)
		}
		if len(list) > 0 {
			found[t.Judge] = list
		}
	}
	return found, nil
}

// Close ends those at the terminals, and removes their folders.
func (r *Round) Close() {
	r.stop()
	r.entities.Wait()
	for _, t := range r.Tables {
		for _, e := range t.Ends {
			_ = cage.Remove(e.Talker.dir)
		}
	}
}

// Abandon waits for judges whose context has ended, and closes the logs.
func (r *Round) Abandon() {
	for _, t := range r.Tables {
		<-t.done
		if t.log != nil {
			t.log.Close()
		}
	}
}

// nobody is a line without anybody at the other end, as after a conversation.
type nobody struct{}

func (nobody) Send(...lpp.Key) ([]lpp.Press, error) { return nil, nil }

func (nobody) Receive(ctx context.Context, _ func([]lpp.Press) error) error {
	<-ctx.Done()
	return ctx.Err()
}
