package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"
)

// fakeProgress returns a progress on a terminal of that width, with a clock that the caller
// advances.
func fakeProgress(columns int) (p *progress, out *bytes.Buffer, now *time.Time) {
	clock := time.Unix(1000, 0)
	out = new(bytes.Buffer)
	p = &progress{
		out: out, now: func() time.Time { return clock }, columns: func() int { return columns },
		apart: changesApart, start: clock, stop: make(chan struct{}),
	}
	return p, out, &clock
}

func TestProgressShowsTimeLeft(t *testing.T) {
	p, out, now := fakeProgress(80)
	*now = now.Add(30 * time.Second)
	p.trials(10, 100)
	const want = eraseLine + "trials 10/100, 30s elapsed, about 4m30s left"
	if got := out.String(); got != want {
		t.Errorf("found %q, want %q", got, want)
	}
	out.Reset()
	p.clear()
	if got := out.String(); got != eraseLine {
		t.Errorf("clear wrote %q", got)
	}
}

func TestProgressIsNotWrittenTooOften(t *testing.T) {
	p, out, now := fakeProgress(80)
	for done := range 1000 {
		*now = now.Add(time.Millisecond)
		p.trials(done+1, 1000)
	}
	if n := strings.Count(out.String(), "\r"); n < 9 || n > 12 {
		t.Errorf("%d lines in a second, want about 10", n)
	}
	if !strings.Contains(out.String(), "1000/1000") {
		t.Errorf("the end is not shown: %q", out)
	}
}

// Where there is no terminal, work that takes long writes lines that stay, not too often.
func TestProgressLines(t *testing.T) {
	p, out, now := fakeProgress(80)
	p.apart, p.shown, p.stays = linesApart, *now, true
	p.stage("reading", 0, 0)
	*now = now.Add(6 * time.Second)
	p.stage("reading", 0, 0)
	p.stage("learning", 0, 6)
	*now = now.Add(2 * time.Second)
	p.stage("learning", 1, 6)
	*now = now.Add(8 * time.Second)
	p.stage("learning", 2, 6)
	p.stage("learning", 6, 6)
	p.clear()
	const want = "lrp: reading, 6s elapsed\n" +
		"lrp: learning 2/6, 10s elapsed, about 20s left\n"
	if got := out.String(); got != want {
		t.Errorf("found %q, want %q", got, want)
	}
}

func TestProgressFitsTheTerminal(t *testing.T) {
	for _, columns := range []int{1, 10, 40, 60, 200} {
		p, out, now := fakeProgress(columns)
		*now = now.Add(time.Hour)
		p.trials(123456, 1_000_000)
		if line := strings.TrimPrefix(out.String(), eraseLine); len(line) >= columns {
			t.Errorf("%d characters on %d columns: %q", len(line), columns, line)
		}
	}
}

// The elapsed time advances while nothing gets done, until the line is cleared.
func TestProgressTicks(t *testing.T) {
	p, out, now := fakeProgress(80)
	*now = now.Add(3 * time.Second)
	p.tick()
	if got := out.String(); got != eraseLine+"working, 3s elapsed" {
		t.Errorf("before the first: %q", got)
	}
	*now = now.Add(time.Second)
	p.trials(1, 3)
	*now = now.Add(2 * time.Second)
	out.Reset()
	p.tick()
	if !strings.Contains(out.String(), "1/3, 6s elapsed, about 12s left") {
		t.Errorf("two seconds after the first: %q", out)
	}
	p.clear()
	out.Reset()
	*now = now.Add(time.Minute)
	p.tick()
	p.clear()
	if out.Len() > 0 {
		t.Errorf("after clear: %q", out)
	}
}

// Each stage has its own estimate.
func TestProgressStages(t *testing.T) {
	p, out, now := fakeProgress(80)
	*now = now.Add(time.Hour)
	p.stage("count", 1, 2)
	p.stage("read", 0, 10)
	*now = now.Add(5 * time.Second)
	out.Reset()
	p.stage("read", 5, 10)
	if !strings.Contains(out.String(), "read 5/10, 5s elapsed, about 5s left") {
		t.Errorf("found %q", out)
	}
}

// Nothing is written to an output that is not a terminal.
func TestProgressNeedsATerminal(t *testing.T) {
	file, err := os.Create(t.TempDir() + "/out")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	p := newProgress(file)
	p.trials(1, 2)
	p.clear()
	if info, err := file.Stat(); err != nil || info.Size() > 0 {
		t.Errorf("%v bytes were written, %v", info.Size(), err)
	}
}

func TestWantsColor(t *testing.T) {
	for _, c := range []struct {
		tty  bool
		env  string // NAME=VALUE, separated by blanks
		want bool
	}{
		{true, "TERM=xterm", true},
		{true, "", true},
		{false, "TERM=xterm", false},
		{true, "TERM=dumb", false},
		{true, "TERM=xterm NO_COLOR=1", false},
		{true, "TERM=xterm NO_COLOR=0", false},
		{true, "TERM=xterm NO_COLOR=", true}, // empty does not count
		{false, "CLICOLOR_FORCE=1", true},
		{false, "CLICOLOR_FORCE=0", false},
		{true, "CLICOLOR_FORCE=1 NO_COLOR=1", false},
	} {
		env := map[string]string{}
		for _, x := range strings.Fields(c.env) {
			name, value, _ := strings.Cut(x, "=")
			env[name] = value
		}
		if got := wantsColor(c.tty, func(name string) string { return env[name] }); got != c.want {
			t.Errorf("terminal %t, %s: %t, want %t", c.tty, c.env, got, c.want)
		}
	}
}
