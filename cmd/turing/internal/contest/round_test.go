package contest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
)

// TestRounds holds two rounds, and looks at what they leave.
//
//luna:race
func TestRounds(t *testing.T) {
	c := start(t, fast)
	stage := finals
	suite.OK(t, c.record(twoRounds))
	for range 2 {
		suite.Must(c.holdNext(t.Context(), stage))(t)
	}
	for n := 1; n <= 2; n++ {
		r := c.state.round(stage.Name, n)
		if !r.closed || r.attempts != 1 || len(r.ballots) != 2 || len(r.faults) != 0 {
			t.Errorf("round %d: %+v", n, r)
		}
		for judge, b := range r.ballots {
			if b.Human != keylog.Left && b.Human != keylog.Right || b.By != "" {
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
	channels := filepath.Join(os.TempDir(), read(t, c.dir, "channels.txt"))
	if left, err := os.ReadDir(channels); err != nil || len(left) != 1 || left[0].Name() != ".contest" {
		t.Errorf("communications folders are left: %v, %v", left, err)
	}
	c.close()
	if exists(channels) || exists(filepath.Join(c.dir, "channels.txt")) {
		t.Error("the folder of communications folders is left")
	}
}
