package round

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/turing/lpp"
)

// flooding is a line on which keys never end.
type flooding struct{ session.Line }

func (flooding) Receive(_ context.Context, take func([]lpp.Press) error) error {
	for range 100 {
		if err := take(make([]lpp.Press, maxKeys/30)); err != nil {
			return err
		}
	}
	return nil
}

// TestFloodgate checks that an entity which presses keys without end is cut off and named, once.
func TestFloodgate(t *testing.T) {
	f := &faults{who: "Entry"}
	got := 0
	gate := &floodgate{flooding{}, f, newHealth(session.NewClock(time.Hour))}
	err := gate.Receive(t.Context(), func(list []lpp.Press) error {
		got += len(list)
		return nil
	})
	list := f.take()
	if err != nil || got != maxKeys || len(list) != 1 || !strings.Contains(list[0].What,
		"100000 keys") {
		t.Errorf("%d keys, %v, %v", got, list, err)
	}
}

// steady is an entity that presses a key each 50 ms.
type steady struct{ session.Line }

func (steady) Receive(ctx context.Context, take func([]lpp.Press) error) error {
	for range 20 {
		time.Sleep(50 * time.Millisecond)
		if err := take(make([]lpp.Press, 1)); err != nil {
			return err
		}
	}
	return nil
}

// TestPausedKeys checks that a judge gets no key in a pause, and those of the pause at their pace.
func TestPausedKeys(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		clock := session.NewClock(time.Hour)
		f := &floodgate{steady{}, &faults{}, newHealth(clock)}
		time.AfterFunc(220*time.Millisecond, func() { clock.Pause(true) })
		time.AfterFunc(720*time.Millisecond, func() { clock.Pause(false) })
		began, n, last, most := time.Now(), 0, time.Now(), time.Duration(0)
		err := f.Receive(t.Context(), func(list []lpp.Press) error {
			if clock.State().Paused {
				t.Error("a key came in a pause")
			}
			gap := time.Since(last)
			if most = max(most, gap); gap < 50*time.Millisecond {
				t.Errorf("key %d came %v after the one before, expected 50 ms", n+1, gap)
			}
			n, last = n+len(list), time.Now()
			return nil
		})
		if took := time.Since(began); err != nil || n != 20 || took != 1500*time.Millisecond ||
			most != 550*time.Millisecond {
			t.Errorf("%d keys in %v, %v at most between them: %v", n, took, most, err)
		}
	})
}

// site returns one for a test.
func site(t *testing.T, o Options) *Site {
	t.Helper()
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	o.Say = t.Logf
	s := suite.Must(Open(o))(t)
	t.Cleanup(s.Close)
	return s
}

// TestSilentEntries checks that an entry that is silent at several tables is named once, after no
// less than programs need for an answer.
func TestSilentEntries(t *testing.T) {
	s := site(t, Options{Speed: 100_000})
	var plan Plan
	for _, judge := range []string{"J1", "J2"} {
		plan.Tables = append(plan.Tables, &Table{Judge: judge, Ends: []*End{{Program: true,
			Talker: &Talker{Name: "Eliza", By: "eliza"}}}})
	}
	r := suite.Must(s.New(plan))(t)
	defer r.Close()
	asked := func(ago time.Duration) {
		for _, x := range r.Tables {
			h := newHealth(session.NewClock(time.Hour))
			h.asked = h.clock.Now().Add(-ago)
			x.Ends[0].Talker.health = h
		}
	}
	asked(LeastAnswer / 2)
	suite.Equal(t, "after too little time", strings.Join(r.Troubles(), ""), "")
	asked(2 * LeastAnswer)
	suite.Equal(t, "troubles", strings.Join(r.Troubles(), ""), "Eliza: has not answered for a minute (with J1)")
	suite.Equal(t, "troubles again", strings.Join(r.Troubles(), ""), "")
}
