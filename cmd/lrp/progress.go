package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/term"
)

// progress is a line on the terminal that tells how much is done and how long the rest may take. On
// anything but a terminal it shows nothing.
type progress struct {
	out     io.Writer // nil: show nothing
	now     func() time.Time
	columns func() int // of the terminal, which may change

	mu    sync.Mutex
	stop  chan struct{} // closed by clear; nil where nothing ticks
	pace  pace
	name  string    // of the phase
	shown time.Time // when the line was last written
	width int       // of the line that is there
}

// throttle is how long a line stays at least, tick how long at most.
const (
	throttle = 100 * time.Millisecond
	tick     = time.Second
)

func newProgress(w io.Writer) *progress {
	f, tty := terminal(w)
	if !tty || os.Getenv("TERM") == "dumb" {
		return &progress{}
	}
	columns := func() int {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			return n
		}
		return 80
	}
	p := &progress{out: w, now: time.Now, columns: columns, stop: make(chan struct{}), pace: pace{start: time.Now()}}
	go p.ticking(p.stop)
	return p
}

// ticking writes the line anew every second, so that the time passes while nothing gets done.
func (p *progress) ticking(stop <-chan struct{}) {
	t := time.NewTicker(tick)
	defer t.Stop()
	for {
		select {
		case <-stop:
			return
		case <-t.C:
			p.ticked()
		}
	}
}

func (p *progress) ticked() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if now := p.now(); p.stop != nil && now.Sub(p.shown) >= tick {
		p.line(now)
	}
}

// show tells how many of all trials are done.
func (p *progress) show(done, total int) { p.phase("trials", int64(done), int64(total)) }

// phase tells how far a phase is. The first one began when the progress was made, another one when
// it is first told of.
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
		p.name, p.shown = name, time.Time{}
	}
	p.pace.advance(done, total, now)
	if now.Sub(p.shown) >= throttle || done >= total {
		p.line(now)
	}
}

// line writes how far the phase is.
func (p *progress) line(now time.Time) {
	p.shown = now
	p.write(progressLine(p.name, p.pace, now, p.columns()-1))
}

// write puts a line in place of the one that is there, with nothing but a carriage return and blanks,
// which every terminal knows.
func (p *progress) write(line string) {
	width := utf8.RuneCountInString(line)
	fmt.Fprintf(p.out, "\r%s%s", line, strings.Repeat(" ", max(0, p.width-width)))
	p.width = width
}

// clear takes the line away for good.
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

// barWidth is how many characters the bar has.
const barWidth = 20

// progressLine words how far a phase is in at most so many characters.
func progressLine(name string, p pace, now time.Time, most int) string {
	elapsed := duration(now.Sub(p.start)) + " elapsed"
	if p.total <= 0 {
		return shorten("working, "+elapsed, most)
	}
	share := min(1, max(0, float64(p.done)/float64(p.total)))
	full := int(share * barWidth)
	bar := "[" + strings.Repeat("#", full) + strings.Repeat(".", barWidth-full) + "] "
	line := fmt.Sprintf("%d/%d %3d%%, %s", p.done, p.total, int(share*100), elapsed)
	if left, known := p.left(now); known {
		line += ", about " + duration(left) + " left"
	}
	if long := name + " " + bar + line; len(long) <= most {
		return long
	}
	return shorten(name+" "+line, most)
}

func shorten(line string, most int) string { return line[:min(len(line), max(0, most))] }

// duration words a time in its two largest units: 7s, 3m05s, 2h07m, 4d03h.
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
