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
	"github.com/luna-rating/luna/internal/files"
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
		string(lpp.Other), string(lpp.Judge))
	flags.BoolVar(&f.typeable, "typeable", false, "replace or drop what the protocol has no name for")
	return c
}

// maxText is the maximum size of a text to encode, in bytes.
const maxText = 16 << 20

func (f *lppEncodeFlags) run(c *cobra.Command, args []string) error {
	keys, err := readInput(c, append(args, "-")[0], "a text", f.keys)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(c.OutOrStdout())
	for i, k := range keys {
		p := lpp.Press{Sequence: fmt.Sprintf("%010d", i+1), Key: k, By: lpp.End(f.from)}
		fmt.Fprintln(out, p.Name())
	}
	return out.Flush()
}

// keys returns the keys that type a text.
func (f *lppEncodeFlags) keys(in io.Reader, file string) ([]lpp.Key, error) {
	data, err := files.ReadAll(in, file, maxText, "a text")
	if err != nil {
		return nil, err
	}
	text := string(data)
	if f.typeable {
		text = lpp.Typeable(text)
	}
	keys, err := lpp.Keys(text)
	if err != nil {
		err = &files.Error{File: file, Line: 1 + strings.Count(text[:len(keys)], "\n"),
			Msg: err.Error() + "; --typeable replaces others", Err: err}
	}
	return keys, err
}

type lppDecodeFlags struct {
	from string
	raw  bool
}

func lppDecodeCommand() *cobra.Command {
	var f lppDecodeFlags
	c := takes("FILE or DIR", cli.Files, &cobra.Command{
		Use:   "decode FILE|DIR",
		Short: "print the text of key presses",
		Long: `Decode prints the text that key presses type, in the order of their sequence numbers.
FILE has the name of a sub-directory a line, such as 0000000123.H.other; - is standard input. DIR is
a communications folder; what it has is not changed. BackSpace removes the previous character.

Sequence numbers that break the rule of the protocol, and in a folder names that are no key presses,
are warnings. In a file, such names are errors.`,
		Example: `  turing lpp decode rounds/1/J1/left --from judge
  echo Hello | turing lpp encode | turing lpp decode -`,
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args[0]) },
	})
	flags := c.Flags()
	cli.OptionalEnumVar(flags, &f.from, "from",
		"whose keys: those of %s (default: of the only end that there is)",
		string(lpp.Other), string(lpp.Judge))
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
	judge := len(ends[lpp.Judge])
	other := len(ends[lpp.Other])
	if from == "" {
		if judge > 0 && other > 0 {
			return cli.Usagef("%s has key presses of both ends, %d .judge and %d .other: choose by "+
				"--from", path, judge, other)
		}
		from = lpp.Other
		if judge > 0 {
			from = lpp.Judge
		}
	}
	lpp.Sort(ends[from], tell)
	var keys []lpp.Key
	var s lpp.Screen
	for _, p := range ends[from] {
		keys = append(keys, p.Key)
		s.Apply(p.Key)
	}
	text := s.Text()
	if f.raw {
		text = lpp.Text(keys)
	} else if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	_, err = io.WriteString(c.OutOrStdout(), text)
	return err
}

type presses map[lpp.End][]lpp.Press

// readPresses reads the key presses of a folder or of a file of names.
func readPresses(c *cobra.Command, path string, tell func(error)) (presses, error) {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return readInput(c, path, "names of key presses", readNames)
	}
	judge, err := lpp.ReadDir(path, lpp.Judge, tell)
	if err != nil {
		return nil, err
	}
	other, err := lpp.ReadDir(path, lpp.Other, func(error) {}) // what is no key press was named
	return presses{lpp.Judge: judge, lpp.Other: other}, err
}

// Bounds of a file of names.
const (
	maxNames = 1_000_000
	maxName  = 4096 // bytes of a line
)

// readNames reads names of sub-directories, one a line. Folders that they are in are allowed.
func readNames(in io.Reader, file string) (presses, error) {
	ends, n := presses{}, 0
	s := files.NewScanner(in, file, maxName)
	for s.Scan() {
		name := strings.TrimRight(s.Text(), " \t\r")
		if name == "" {
			continue
		}
		p, err := lpp.ParseName(filepath.Base(filepath.FromSlash(strings.TrimRight(name, `/\`))))
		if err != nil {
			return nil, files.At(file, s.Line(), err)
		}
		if n++; n > maxNames {
			return nil, files.New(file, s.Line(), fmt.Sprintf("more than %d names", maxNames), "fewer")
		}
		ends[p.By] = append(ends[p.By], p)
	}
	if s.Err() == nil && n == 0 {
		return nil, files.New(file, 0, "no name", "names of sub-directories such as 0000000123.H.other")
	}
	return ends, s.Err()
}
