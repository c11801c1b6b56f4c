package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/term"

	"github.com/luna-rating/luna/cmd/internal/cli"
)

// progress is a line on the terminal that shows how much is done and how long the rest may take. If
// the output is no terminal it shows nothing, see [progress.orLines].
type progress struct {
	out     io.Writer // nil: show nothing
	now     func() time.Time
	columns func() int // of the terminal, which may be resized
	// apart is how far apart lines are that stay; 0 on a terminal, where one line changes.
	apart time.Duration

	mu    sync.Mutex
	stop  chan struct{} // closed by clear; nil if nothing ticks
	pace  pace
	name  string    // of the phase
	shown time.Time // when the line was last written
	width int       // of the current line
}

// A line is rewritten after at least minInterval and at most maxInterval.
const (
	minInterval = 100 * time.Millisecond
	maxInterval = time.Second
	// linesApart is for lines that stay: work that takes less has none.
	linesApart = 5 * time.Second
)

func newProgress(w io.Writer) *progress {
	f, tty := cli.Terminal(w)
	if !tty || os.Getenv("TERM") == "dumb" {
		return &progress{}
	}
	columns := func() int {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			return n
		}
		return 80
	}
	p := &progress{
		out: f, now: time.Now, columns: columns,
		stop: make(chan struct{}), pace: pace{start: time.Now()},
	}
	go p.refresh(p.stop)
	return p
}

// orLines returns a progress that writes plain lines if the output is no terminal, for a command that
// somebody waits for.
func (p *progress) orLines(w io.Writer) *progress {
	if p.out != nil {
		return p
	}
	now := time.Now()
	p = &progress{
		out: w, now: time.Now, columns: func() int { return 100 }, apart: linesApart,
		stop: make(chan struct{}), pace: pace{start: now}, shown: now,
	}
	go p.refresh(p.stop)
	return p
}

// refresh rewrites the line every second, so that the elapsed time advances while nothing gets
// done.
func (p *progress) refresh(stop <-chan struct{}) {
	t := time.NewTicker(maxInterval)
	defer t.Stop()
	for {
		select {
		case <-stop:
			return
		case <-t.C:
			p.tick()
		}
	}
}

func (p *progress) tick() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if now := p.now(); p.stop != nil && now.Sub(p.shown) >= max(maxInterval, p.apart) {
		p.line(now)
	}
}

// trials reports how many of all trials are done.
func (p *progress) trials(done, total int) { p.phase("trials", int64(done), int64(total)) }

// stage reports how much is done of a stage of the work, of which the total may not be known.
func (p *progress) stage(name string, done, total int) { p.phase(name, int64(done), int64(total)) }

// phase reports the progress of a phase. The first phase started with newProgress, every other one
// with its first report.
func (p *progress) phase(name string, done, total int64) {
	if p.out == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	if p.name != name {
		if p.name != "" {
			p.pace = pace{start: now}
		}
		if p.name = name; p.apart == 0 {
			p.shown = time.Time{}
		}
	}
	p.pace.advance(done, total, now)
	if now.Sub(p.shown) >= max(minInterval, p.apart) || done >= total && p.apart == 0 {
		p.line(now)
	}
}

// line shows the progress of the phase.
func (p *progress) line(now time.Time) {
	p.shown = now
	line := progressLine(p.name, p.pace, now, p.columns()-1)
	if p.apart > 0 {
		fmt.Fprintf(p.out, "lrp: %s\n", line)
		return
	}
	p.write(line)
}

// write replaces the current line by means of a carriage return and blanks, which every terminal
// supports.
func (p *progress) write(line string) {
	width := utf8.RuneCountInString(line)
	fmt.Fprintf(p.out, "\r%s%s", line, strings.Repeat(" ", max(0, p.width-width)))
	p.width = width
}

// clear removes the line for good.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stop != nil {
		close(p.stop)
		p.stop = nil
	}
	if p.width > 0 {
		p.write("")
		io.WriteString(p.out, "\r")
	}
}

// barWidth is the number of characters of the bar.
const barWidth = 20

// progressLine describes the progress of a phase in at most maxWidth characters.
func progressLine(name string, p pace, now time.Time, maxWidth int) string {
	elapsed := duration(now.Sub(p.start)) + " elapsed"
	if p.total <= 0 {
		return shorten(cmp.Or(name, "working")+", "+elapsed, maxWidth)
	}
	share := min(1, max(0, float64(p.done)/float64(p.total)))
	full := int(share * barWidth)
	bar := "[" + strings.Repeat("#", full) + strings.Repeat(".", barWidth-full) + "] "
	line := fmt.Sprintf("%d/%d %3d%%, %s", p.done, p.total, int(share*100), elapsed)
	if left, known := p.left(now); known {
		line += ", about " + duration(left) + " left"
	}
	if long := name + " " + bar + line; len(long) <= maxWidth {
		return long
	}
	return shorten(name+" "+line, maxWidth)
}

func shorten(line string, n int) string { return line[:min(len(line), max(0, n))] }

// duration formats a time in its two largest units: 7s, 3m05s, 2h07m, 4d03h.
func duration(d time.Duration) string {
	s := int64(max(0, d) / time.Second)
	switch {
	case s < 60:
		return fmt.Sprintf("%ds", s)
	case s < 60*60:
		return fmt.Sprintf("%dm%02ds", s/60, s%60)
	case s < 24*60*60:
		return fmt.Sprintf("%dh%02dm", s/3600, s/60%60)
	}
	return fmt.Sprintf("%dd%02dh", s/86400, s/3600%24)
}

// pace estimates the remaining time of a phase.
type pace struct {
	start       time.Time
	done, total int64
	first, last time.Time // of the first and the latest progress; zero before
	firstDone   int64     // how many were done at first
}

// advance records how many are done.
func (p *pace) advance(done, total int64, now time.Time) {
	if done > 0 && p.first.IsZero() {
		p.first, p.firstDone = now, done
	}
	if done != p.done {
		p.last = now
	}
	p.done, p.total = done, total
}

// left estimates the remaining time, rounded up to seconds. It is unknown before anything is done
// and in the first second.
//
// The time before the first is done may be preparation that does not recur, or the time that
// several take in parallel. Once two more are done, the estimate is therefore the mean of those by
// the pace since the start and by the pace since the first was done.
func (p *pace) left(now time.Time) (left time.Duration, known bool) {
	if p.done <= 0 || p.done >= p.total || now.Sub(p.start) < time.Second {
		return 0, false
	}
	rest := float64(p.total - p.done)
	seconds := p.last.Sub(p.start).Seconds() / float64(p.done) * rest
	if since := p.done - p.firstDone; since >= 2 {
		seconds = (seconds + p.last.Sub(p.first).Seconds()/float64(since)*rest) / 2
	}
	const maxLeft = 1000 * 24 * time.Hour // well below the limit of a Duration
	left = time.Duration(min(seconds, maxLeft.Seconds()) * float64(time.Second))
	left -= now.Sub(p.last)
	return max(time.Second, (left + time.Second - 1).Truncate(time.Second)), true
}

// colored reports whether output to w is coloured.
func colored(w io.Writer) bool {
	_, tty := cli.Terminal(w)
	return wantsColor(tty, os.Getenv)
}

// wantsColor follows no-color.org and bixense.com/clicolors: NO_COLOR turns colours off,
// CLICOLOR_FORCE turns them on, and otherwise they are on for terminals that are not dumb.
func wantsColor(tty bool, getenv func(string) string) bool {
	force := getenv("CLICOLOR_FORCE")
	switch {
	case getenv("NO_COLOR") != "":
		return false
	case force != "" && force != "0":
		return true
	}
	return tty && getenv("TERM") != "dumb"
}
