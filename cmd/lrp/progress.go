package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"strings"
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
	name    string     // of the phase
	start   time.Time  // of the phase
	shown   time.Time  // when the line was last written
	width   int        // of the line that is there
}

// throttle is how long a line stays at least.
const throttle = 100 * time.Millisecond

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
	return &progress{out: w, now: time.Now, columns: columns, start: time.Now()}
}

// show tells how many of all trials are done.
func (p *progress) show(done, total int) { p.phase("trials", int64(done), int64(total)) }

// phase tells how far a phase is. The first one began when the progress was made, another one when
// it is first told of.
func (p *progress) phase(name string, done, total int64) {
	if p.out == nil {
		return
	}
	now := p.now()
	if p.name != name {
		if p.name != "" {
			p.start = now
		}
		p.name, p.shown = name, time.Time{}
	}
	if now.Sub(p.shown) < throttle && done < total {
		return
	}
	p.shown = now
	p.write(progressLine(name, done, total, now.Sub(p.start), p.columns()-1))
}

// write puts a line in place of the one that is there, with nothing but a carriage return and blanks,
// which every terminal knows.
func (p *progress) write(line string) {
	width := utf8.RuneCountInString(line)
	fmt.Fprintf(p.out, "\r%s%s", line, strings.Repeat(" ", max(0, p.width-width)))
	p.width = width
}

// clear takes the line away.
func (p *progress) clear() {
	if p.width > 0 {
		p.write("")
		io.WriteString(p.out, "\r")
	}
}

// barWidth is how many characters the bar has.
const barWidth = 20

// progressLine words how far a phase is in at most so many characters.
func progressLine(name string, done, total int64, elapsed time.Duration, most int) string {
	share := 0.0
	if total > 0 {
		share = min(1, max(0, float64(done)/float64(total)))
	}
	full := int(share * barWidth)
	bar := "[" + strings.Repeat("#", full) + strings.Repeat(".", barWidth-full) + "] "
	line := fmt.Sprintf("%d/%d %3d%%, %s elapsed", done, total, int(share*100), duration(elapsed))
	if left, known := timeLeft(done, total, elapsed); known {
		line += ", about " + duration(left) + " left"
	}
	if long := name + " " + bar + line; len(long) <= most {
		return long
	}
	line = name + " " + line
	return line[:min(len(line), max(0, most))]
}

// timeLeft estimates how long the rest takes, if it goes on at the mean pace so far. Before anything is
// done, and in the first second, nothing is known.
func timeLeft(done, total int64, elapsed time.Duration) (left time.Duration, known bool) {
	if done <= 0 || done >= total || elapsed < time.Second {
		return 0, false
	}
	seconds := elapsed.Seconds() / float64(done) * float64(total-done)
	const most = 1000 * 24 * time.Hour // what a Duration holds is not far above
	return time.Duration(min(math.Ceil(seconds), most.Seconds())) * time.Second, true
}

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
