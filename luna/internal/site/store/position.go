package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// Errors of [Log.Position]. After one, the tables must be rebuilt from the log.
var (
	// ErrAhead is for tables that have followed more events than the log has.
	ErrAhead = errors.New("the tables are ahead of the log")
	// ErrDisagree is for tables that follow from events other than those in the log.
	ErrDisagree = errors.New("the tables follow from other events than the log has")
)

// Cure adds advice for the operator to an error about tables that do not follow from the log, or
// about a log that cannot be read.
func (s *Store) Cure(err error) error {
	switch {
	case errors.Is(err, ErrAhead), errors.Is(err, ErrDisagree):
		return fmt.Errorf("%w; 'luna admin rebuild --db %s' makes them again from the log", err, s.Path())
	case errors.Is(err, ErrDamaged):
		return fmt.Errorf("%w; restore a backup", err)
	}
	return err
}

// Position says how many events of a log the tables beside it have followed, and which. It is
// written in the transaction that changes the tables.
type Position struct {
	Number int    `json:"number"`
	Digest []byte `json:"digest"` // hash of the events up to Number, without their texts
	// Marks are two earlier positions, the older one first. There are at least markEvery events
	// between the older one and Number, but still few enough to compute the digest again quickly.
	Marks []Position `json:"marks,omitempty"`
}

const markEvery = 512

// after returns the position after another event.
func after[E any](p Position, e E) (Position, error) {
	text, err := json.Marshal(withoutTexts(e))
	if err != nil {
		return p, err
	}
	h := sha256.New()
	h.Write(p.Digest)
	h.Write(text)
	next := Position{Number: p.Number + 1, Digest: h.Sum(nil), Marks: p.Marks}
	if p.Number%markEvery == 0 {
		marks := append(slices.Clone(p.Marks), Position{Number: p.Number, Digest: p.Digest})
		next.Marks = marks[max(0, len(marks)-2):]
	}
	return next, nil
}

// withoutTexts returns the part of an event that the digest of a log covers: texts may be removed
// later.
func withoutTexts[E any](e E) any {
	if x, ok := any(e).(interface{ WithoutTexts() E }); ok {
		return x.WithoutTexts()
	}
	return e
}

func (l Log[E]) positionName() string { return "position of " + l.table }

// readPosition returns the stored position, or the one before the first event if none is stored.
func (l Log[E]) readPosition(ctx context.Context, q Querier) (p Position, err error) {
	text, err := PeekIn(ctx, q, l.positionName())
	if err == nil && text != nil {
		err = json.Unmarshal(text, &p)
	}
	return p, err
}

func (l Log[E]) writePosition(ctx context.Context, tx *sql.Tx, p Position) error {
	text, err := json.Marshal(p)
	if err == nil {
		err = PutIn(ctx, tx, l.positionName(), text)
	}
	return err
}

// Position returns the position of the tables, after checking that they follow from the log: that
// the log has as many events, and that the latest of these are the ones that the tables have
// followed.
func (l Log[E]) Position(ctx context.Context) (Position, error) {
	p, err := l.readPosition(ctx, l.read)
	if err != nil || p.Number == 0 {
		return p, err
	}
	n, err := l.Len(ctx)
	if err != nil {
		return p, err
	}
	if n < p.Number {
		return p, fmt.Errorf("%w: found event %d, expected at most %d", ErrAhead, p.Number, n)
	}
	again := Position{}
	if len(p.Marks) > 0 {
		again = p.Marks[0]
	}
	for e, err := range l.Events(ctx, again.Number) {
		if err == nil {
			again, err = after(again, e)
		}
		if err != nil {
			return p, err
		}
		if again.Number == p.Number {
			break
		}
	}
	if again.Number != p.Number || string(again.Digest) != string(p.Digest) {
		return p, fmt.Errorf("%w: up to event %d", ErrDisagree, p.Number)
	}
	return p, nil
}

// Recount reads the events that the tables have followed, in a transaction, and calls a function
// with a few of them at a time. It returns the position of the tables as stored, and the same
// position computed from the log.
func (l Log[E]) Recount(
	ctx context.Context, tx *sql.Tx, each func(events []E) error,
) (stored, counted Position, err error) {
	if stored, err = l.readPosition(ctx, tx); err != nil {
		return stored, counted, err
	}
	for counted.Number < stored.Number {
		events, err := l.chunk(ctx, tx, counted.Number)
		if err != nil {
			return stored, counted, err
		}
		events = events[:min(len(events), stored.Number-counted.Number)]
		if len(events) == 0 {
			break
		}
		for _, e := range events {
			if counted, err = after(counted, e); err != nil {
				return stored, counted, err
			}
		}
		if err := each(events); err != nil {
			return stored, counted, err
		}
	}
	return stored, counted, nil
}

// Restart runs a function that empties the tables, and records that they have followed no event.
func (l Log[E]) Restart(ctx context.Context, empty func(*sql.Tx) error) error {
	return l.Write(ctx, func(tx *sql.Tx) error {
		if err := empty(tx); err != nil {
			return err
		}
		return l.writePosition(ctx, tx, Position{})
	})
}
