package main

import (
	"io"
	"os"

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
	return wantsColor(tty, os.Getenv)
}

// wantsColor follows no-color.org and bixense.com/clicolors: NO_COLOR forbids colours, CLICOLOR_FORCE
// demands them, and otherwise a terminal gets them that is not dumb.
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
