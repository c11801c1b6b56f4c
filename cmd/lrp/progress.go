package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/luna-rating/luna/cmd/internal/cli"
)

// progress is a line on the terminal that shows how much is done and how long the rest may take. If
// the output is not a terminal, it shows nothing; see [progress.orLines].
type progress struct {
	out     io.Writer // nil: show nothing
	now     func() time.Time
	columns func() int    // of the terminal, which may be resized
	apart   time.Duration // between lines
	stays   bool          // lines stay, rather than one line changes

	mu           sync.Mutex
	stop         chan struct{} // closed by clear; nil if nothing ticks
	name         string        // of the stage
	start, shown time.Time     // of the stage; when the line was last written
	done, total  int
}

const (
	// changesApart and linesApart are the times between changes of a line on a terminal, and
	// between lines that stay. Work that takes less time shows none.
	changesApart = 100 * time.Millisecond
	linesApart   = 5 * time.Second
)

// encoding is the stage of an encoder of texts.
const encoding = "encoding"

func newProgress(w io.Writer) *progress {
	f, tty := cli.Terminal(w)
	if !tty || os.Getenv("TERM") == "dumb" {
		return &progress{}
	}
	columns := func() int { return cli.Width(f) }
	return (&progress{out: f, columns: columns, apart: changesApart}).begin()
}

// orLines returns a progress that writes plain lines if the output is not a terminal, for a command
// whose user waits for it.
func (p *progress) orLines(w io.Writer) *progress {
	if p.out != nil {
		return p
	}
	p = &progress{out: w, columns: func() int { return cli.HelpWidth }, apart: linesApart, stays: true}
	p.shown = time.Now()
	return p.begin()
}

// begin rewrites the line every second, so that the elapsed time advances while nothing gets done.
func (p *progress) begin() *progress {
	p.now = time.Now
	p.start = time.Now()
	p.stop = make(chan struct{})
	go func(stop <-chan struct{}) {
		t := time.NewTicker(time.Second)
		defer t.Stop()
		for {
			select {
			case <-stop:
				return
			case <-t.C:
				p.tick()
			}
		}
	}(p.stop)
	return p
}

func (p *progress) tick() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stop != nil {
		p.line()
	}
}

// trials reports how many of all trials are done.
func (p *progress) trials(done, total int) { p.stage("trials", done, total) }

// stage reports how much of a stage of the work is done. The total may be unknown. The first stage
// starts with newProgress, every other one with its first report.
func (p *progress) stage(name string, done, total int) {
	if p.out == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.name != name && p.name != "" {
		p.start = p.now()
	}
	p.name = name
	p.done = done
	p.total = total
	p.line()
}

// stageOn returns what shows how much of a stage is done: on the progress that there is then, or on
// one of its own.
func stageOn(w io.Writer, name string, there func() *progress) func(done, total int) {
	var mu sync.Mutex
	var own *progress
	return func(done, total int) {
		mu.Lock()
		defer mu.Unlock()
		if bar := there(); bar != nil {
			bar.stage(name, done, total)
			return
		}
		if own == nil {
			own = newProgress(w)
		}
		if own.stage(name, done, total); done >= total {
			own.clear()
			own = nil
		}
	}
}

// line shows the progress of the stage, unless the last line is recent.
func (p *progress) line() {
	now := p.now()
	if now.Sub(p.shown) < p.apart && (p.stays || p.done < p.total) {
		return
	}
	p.shown = now
	elapsed := now.Sub(p.start)
	line := fmt.Sprintf("%s, %v elapsed", cmp.Or(p.name, "working"), elapsed.Truncate(time.Second))
	if p.total > 0 {
		line = fmt.Sprintf("%s %d/%d, %v elapsed", p.name, p.done, p.total, elapsed.Truncate(time.Second))
	}
	if p.name == encoding && elapsed >= time.Second {
		line += fmt.Sprintf(", %.0f texts/s", float64(p.done)/elapsed.Seconds())
	}
	if p.done > 0 && p.done < p.total && elapsed >= time.Second {
		left := elapsed.Seconds() / float64(p.done) * float64(p.total-p.done)
		line += fmt.Sprintf(", about %v left", time.Duration(min(left, 1e8))*time.Second)
	}
	if p.stays {
		fmt.Fprintf(p.out, "lrp: %s\n", line)
	} else {
		fmt.Fprintf(p.out, eraseLine+"%s", line[:min(len(line), max(0, p.columns()-1))])
	}
}

// eraseLine goes to the beginning of a terminal's line and erases it (ECMA-48).
const eraseLine = "\r\x1b[K"

// clear removes the line for good.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stop == nil {
		return
	}
	close(p.stop)
	p.stop = nil
	if !p.stays && !p.shown.IsZero() {
		io.WriteString(p.out, eraseLine)
	}
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
