package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/lines"
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

type lppDecodeFlags struct {
	from string
	raw  bool
}

func lppDecodeCommand() *cobra.Command {
	var f lppDecodeFlags
	c := &cobra.Command{
		Use:   "decode FILE|DIR",
		Short: "print the text of key presses",
		Long: `Decode prints the text that key presses type, in the order of their sequence numbers.
FILE has the name of a sub-directory a line, such as 0000000123.H.other; - is standard input. DIR is
a communications folder; what it has is not changed. BackSpace removes the previous character.

Sequence numbers that break the rule of the protocol, and in a folder names that are no key presses,
are warnings. In a file, such names are errors.`,
		Example: `  turing lpp decode names.txt
  turing lpp decode rounds/1/J1/left --from judge
  echo Hello | turing lpp encode | turing lpp decode -`,
		Args:              cli.OneArgument("FILE or DIR"),
		ValidArgsFunction: cli.First(cli.Files),
		RunE:              func(c *cobra.Command, args []string) error { return f.run(c, args[0]) },
	}
	flags := c.Flags()
	cli.OptionalEnumVar(flags, &f.from, "from",
		"whose keys: those of %s (default: of the only end that there is)",
		cli.Names(string(lpp.Other), string(lpp.Judge)))
	flags.BoolVar(&f.raw, "raw", false,
		"write each key as a character, BackSpace as U+0008, and no newline at the end")
	return c
}

func (f *lppDecodeFlags) run(c *cobra.Command, path string) error {
	tell := func(err error) { warn(c, "%v", err) }
	ends, err := readPresses(c, path, tell)
	if err != nil {
		return err
	}
	from := lpp.End(f.from)
	judge, other := ends[lpp.Judge], ends[lpp.Other]
	switch {
	case from != "":
	case len(judge) > 0 && len(other) > 0:
		return cli.Usagef("%s has key presses of both ends, %d .judge and %d .other: choose by "+
			"--from",
			path, len(judge), len(other))
	case len(judge) > 0:
		from = lpp.Judge
	default:
		from = lpp.Other
	}
	presses := ends[from]
	lpp.Sort(presses, tell)
	keys := make([]lpp.Key, len(presses))
	var s lpp.Screen
	for i, p := range presses {
		keys[i] = p.Key
		s.Apply(p.Key)
	}
	text := s.Text()
	switch {
	case f.raw:
		text = lpp.Text(keys)
	case text != "" && !strings.HasSuffix(text, "\n"):
		text += "\n"
	}
	_, err = io.WriteString(c.OutOrStdout(), text)
	return err
}

// readPresses reads the key presses of a folder or of a file of names, by end.
func readPresses(c *cobra.Command, path string, tell func(error)) (map[lpp.End][]lpp.Press, error) {
	ends := map[lpp.End][]lpp.Press{}
	if path == "-" {
		return ends, readNames(c.InOrStdin(), "standard input", ends)
	}
	in, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return ends, readNames(in, path, ends)
	}
	for _, end := range []lpp.End{lpp.Judge, lpp.Other} {
		if ends[end], err = lpp.ReadDir(path, end, tell); err != nil {
			return nil, err
		}
		tell = func(error) {} // what is no key press was named
	}
	return ends, nil
}

// Bounds of a file of names.
const (
	maxNames = 1_000_000
	maxName  = 4096 // bytes of a line
)

// readNames reads names of sub-directories, one a line. Folders that they are in are allowed.
func readNames(in io.Reader, file string, ends map[lpp.End][]lpp.Press) error {
	s := lines.NewScanner(in, file, maxName)
	n := 0
	for s.Scan() {
		name := strings.TrimRight(s.Text(), " \t\r")
		if name == "" {
			continue
		}
		p, err := lpp.ParseName(filepath.Base(filepath.FromSlash(strings.TrimRight(name, `/\`))))
		if err != nil {
			return &fileerr.Error{File: file, Line: s.Line(), Msg: err.Error(), Err: err}
		}
		if n++; n > maxNames {
			return fileerr.New(file, s.Line(), fmt.Sprintf("more than %d names", maxNames), "fewer")
		}
		ends[p.By] = append(ends[p.By], p)
	}
	if err := s.Err(); err != nil {
		return err
	}
	if n == 0 {
		return fileerr.New(file, 0, "no name",
			"names of sub-directories such as 0000000123.H.other")
	}
	return nil
}
