package clitest

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
)

// Help checks the help of every command of a program: lines of at most [cli.HelpWidth] columns, a
// heading for each command, and a short description of one line in lower case.
func Help(t *testing.T, root *cobra.Command, run Run) {
	var check func(c *cobra.Command)
	check = func(c *cobra.Command) {
		var out bytes.Buffer
		args := append(strings.Fields(c.CommandPath())[1:], "--help")
		if status := run(t.Context(), args, nil, &out, io.Discard); status != 0 {
			t.Fatalf("%s --help exits with status %d", c.CommandPath(), status)
		}
		for line := range strings.Lines(out.String()) {
			line = strings.TrimSuffix(line, "\n")
			if n := utf8.RuneCountInString(line); n > cli.HelpWidth {
				t.Errorf("%s --help: a line of %d columns: %s", c.CommandPath(), n, line)
			}
		}
		if c.HasParent() {
			checkShort(t, c)
		}
		for _, sub := range c.Commands() {
			if c == root && sub.GroupID == "" {
				t.Errorf("%s is under no heading of the help", sub.CommandPath())
			}
			check(sub)
		}
	}
	check(root)
}

func checkShort(t *testing.T, c *cobra.Command) {
	first, _ := utf8.DecodeRuneInString(c.Short)
	if c.Short == "" || !unicode.IsLower(first) && c.Parent().Name() != "completion" ||
		strings.HasSuffix(c.Short, ".") {
		t.Errorf("%s: %q is no phrase in lower case", c.CommandPath(), c.Short)
	}
}
