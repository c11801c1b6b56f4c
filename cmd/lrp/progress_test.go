package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"
)

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		-time.Second: "0s", 0: "0s", 999 * time.Millisecond: "0s",
		7 * time.Second: "7s", 60 * time.Second: "1m00s",
		185 * time.Second: "3m05s", time.Hour - time.Second: "59m59s", 127 * time.Minute: "2h07m",
		99 * time.Hour: "4d03h",
	} {
		if got := duration(d); got != want {
			t.Errorf("%v is shown as %q, want %q", d, got, want)
		}
	}
}

func TestTimeLeft(t *testing.T) {
	start := time.Unix(1000, 0)
	type step struct {
		done int64
		at   time.Duration
	}
	for _, c := range []struct {
		what  string
		steps []step
		total int64
		now   time.Duration
		want  time.Duration
		known bool
	}{
		{"nothing is done", []step{{0, 0}}, 100, time.Minute, 0, false},
		{"all is done", []step{{100, time.Minute}}, 100, time.Minute, 0, false},
		{"too early to tell", []step{{1, 900 * time.Millisecond}}, 100, 900 * time.Millisecond, 0,
			false},
		{"a quarter", []step{{25, 10 * time.Second}}, 100, 10 * time.Second, 30 * time.Second,
			true},
		{"rounded up", []step{{3, time.Second}}, 10, time.Second, 3 * time.Second, true},
		{"time goes on", []step{{25, 10 * time.Second}}, 100, 14 * time.Second, 26 * time.Second,
			true},
		{"later than thought", []step{{25, 10 * time.Second}}, 100, time.Hour, time.Second, true},
		{"at an even pace", []step{{1, 2 * time.Second}, {2, 4 * time.Second},
			{3, 6 * time.Second}}, 10, 6 * time.Second, 14 * time.Second, true},
		// 20 s of preparations: 30/10 s each since the start, 10/9 s each since the first.
		{"after preparations", []step{{1, 20 * time.Second}, {10, 30 * time.Second}}, 19,
			30 * time.Second, 19 * time.Second, true},
		{"for ever", []step{{1, 1 << 60}}, 1 << 62, 1 << 60, 24000 * time.Hour, true},
	} {
		p := pace{start: start}
		for _, s := range c.steps {
			p.advance(s.done, c.total, start.Add(s.at))
		}
		if got, known := p.left(start.Add(c.now)); got != c.want || known != c.known {
			t.Errorf("%s: %v, %t; want %v, %t", c.what, got, known, c.want, c.known)
		}
	}
}

// fakeProgress returns a progress on a terminal of that width, with a clock that the caller
// advances.
func fakeProgress(columns int) (p *progress, out *bytes.Buffer, now *time.Time) {
	clock := time.Unix(1000, 0)
	out = new(bytes.Buffer)
	p = &progress{
		out: out, now: func() time.Time { return clock }, columns: func() int { return columns },
		pace: pace{start: clock},
	}
	return p, out, &clock
}

func TestProgressShowsTimeLeft(t *testing.T) {
	p, out, now := fakeProgress(80)
	*now = now.Add(30 * time.Second)
	p.trials(10, 100)
	const want = "\rtrials [##..................] 10/100  10%, 30s elapsed, about 4m30s left"
	if got := out.String(); got != want {
		t.Errorf("found %q, want %q", got, want)
	}
	out.Reset()
	p.clear()
	if got := out.String(); got != "\r"+strings.Repeat(" ", len(want)-1)+"\r" {
		t.Errorf("clear wrote %q", got)
	}
}

// At an even pace the estimates are exact to the second from the start.
func TestProgressEstimateAtAnEvenPace(t *testing.T) {
	p, out, now := fakeProgress(80)
	for done := 1; done < 50; done++ {
		*now = now.Add(2 * time.Second)
		out.Reset()
		p.trials(done, 50)
		want := "about " + duration(time.Duration(50-done)*2*time.Second) + " left"
		if !strings.Contains(out.String(), want) {
			t.Errorf("after %d of 50: %q, want %s", done, out, want)
		}
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
	if !strings.Contains(out.String(), "1000/1000 100%") {
		t.Errorf("the end is not shown: %q", out)
	}
}

// Where there is no terminal, work that takes long writes lines that stay, not too often.
func TestProgressLines(t *testing.T) {
	p, out, now := fakeProgress(80)
	p.apart, p.shown = linesApart, *now
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
		"lrp: learning [######..............] 2/6  33%, 10s elapsed, about 20s left\n"
	if got := out.String(); got != want {
		t.Errorf("found %q, want %q", got, want)
	}
}

func TestProgressFitsTheTerminal(t *testing.T) {
	for _, columns := range []int{1, 10, 40, 60, 200} {
		p, out, now := fakeProgress(columns)
		*now = now.Add(time.Hour)
		p.trials(123456, 1_000_000)
		if line := strings.TrimPrefix(out.String(), "\r"); len(line) >= columns {
			t.Errorf("%d characters on %d columns: %q", len(line), columns, line)
		}
	}
}

// The elapsed time advances while nothing gets done, until the line is cleared.
func TestProgressTicks(t *testing.T) {
	p, out, now := fakeProgress(80)
	p.stop = make(chan struct{})
	*now = now.Add(3 * time.Second)
	p.tick()
	if got := out.String(); got != "\rworking, 3s elapsed" {
		t.Errorf("before the first: %q", got)
	}
	*now = now.Add(time.Second)
	p.trials(1, 3)
	*now = now.Add(2 * time.Second)
	out.Reset()
	p.tick()
	if !strings.Contains(out.String(), "1/3  33%, 6s elapsed, about 6s left") {
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

// Each phase has its own estimate.
func TestProgressPhases(t *testing.T) {
	p, out, now := fakeProgress(80)
	*now = now.Add(time.Hour)
	p.phase("count", 1, 2)
	p.phase("read", 0, 10)
	*now = now.Add(5 * time.Second)
	out.Reset()
	p.phase("read", 5, 10)
	if !strings.Contains(out.String(),
		"read [##########..........] 5/10  50%, 5s elapsed, about 5s left") {
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
