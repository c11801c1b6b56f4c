package main

import (
	"io"
	"os"

	"golang.org/x/term"
)

// terminal returns the file behind w, if it is a terminal.
func terminal(w io.Writer) (*os.File, bool) {
	f, ok := w.(*os.File)
	return f, ok && term.IsTerminal(int(f.Fd()))
}

// colored reports whether output to w is coloured.
func colored(w io.Writer) bool {
	_, tty := terminal(w)
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
