package journal_test

import (
	"context"
	"errors"
	"iter"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/journal"
)

// list is the state: the events so far.
type list struct{ events []string }

var errOdd = errors.New("an event that the rules refuse")

var rules = journal.Rules[*list, string]{
	New: func() *list { return &list{} },
	Apply: func(l *list, e string) error {
		if e == "odd" {
			return errOdd
		}
		l.events = append(l.events, e)
		return nil
	},
}

// disk is a log that can be slow or fail.
type disk struct {
	mu      sync.Mutex
	events  []string
	commits int
	delay   time.Duration
	failure error
}

func (d *disk) Append(_ context.Context, after int, events ...string) error {
	time.Sleep(d.delay)
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.failure != nil:
		return d.failure
	case after != len(d.events):
		return errors.New("the log has been continued by another process")
	}
	d.events = append(d.events, events...)
	d.commits++
	return nil
}

func (d *disk) Events(_ context.Context, after int) iter.Seq2[string, error] {
	d.mu.Lock()
	defer d.mu.Unlock()
	events := slices.Clone(d.events[after:])
	return func(yield func(string, error) bool) {
		for _, e := range events {
			if !yield(e, nil) {
				return
			}
		}
	}
}

func (d *disk) Probe(context.Context) error {
	time.Sleep(d.delay)
	return d.failure
}

func open(t *testing.T, d *disk) *journal.Journal[*list, string] {
	t.Helper()
	j, err := journal.Open(t.Context(), d, rules, journal.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// add returns a step that adds events.
func add(events ...string) journal.Step[*list, string] {
	return func(*list, time.Time) ([]string, error) { return events, nil }
}

func read(j *journal.Journal[*list, string]) (events []string) {
	j.Read(func(l *list) { events = slices.Clone(l.events) })
	return events
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
			if err := j.Do(t.Context(), nil, add(e)); err != nil {
				t.Error(err)
			}
			acknowledged <- time.Since(start)
		}
		go change("first")
		synctest.Wait() // until the commit waits for the disk
		for range 3 {
			go change("later")
		}
		synctest.Wait()
		if got := read(j); !slices.Equal(got, []string{"before"}) {
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
		if got := read(j); !slices.Equal(got, []string{"before", "first"}) {
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
	d := &disk{}
	j := open(t, d)
	defer j.Close()
	ctx := t.Context()
	if err := j.Do(ctx, nil, add("a")); err != nil {
		t.Fatal(err)
	}
	d.failure = errors.New("disk full")
	for range 3 {
		if err := j.Do(ctx, nil, add("b")); !errors.Is(err, journal.ErrUnavailable) {
			t.Errorf("found %v, want %v", err, journal.ErrUnavailable)
		}
		if got := read(j); !slices.Equal(got, []string{"a"}) {
			t.Errorf("readers see %q", got)
		}
	}
	d.failure = nil
	d.events = append(d.events, "of another process")
	if err := j.Do(ctx, nil, add("b")); !errors.Is(err, journal.ErrUnavailable) {
		t.Errorf("a change behind another process's back: %v", err)
	}
	if err := j.Do(ctx, nil, add("b")); err != nil {
		t.Error(err)
	}
	want := []string{"a", "of another process", "b"}
	if got := read(j); !slices.Equal(got, want) || !slices.Equal(d.events, want) {
		t.Errorf("readers see %q, the log has %q, want %q", got, d.events, want)
	}
	if err := j.Health(); err != nil {
		t.Error(err)
	}
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
	if _, err := journal.Open(t.Context(), d, rules, journal.Options{}); !errors.Is(err, errOdd) {
		t.Errorf("a log that the rules refuse: %v", err)
	}
}

// TestDueEvents checks that due events precede any other change and that Committed is called once
// they are on disk.
func TestDueEvents(t *testing.T) {
	r := rules
	due := []string{"expired"}
	r.Due = func(*list, time.Time) ([]string, error) {
		defer func() { due = nil }()
		return due, nil
	}
	d := &disk{}
	published, committed := 0, 0
	r.Publish = func(l *list, e string) error {
		published++
		return rules.Apply(l, e)
	}
	r.Committed = func(*list) {
		if committed++; len(d.events) != 2 {
			t.Errorf("%q are on disk", d.events)
		}
	}
	j, err := journal.Open(t.Context(), d, r, journal.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if err := j.Do(t.Context(), nil, add("a")); err != nil {
		t.Fatal(err)
	}
	if got := read(j); !slices.Equal(got, []string{"expired", "a"}) || published != 2 ||
		committed != 1 {
		t.Errorf("readers see %q, %d events were published and %d batches committed", got,
			published, committed)
	}
}
