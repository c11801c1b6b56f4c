package referee

import (
	"context"
	"time"

	"github.com/luna-rating/luna/luna/game"
)

// order is a change that waits to be carried out.
type order struct {
	// steps return what is to happen, each with the events of those before it applied.
	steps []step
	// then, if not nil, is called when it has happened, and is not yet on disk.
	then func(*game.Tournament) error

	answer chan error // of one place, so that nobody waits for who has given up
	err    error
}

// step returns the events by which something happens now, or why it may not.
type step func(t *game.Tournament, now time.Time) ([]game.Event, error)

// maxBatch is how many orders share a transaction.
const maxBatch = 256

// do carries out an order and returns when it is on disk.
func (r *Referee) do(ctx context.Context, then func(*game.Tournament) error, steps ...step) error {
	o := &order{steps: steps, then: then, answer: make(chan error, 1)}
	select {
	case <-r.closed:
		return ErrClosed
	default:
	}
	select {
	case r.orders <- o:
	case <-r.closed:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-o.answer:
		return err
	case <-r.done:
		// It was taken at the last moment, or not at all.
		select {
		case err := <-o.answer:
			return err
		default:
			return ErrClosed
		}
	}
}

// serve carries out orders, those that have come meanwhile together.
func (r *Referee) serve() {
	defer close(r.done)
	batch := make([]*order, 0, maxBatch)
	for {
		batch = batch[:0]
		select {
		case o := <-r.orders:
			batch = append(batch, o)
		case <-r.closed:
			return
		}
	more:
		for len(batch) < maxBatch {
			select {
			case o := <-r.orders:
				batch = append(batch, o)
			default:
				break more
			}
		}
		for _, n := range r.carryOut(batch) {
			r.o.Notify(n)
		}
		for _, o := range batch {
			o.answer <- o.err
		}
	}
}

// carryOut applies the orders of a batch in turn and commits them together. Nobody reads meanwhile, so that nothing is seen that is not
// on disk.
func (r *Referee) carryOut(batch []*order) []Notice {
	r.state.Lock()
	defer r.state.Unlock()
	// It must not be given up halfway because one of those who wait for it has gone.
	ctx := context.Background()
	now := r.o.Clock()
	if r.damaged && !r.recover(ctx) {
		return fail(batch)
	}
	// To find that out by orders would mean to read the whole log again after each.
	if r.failing && r.store.Probe(ctx) != nil {
		return fail(batch)
	}
	r.failing = false
	b := &pending{t: r.tournament}
	b.apply(r.tournament.Overdue(now))
	for _, o := range batch {
		o.err = b.carryOut(o, now)
	}
	if len(b.events) == 0 {
		return nil
	}
	if err := r.store.Append(ctx, r.events, b.events...); err != nil {
		r.o.Log.Error("the log could not be continued", "error", err)
		// What is in memory has not happened: the log says what has.
		r.damaged, r.failing = true, true
		r.recover(ctx)
		return fail(batch)
	}
	r.events += len(b.events)
	if r.o.Notify == nil {
		return nil
	}
	return r.notices(b.told)
}

// recover makes the state again from the log and tells whether it could.
func (r *Referee) recover(ctx context.Context) bool {
	if err := r.replay(ctx); err != nil {
		r.o.Log.Error("the log could not be read again", "error", err)
		return false
	}
	r.damaged = false
	return true
}

func fail(batch []*order) []Notice {
	for _, o := range batch {
		o.err = ErrUnavailable
	}
	return nil
}

// pending is what has been applied and is not yet on disk.
type pending struct {
	t      *game.Tournament
	events []game.Event
	told   []Notice // without views
}

func (b *pending) carryOut(o *order, now time.Time) error {
	for _, step := range o.steps {
		events, err := step(b.t, now)
		if err == nil {
			err = b.apply(events)
		}
		if err != nil {
			return err
		}
	}
	if o.then == nil {
		return nil
	}
	return o.then(b.t)
}

// apply applies events. Of those before one that is refused there is no way back, and they stand.
func (b *pending) apply(events []game.Event) error {
	for _, e := range events {
		told, err := b.t.Apply(e)
		if err != nil {
			return err
		}
		b.events = append(b.events, e)
		for _, p := range told {
			b.told = append(b.told, Notice{Player: p, Game: e.Game})
		}
	}
	return nil
}

// notices adds to notices what their players see.
func (r *Referee) notices(told []Notice) []Notice {
	list := told[:0]
	for _, n := range told {
		v, err := r.tournament.View(n.Game, n.Player, r.look)
		if err == nil {
			n.View = v
			list = append(list, n)
		}
	}
	return list
}
