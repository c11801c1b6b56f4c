package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/turing/lpp"
)

type lppEncodeFlags struct {
	from     string
	typeable bool
}

func lppEncodeCommand() *cobra.Command {
	var f lppEncodeFlags
	c := &cobra.Command{
		Use:   "encode [FILE]",
		Short: "print the key presses of a text",
		Long: `Encode prints the names of the sub-directories that type a text, one a line, numbered
from 0000000001. It reads FILE, or standard input. A newline is the key Return, and U+0008
BackSpace. 'turing lpp decode' is its reverse; with --raw it is exactly that.

Characters that the protocol has no name for are an error. With --typeable they are replaced or
dropped, as entries of this program do it: ’ becomes ' and é becomes e.`,
		Example: `  echo 'Hello, Jim.' | turing lpp encode
  cd D && turing lpp encode ../text.txt | xargs mkdir`,
		Args:              cli.AtMostOneArgument("FILE"),
		ValidArgsFunction: cli.First(cli.Files),
		RunE:              func(c *cobra.Command, args []string) error { return f.run(c, args) },
	}
	flags := c.Flags()
	cli.EnumVar(flags, &f.from, "from", "whose keys: those of %s",
		cli.Names(string(lpp.Other), string(lpp.Judge)))
	flags.BoolVar(&f.typeable, "typeable", false,
		"replace or drop what the protocol has no name for")
	return c
}

// maxText is the maximum size of a text to encode, in bytes.
const maxText = 16 << 20

func (f *lppEncodeFlags) run(c *cobra.Command, args []string) error {
	in, file := c.InOrStdin(), "standard input"
	if len(args) == 1 && args[0] != "-" {
		file = args[0]
		open, err := os.Open(file)
		if err != nil {
			return err
		}
		defer open.Close()
		in = open
	}
	data, err := fileerr.ReadAll(in, file, maxText, "a text")
	if err != nil {
		return err
	}
	text := string(data)
	if f.typeable {
		text = lpp.Typeable(text)
	}
	keys, err := lpp.Keys(text)
	if err != nil {
		line := 1 + strings.Count(text[:len(keys)], "\n")
		return &fileerr.Error{File: file, Line: line, Msg: err.Error() +
			"; --typeable replaces others",
			Err: err}
	}
	out := bufio.NewWriter(c.OutOrStdout())
	for i, k := range keys {
		p := lpp.Press{Sequence: fmt.Sprintf("%010d", i+1), Key: k, By: lpp.End(f.from)}
		fmt.Fprintln(out, p.Name())
	}
	return out.Flush()
}
