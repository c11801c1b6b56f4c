package contest

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/turing/lpp"
)

// TestRounds holds two rounds, and looks at what they leave.
//
//luna:race
func TestRounds(t *testing.T) {
	c := start(t, fast)
	stage := finals
	suite.OK(t, c.record(twoRounds))
	suite.OK(t, c.holdPlanned(t.Context(), stage))
	for n := 1; n <= 2; n++ {
		r := c.state.round(stage.Name, n)
		if !r.closed || r.attempts != 1 || len(r.ballots) != 2 || len(r.faults) != 0 {
			t.Errorf("round %d: %+v", n, r)
		}
		for judge, b := range r.ballots {
			if b.Human != keylog.Left && b.Human != keylog.Right || len(b.Scores) != 2 ||
				b.By != "" {
				t.Errorf("round %d, %s: %+v", n, judge, b)
			}
		}
	}
	blind := read(t, c.dir, "rounds/1/J1/keys.txt")
	if strings.Contains(blind, "program") || strings.Contains(blind, "human") {
		t.Errorf("the log of the conversation says who is who: %.300q", blind)
	}
	suite.OK(t, c.writeLogs())
	if log := read(t, c.dir, "rounds/1/J1/log.txt"); !strings.Contains(log, "program") ||
		strings.Count(log, "\n") < strings.Count(blind, "\n") {
		t.Errorf("the log after the ballot: %.300q", log)
	}
	page := read(t, c.dir, "rounds/1/J1/transcript.html")
	suite.Has(t, "the transcript", page, "Eliza (program)", "Ann (confederate)",
		"Hello, how are you today?",
		"pretty good, a bit tired. you?")
	if left, err := os.ReadDir(c.channels); err != nil || len(left) != 1 || left[0].Name() != ownerFile {
		t.Errorf("communications folders are left: %v, %v", left, err)
	}
	c.close()
	if exists(c.channels) || exists(filepath.Join(c.dir, channelsFile)) {
		t.Error("the folder of communications folders is left")
	}
}

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
