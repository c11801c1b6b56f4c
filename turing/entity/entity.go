// Package entity lets a responder talk to a judge by the Loebner Prize Protocol. It waits for the
// judge's first line, and types its replies as a person does.
//
// After the end of a line the entity reads and thinks, and then replies to all lines that have
// ended since its last reply, as one text. Lines that the judge has not ended by then, or ends
// while the entity types, are left for the next reply. Lines that the judge takes back with
// BackSpace in time, and empty ones, get no reply.
package entity

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/internal/typing"
	"github.com/luna-rating/luna/luna/responder"
	"github.com/luna-rating/luna/turing/lpp"
)

// Options say how the entity types.
type Options struct {
	// Seed determines the entity's way of typing, and each of its keys.
	Seed uint64
	// Speed is how many times faster than a person the entity is; 0 is 1.
	Speed float64
	// Opening, if not empty, is the first utterance, in place of a reply to the judge's first line.
	Opening string
	// Warn, if not nil, receives errors that do not end the conversation: those of the responder,
	// after which the entity is silent until the next line, faults of the folder, and a [LostError]
	// after each reply once a reply has lost characters. Calls do not overlap.
	Warn func(error)
}

// LostError says how many characters of all replies so far the protocol has no key for.
type LostError struct {
	Lost, Of int  // characters, without blanks
	First    rune // the first one lost
}

// Error says it in words.
func (e *LostError) Error() string {
	return fmt.Sprintf("%d of %s have no key, such as “%c”", e.Lost, text.Count(e.Of, "character"), e.First)
}

// Most reports whether most characters were lost.
func (e *LostError) Most() bool { return 2*e.Lost > e.Of }

// Run talks in the folder until the context ends, whose error it then returns, or the folder cannot
// be read.
func Run(ctx context.Context, dir string, c responder.Conversation, o Options) error {
	e, err := newEntity(dir, c, o)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var read sync.WaitGroup
	defer read.Wait()
	defer cancel(nil) // before the wait
	r := lpp.Receiver{Dir: dir, From: lpp.Judge, Fault: e.warn}
	read.Go(func() { cancel(r.Receive(ctx, e.hear.take)) })
	for {
		if err := e.exchange(ctx); err != nil {
			return context.Cause(ctx)
		}
	}
}

type entity struct {
	Options
	talk   responder.Conversation
	sender *lpp.Sender
	hear   *hearing
	rng    *rand.Rand
	person typing.Person
	opened bool
	lost   LostError  // of all replies
	mu     sync.Mutex // for Warn
}

func newEntity(dir string, c responder.Conversation, o Options) (*entity, error) {
	o.Speed = cmp.Or(o.Speed, 1)
	if !(o.Speed > 0) || math.IsInf(o.Speed, 0) {
		return nil, fmt.Errorf("found speed %v, expected a number above 0", o.Speed)
	}
	if _, err := lpp.Keys(o.Opening); err != nil {
		return nil, fmt.Errorf("opening: %w", err)
	}
	rng := numbers.Stream(o.Seed, "entity", 0)
	e := &entity{Options: o, talk: c, hear: newHearing(), rng: rng, person: typing.Draw(rng)}
	var err error
	if e.sender, err = lpp.NewSender(dir, lpp.Other); err != nil {
		return nil, err
	}
	e.sender.Fault = e.warn
	return e, nil
}

func (e *entity) warn(err error) {
	if e.Warn != nil {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.Warn(err)
	}
}

// exchange waits for the judge and replies. It fails only if the context ends.
func (e *entity) exchange(ctx context.Context) error {
	question, err := e.hear.wait(ctx)
	if err != nil {
		return err
	}
	if err := e.pause(ctx, e.person.Start(e.rng, question)); err != nil {
		return err
	}
	question = e.hear.question() // with the lines that have ended meanwhile
	if question == "" {
		return nil // taken back
	}
	reply := e.Opening
	if reply == "" || e.opened {
		if reply, err = e.talk.Reply(ctx, question); err != nil {
			if ctx.Err() == nil {
				e.warn(fmt.Errorf("no reply to %.80q: %w", question, err))
			}
			return ctx.Err()
		}
	}
	e.opened = true
	e.count(reply)
	return e.say(ctx, lpp.Typeable(reply))
}

// count warns if replies have lost characters.
func (e *entity) count(reply string) {
	lost, of, first := lpp.Lost(reply)
	if e.lost.Lost == 0 {
		e.lost.First = first
	}
	e.lost.Lost += lost
	e.lost.Of += of
	if so := e.lost; so.Lost > 0 {
		e.warn(&so)
	}
}

// say types a line.
func (e *entity) say(ctx context.Context, text string) error {
	err := e.person.Type(ctx, e.rng, text, e.Speed, func(key rune) error { return e.press(ctx, lpp.Key(key)) })
	if err != nil {
		return ctx.Err()
	}
	rest := time.Duration((0.2 + 0.6*e.rng.Float64()) * float64(time.Second))
	if err := e.pause(ctx, rest); err != nil {
		return err
	}
	_ = e.press(ctx, lpp.Return)
	return ctx.Err()
}

// pause waits for a duration in the entity's time.
func (e *entity) pause(ctx context.Context, d time.Duration) error {
	return parallel.Sleep(ctx, time.Duration(float64(d)/e.Speed))
}

// press sends a key.
func (e *entity) press(ctx context.Context, k lpp.Key) error {
	_, err := e.sender.Send(k)
	if err != nil && ctx.Err() == nil {
		e.warn(fmt.Errorf("the rest of a reply was not typed: %w", err))
	}
	return err
}

// hearing collects what the judge types.
type hearing struct {
	mu     sync.Mutex
	screen lpp.Screen
	done   int           // characters that were replied to
	ended  chan struct{} // has an element after a line has ended
}

func newHearing() *hearing { return &hearing{ended: make(chan struct{}, 1)} }

func (h *hearing) take(presses []lpp.Press) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, p := range presses {
		h.screen.Apply(p.Key)
		h.done = min(h.done, h.screen.Len())
		if p.Key == lpp.Return {
			select {
			case h.ended <- struct{}{}:
			default:
			}
		}
	}
	return nil
}

// lines returns the lines that have ended and were not replied to, as one, and where they end.
func (h *hearing) lines() (string, int) {
	text := h.screen.From(h.done)
	end := strings.LastIndexByte(text, byte(lpp.Return)) + 1
	return strings.Join(strings.Fields(text[:end]), " "), h.done + end
}

// wait waits for a line and returns it.
func (h *hearing) wait(ctx context.Context) (string, error) {
	for {
		h.mu.Lock()
		text, _ := h.lines()
		h.mu.Unlock()
		if text != "" {
			return text, ctx.Err()
		}
		select {
		case <-h.ended:
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// question returns the lines to reply to next. They count as replied to.
func (h *hearing) question() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	text, end := h.lines()
	h.done = end
	return text
}
