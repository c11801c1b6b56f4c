package journal_test

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/site/journal"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// list is the state: the events so far, of which saved are on disk.
type list struct {
	events []string
	saved  int
}

var errOdd = errors.New("an event that the rules refuse")

// rules returns the rules of lists whose table is on a disk.
func rules(d *disk) journal.Rules[*list, string] {
	return journal.Rules[*list, string]{
		Load: func(_ context.Context, events int) (*list, error) {
			d.mu.Lock()
			defer d.mu.Unlock()
			if len(d.table) != events {
				return nil, fmt.Errorf("the table has %d events, expected %d", len(d.table), events)
			}
			return &list{slices.Clone(d.table), events}, nil
		},
		Apply: func(l *list, e string) error {
			if e == "odd" {
				return errOdd
			}
			l.events = append(l.events, e)
			return nil
		},
		Save: func(_ context.Context, _ *sql.Tx, l *list) error {
			d.saving = slices.Clone(l.events[l.saved:])
			return nil
		},
		Saved: func(l *list) { l.saved = len(l.events) },
	}
}

// disk is a log, and a table with its events, that can be slow or fail.
type disk struct {
	mu      sync.Mutex
	events  []string
	table   []string
	saving  []string // what a transaction adds to the table
	commits int
	delay   time.Duration
	failure error

	chunk    int   // the number of events that are read at a time
	restored int   // how often the cache was restored
	restore  error // of the cache
}

func (d *disk) Position(context.Context) (store.Position, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return store.Position{Number: len(d.table)}, nil
}

func (d *disk) Len(context.Context) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.events), nil
}

// Chunk returns two events at a time, unless the disk has another size of chunks.
func (d *disk) Chunk(_ context.Context, after int) ([]string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.events[after:min(after+cmp.Or(d.chunk, 2), len(d.events))]), nil
}

func (d *disk) Append(
	_ context.Context, at store.Position, events []string, save func(*sql.Tx) error,
) (store.Position, error) {
	time.Sleep(d.delay)
	d.mu.Lock()
	defer d.mu.Unlock()
	if at.Number != len(d.events) {
		return at, errors.New("the log has been continued by another process")
	}
	return d.commit(at, events, save, true)
}

func (d *disk) Follow(
	_ context.Context, at store.Position, events []string, save func(*sql.Tx) error,
) (store.Position, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.commit(at, events, save, false)
}

func (d *disk) commit(
	at store.Position, events []string, save func(*sql.Tx) error, add bool,
) (store.Position, error) {
	if err := errors.Join(d.failure, save(nil)); err != nil {
		return at, err
	}
	if add {
		d.events = append(d.events, events...)
		d.commits++
	}
	d.table = append(d.table, d.saving...)
	return store.Position{Number: at.Number + len(events)}, nil
}

func (d *disk) CacheWrites(context.Context) (restore func() error, err error) {
	return func() error {
		d.restored++
		return d.restore
	}, nil
}

func (d *disk) Probe(context.Context) error {
	time.Sleep(d.delay)
	return d.failure
}

func open(t *testing.T, d *disk) *journal.Journal[*list, string] {
	t.Helper()
	return suite.Must(journal.Open(t.Context(), d, rules(d), journal.Options{}))(t)
}

// add returns a step that adds events.
func add(events ...string) journal.Step[*list, string] {
	return func(*list, time.Time) ([]string, error) { return events, nil }
}

// read is what readers see.
func (d *disk) read() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.table)
}

// TestReadersDoNotWaitForTheDisk has a commit take an hour. Meanwhile readers are served but do not
// see events that are not on disk, and nothing is acknowledged. Later changes share the next
// commit.
func TestReadersDoNotWaitForTheDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &disk{events: []string{"before"}, delay: time.Hour}
		j := open(t, d)
		defer j.Close()
		start := time.Now()
		acknowledged := make(chan time.Duration, 10)
		change := func(e string) {
			suite.OK(t, j.Do(t.Context(), nil, add(e)))
			acknowledged <- time.Since(start)
		}
		go change("first")
		synctest.Wait() // until the commit waits for the disk
		for range 3 {
			go change("later")
		}
		synctest.Wait()
		if got := d.read(); !slices.Equal(got, []string{"before"}) {
			t.Errorf("during the commit readers see %q", got)
		}
		if waited := time.Since(start); waited != 0 {
			t.Errorf("a reader waited for %v", waited)
		}
		if n := len(acknowledged); n != 0 {
			t.Errorf("%d changes were acknowledged before they were on disk", n)
		}
		if took := <-acknowledged; took != time.Hour {
			t.Errorf("the first change was acknowledged after %v, want an hour", took)
		}
		if got := d.read(); !slices.Equal(got, []string{"before", "first"}) {
			t.Errorf("after the first commit readers see %q", got)
		}
		for range 3 {
			if took := <-acknowledged; took != 2*time.Hour {
				t.Errorf("a later change was acknowledged after %v, want two hours", took)
			}
		}
		if d.commits != 2 {
			t.Errorf("four changes took %d commits, want 2", d.commits)
		}
	})
}

// TestFailedCommit checks that a failed commit has no effect, also for readers, and can be retried.
func TestFailedCommit(t *testing.T) {
	d, log := &disk{}, &bytes.Buffer{}
	j := suite.Must(journal.Open(t.Context(), d, rules(d),
		journal.Options{Log: slog.New(slog.NewTextHandler(log, nil))}))(t)
	defer j.Close()
	ctx := t.Context()
	suite.OK(t, j.Do(ctx, nil, add("a")))
	d.failure = errors.New("disk full")
	for range 3 {
		if err := j.Do(ctx, nil, add("b")); !errors.Is(err, journal.ErrUnavailable) {
			t.Errorf("found %v, want %v", err, journal.ErrUnavailable)
		}
		if got := d.read(); !slices.Equal(got, []string{"a"}) {
			t.Errorf("readers see %q", got)
		}
	}
	if n := strings.Count(log.String(), "level=ERROR"); n != 1 {
		t.Errorf("three attempts are logged %d times:\n%s", n, log)
	}
	d.failure = nil
	d.events = append(d.events, "of another process")
	if err := j.Do(ctx, nil, add("b")); !errors.Is(err, journal.ErrUnavailable) {
		t.Errorf("a change behind another process's back: %v", err)
	}
	suite.OK(t, j.Do(ctx, nil, add("b")))
	want := []string{"a", "of another process", "b"}
	if got := d.read(); !slices.Equal(got, want) || !slices.Equal(d.events, want) {
		t.Errorf("readers see %q, the log has %q, want %q", got, d.events, want)
	}
	suite.OK(t, j.Health())
}

// TestRefusedStep checks that a refused step fails its whole change and no other change.
func TestRefusedStep(t *testing.T) {
	d := &disk{}
	j := open(t, d)
	var seen []string
	then := func(l *list) error {
		seen = slices.Clone(l.events)
		return nil
	}
	if err := j.Do(t.Context(), then, add("a"), add("odd"), add("c")); !errors.Is(err, errOdd) ||
		seen != nil {
		t.Errorf("found %v after %q, want %v", err, seen, errOdd)
	}
	if err := j.Do(t.Context(), then, add("b")); err != nil ||
		!slices.Equal(seen, []string{"a", "b"}) {
		t.Errorf("the next change sees %q, %v", seen, err)
	}
	j.Close()
	if err := j.Do(t.Context(), nil, add("c")); !errors.Is(err, journal.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
	d.events = append(d.events, "odd")
	if _, err := journal.Open(t.Context(), d, rules(d), journal.Options{}); !errors.Is(err, errOdd) {
		t.Errorf("a log that the rules refuse: %v", err)
	}
}

// TestDueEvents checks that due events precede any other change and that Committed is called once
// they are on disk.
func TestDueEvents(t *testing.T) {
	d := &disk{}
	r := rules(d)
	due := []string{"expired"}
	r.Due = func(*list, time.Time) ([]string, error) {
		defer func() { due = nil }()
		return due, nil
	}
	happened, committed := 0, 0
	r.Happen = func(l *list, e string) error {
		happened++
		return r.Apply(l, e)
	}
	r.Committed = func(*list) {
		if committed++; len(d.events) != 2 {
			t.Errorf("%q are on disk", d.events)
		}
	}
	j := suite.Must(journal.Open(t.Context(), d, r, journal.Options{}))(t)
	defer j.Close()
	suite.OK(t, j.Do(t.Context(), nil, add("a")))
	if got := d.read(); !slices.Equal(got, []string{"expired", "a"}) || happened != 2 ||
		committed != 1 {
		t.Errorf("readers see %q, %d events happened and %d batches committed", got,
			happened, committed)
	}
}

// TestCatchesUp opens a journal whose table is behind the log, in transactions of eight chunks that
// a failure cuts off.
func TestCatchesUp(t *testing.T) {
	d := &disk{events: strings.Split("abcdefghijklmnopqrstuvwxyz", ""), table: []string{"a"}}
	r := rules(d)
	r.Happen = func(*list, string) error { return errors.New("an old event happened again") }
	save := r.Save
	saves := 0
	r.Save = func(ctx context.Context, tx *sql.Tx, l *list) error {
		if saves++; saves == 2 {
			return errors.New("killed")
		}
		return save(ctx, tx, l)
	}
	if _, err := journal.Open(t.Context(), d, r, journal.Options{}); err == nil {
		t.Error("a failure to catch up was not reported")
	}
	if got := d.read(); !slices.Equal(got, d.events[:17]) {
		t.Errorf("after the failure the table has %q", got)
	}
	j := suite.Must(journal.Open(t.Context(), d, r, journal.Options{}))(t)
	j.Close()
	if got := d.read(); !slices.Equal(got, d.events) {
		t.Errorf("the table has %q, want %q", got, d.events)
	}
}

// TestOpensBesideAServer opens a journal while another process adds an event to the log and the
// table.
func TestOpensBesideAServer(t *testing.T) {
	d := &disk{events: []string{"a"}, table: []string{"a"}}
	r := rules(d)
	load, loads := r.Load, 0
	r.Load = func(ctx context.Context, events int) (*list, error) {
		if loads++; loads == 1 {
			d.events, d.table = []string{"a", "b"}, []string{"a", "b"}
			return load(ctx, 2)
		}
		return load(ctx, events)
	}
	j := suite.Must(journal.Open(t.Context(), d, r, journal.Options{}))(t)
	defer j.Close()
	if got := d.read(); !slices.Equal(got, d.events) {
		t.Errorf("the table has %q, want %q", got, d.events)
	}
}

// TestCatchesUpWithACache has a log so long that writes are cached, and then a cache that cannot be
// restored.
func TestCatchesUpWithACache(t *testing.T) {
	for _, failure := range []error{nil, errors.New("no cache")} {
		d := &disk{events: make([]string, 30_000), chunk: 10_000, restore: failure}
		j, err := journal.Open(t.Context(), d, rules(d), journal.Options{})
		if !errors.Is(err, failure) || d.restored != 1 || len(d.table) != len(d.events) {
			t.Errorf("%v: error %v, restored %d times after %d events", failure, err, d.restored,
				len(d.table))
		}
		if err == nil {
			j.Close()
		}
	}
}
