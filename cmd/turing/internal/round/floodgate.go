package round

import (
	"context"
	"fmt"
	"math"
	"sync"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/turing/lpp"
)

// maxKeys is the maximum number of keys taken from an entity in a round. People press about 10,000.
const maxKeys = 100_000

// floodgate is a judge's line to an entity. It lets at most [maxKeys] keys of the entity through,
// and notes how the entity is doing.
type floodgate struct {
	session.Line
	faults *faults
	health *health
}

func (f *floodgate) Send(keys ...lpp.Key) ([]lpp.Press, error) {
	sent, err := f.Line.Send(keys...)
	f.health.sent(sent)
	return sent, err
}

// arrival are keys that have arrived, with the length of all pauses before.
type arrival struct {
	keys []lpp.Press
	at   time.Time
	lost time.Duration
}

// Receive passes the keys of the entity on. Programs do not stop in a pause: what they press then
// is passed on after it, at the same pace, so that the judge does not see who has gone on typing.
func (f *floodgate) Receive(ctx context.Context, take func([]lpp.Press) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	queue := make(chan arrival, 1000)
	var passing sync.WaitGroup
	defer passing.Wait()
	defer close(queue)
	passing.Go(func() {
		if err := f.pass(ctx, queue, take); err != nil {
			stop(err)
		}
	})
	n := 0
	return f.Line.Receive(ctx, func(list []lpp.Press) error {
		if n+len(list) > maxKeys {
			list = list[:max(0, maxKeys-n)]
			f.faults.add(fmt.Sprintf("pressed more than %d keys; what came after them was dropped", maxKeys))
		}
		n += len(list)
		if len(list) == 0 {
			return nil
		}
		f.health.heard(len(list))
		select {
		case queue <- arrival{list, time.Now(), f.health.clock.State().Lost}:
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	})
}

// pass takes the keys of a queue when their time has come.
func (f *floodgate) pass(ctx context.Context, queue <-chan arrival, take func([]lpp.Press) error) error {
	empty, base := true, time.Duration(0)
	for a := range queue {
		if empty {
			base = a.lost
		}
		for {
			clock := f.health.clock.State()
			wait := time.Until(a.at.Add(clock.Lost - base))
			if !clock.Paused && wait <= 0 {
				break
			}
			if clock.Paused {
				wait = math.MaxInt64
			}
			select {
			case <-clock.Changed:
			case <-time.After(wait):
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		if err := take(a.keys); err != nil {
			return err
		}
		empty = len(queue) == 0
	}
	return nil
}
