package main

import (
	"io"
	"os"

	"github.com/luna-rating/luna/cmd/internal/cli"
)

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
