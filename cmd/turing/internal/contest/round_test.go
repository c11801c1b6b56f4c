package contest

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/check"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/turing/lpp"
)

// start makes a contest of a description in a new folder.
func start(t *testing.T, setup string) *contest {
	t.Helper()
	dir := t.TempDir()
	check.OK(t, os.WriteFile(filepath.Join(dir, SetupFile), []byte(setup), 0o666))
	c := check.Get(open(dir, Options{Progress: t.Output()}))(t)
	t.Cleanup(c.close)
	check.OK(t, c.begin(t.Context()))
	return c
}

const fast = `name = "A contest"
rules = "2010"
speed = 300
[[entry]]
name = "Eliza"
by = "eliza"
[[entry]]
name = "Simple"
by = "simple"
[[confederate]]
name = "Ann"
by = "script"
[[confederate]]
name = "Ben"
by = "script"
[[judge]]
name = "Cas"
by = "script:random"
[[judge]]
name = "Dora"
by = "script:keywords"
`

// TestRounds holds two rounds, and looks at what they leave.
//
//luna:race
func TestRounds(t *testing.T) {
	c := start(t, fast)
	stage := loebner.Stage{Name: "Final Four", How: loebner.Pairs}
	if err := c.record(event{Kind: eventPlanned, Stage: stage.Name, Plan: &plan{
		Finalists: []string{"Eliza", "Simple"},
		Rounds: [][]pair{{{"J1", "E1", "C1"}, {"J2", "E2", "C2"}},
			{{"J1", "E2", "C1"}, {"J2", "E1", "C2"}}},
	}}); err != nil {
		t.Fatal(err)
	}
	check.OK(t, c.holdPlanned(t.Context(), stage))
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
	check.OK(t, c.writeLogs())
	if log := read(t, c.dir, "rounds/1/J1/log.txt"); !strings.Contains(log, "program") ||
		strings.Count(log, "\n") < strings.Count(blind, "\n") {
		t.Errorf("the log after the ballot: %.300q", log)
	}
	page := read(t, c.dir, "rounds/1/J1/transcript.html")
	for _, part := range []string{"Eliza (program)", "Ann (confederate)",
		"Hello, how are you today?",
		"pretty good, a bit tired. you?"} {
		if !strings.Contains(page, part) {
			t.Errorf("the transcript lacks %q", part)
		}
	}
	if left, err := os.ReadDir(c.channels); err != nil || len(left) > 0 {
		t.Errorf("communications folders are left: %v, %v", left, err)
	}
	c.close()
	if exists(c.channels) || exists(filepath.Join(c.dir, channelsFile)) {
		t.Error("the folder of communications folders is left")
	}
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	data := check.Get(os.ReadFile(filepath.Join(dir, name)))(t)
	return string(data)
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
