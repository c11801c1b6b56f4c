package main

import (
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// terminal returns the file behind w where that is a terminal.
func terminal(w io.Writer) (*os.File, bool) {
	f, ok := w.(*os.File)
	return f, ok && term.IsTerminal(int(f.Fd()))
}

// colored tells whether output to w may be coloured.
func colored(w io.Writer) bool {
	_, tty := terminal(w)
	return tty && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// progress is a bar with the estimated time left. On anything but a terminal it shows nothing.
type progress struct {
	out   io.Writer
	width int
	name  string // of the phase
	bar   *progressbar.ProgressBar
}

func newProgress(w io.Writer) *progress {
	// A terminal without escape sequences could not take the bar away again.
	f, tty := terminal(w)
	if !tty || os.Getenv("TERM") == "dumb" {
		return &progress{}
	}
	width := widestBar
	if columns, _, err := term.GetSize(int(f.Fd())); err == nil {
		width = min(width, columns-besideBar)
	}
	return &progress{out: w, width: max(width, 1)}
}

const (
	widestBar = 40
	besideBar = 54 // columns for the numbers around the bar, so that a line is never broken
)

// show tells how many of all trials are done.
func (p *progress) show(done, total int) { p.phase("trials", int64(done), int64(total)) }

// phase tells how far a phase is; each has a bar of its own.
func (p *progress) phase(name string, done, total int64) {
	if p.out == nil {
		return
	}
	if p.bar == nil || p.name != name {
		p.clear()
		p.name = name
		p.bar = progressbar.NewOptions64(total,
			progressbar.OptionSetWriter(p.out),
			progressbar.OptionSetDescription(name),
			progressbar.OptionSetWidth(p.width),
			progressbar.OptionUseANSICodes(true),
			progressbar.OptionShowCount(),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionClearOnFinish(),
		)
	}
	p.bar.Set64(done)
}

func (p *progress) clear() {
	if p.bar != nil {
		p.bar.Clear()
	}
}
