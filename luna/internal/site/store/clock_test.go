package store

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
)

var noon = time.Date(2026, 3, 3, 12, 0, 0, 0, time.UTC)

// TestClockJumps sets the clock ahead for a moment, for good, back, and too far to be believed.
func TestClockJumps(t *testing.T) {
	c := &Clock{known: noon}
	const ahead, far = 73 * time.Hour, 200 * 24 * time.Hour
	for _, x := range []struct{ passed, ahead, believed time.Duration }{
		{0, 0, 0}, {calm, 0, 0},
		{2 * calm, jump, jump},                                      // it may drift
		{3 * calm, ahead, jump}, {3*calm + time.Second, jump, jump}, // for a moment
		{4 * calm, jump, jump}, {6 * calm, ahead, jump},
		{7*calm - 1, ahead, jump}, {7 * calm, ahead, ahead}, // for good
		{8 * calm, 0, ahead}, {9 * calm, 0, ahead}, // and back
		{10 * calm, far, ahead}, {20 * calm, far, ahead}, // too far
		{30 * calm, ahead + pause, ahead}, {31 * calm, ahead + pause, ahead + pause},
	} {
		if got := c.at(x.passed, x.ahead); !got.Equal(noon.Add(x.passed + x.believed)) {
			t.Errorf("after %v, %v ahead: %v, expected %v ahead", x.passed, x.ahead, got, x.believed)
		}
	}
	if c.at(0, 0); c.last.Before(noon.Add(ahead)) {
		t.Error("it goes back")
	}
}

// TestClockStarts opens a database at several times.
func TestClockStarts(t *testing.T) {
	s := suite.Must(Open(t.Context(), filepath.Join(t.TempDir(), "luna.db")))(t)
	defer s.Close()
	const day = 24 * time.Hour
	for _, x := range []struct {
		name            string
		wall            time.Duration // after noon
		word            time.Duration // the day that the operator confirms, 0 is none
		reached, latest time.Duration
		doubt           string
	}{
		{"new", 0, 0, 0, 0, ""},
		{"back", -day, 0, -day, 0, ""},
		{"soon", 3 * time.Hour, 0, 0, 3 * time.Hour, ""},
		{"far", 200 * day, 0, 0, 200 * day, "200 days after"},
		{"far, with an old word", 200 * day, 100 * day, 0, 200 * day, "--clock-ok 2026-09-19"},
		{"far, with a word", 200 * day, 200 * day, 200 * day, 200 * day, ""},
		{"back after that", 0, 0, 0, 200 * day, ""},
	} {
		wall := func() time.Time { return noon.Add(x.wall) }
		var word time.Time
		if x.word != 0 {
			word = noon.Add(x.word).Truncate(day)
		}
		suite.Must(s.ConfirmClock(t.Context(), wall, word))(t)
		c := suite.Must(s.Clock(t.Context(), wall))(t)
		if got := c.Reached(); !got.Equal(noon.Add(x.reached)) {
			t.Errorf("%s: reached %v", x.name, got)
		}
		if got := c.Latest(); !got.Equal(noon.Add(x.latest)) {
			t.Errorf("%s: at the latest %v", x.name, got)
		}
		switch doubt := c.Doubt(); {
		case (doubt == nil) != (x.doubt == ""), doubt != nil && !strings.Contains(doubt.Error(), x.doubt):
			t.Errorf("%s: doubt %v, expected %q", x.name, doubt, x.doubt)
		}
		suite.OK(t, c.Save(t.Context()))
	}
}
