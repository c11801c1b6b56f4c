package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/internal/atomicdir"
)

func embedCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "embed train|convert|info|nearest",
		Short: "make, convert and look into word vectors",
		Long: `Embed makes word vectors of a text, converts those of others and looks into them. --vectors of other
commands takes any file of word vectors; those of train and convert open faster.`,
		Example: `  lrp embed train --out mine.luv sentences.txt
  lrp embed convert glove.6B.100d.txt --out glove.luv
  lrp embed nearest freedom`,
		Args: cli.NoArguments,
		RunE: func(*cobra.Command, []string) error {
			return usagef("embed what? train, convert, info or nearest")
		},
	}
	c.AddCommand(embedTrainCommand(), embedConvertCommand(), embedInfoCommand(), embedNearestCommand())
	return c
}

// vectorsOut are the flags of the commands that write word vectors.
type vectorsOut struct {
	out     string
	format  string
	storage string
	about   embed.About
}

func (f *vectorsOut) register(c *cobra.Command, storage, storageUsage string) {
	flags := c.Flags()
	flags.StringVar(&f.out, "out", "", "`FILE` to write, or - for standard output")
	cli.CompleteFlags(flags, cli.Files, "out")
	cli.EnumVar(flags, &f.format, "format", "%s", []cli.Choice{
		{Name: "luna"}, {Name: "text", Description: "of word2vec, for other programs"},
	})
	f.storage = storage
	cli.OptionalEnumVar(flags, &f.storage, "storage", storageUsage, cli.Names("float32", "int8"))
	flags.StringVar(&f.about.Name, "name", "", "what the vectors are called, kept with --format luna")
	flags.StringVar(&f.about.Source, "source", "", "who made them of what, kept with --format luna")
	flags.StringVar(&f.about.Licence, "licence", "", "how they may be used, kept with --format luna")
}

// check returns the storage that the flags ask for; given tells whether they do.
func (f *vectorsOut) check(c *cobra.Command) (storage embed.Storage, given bool, err error) {
	given = c.Flags().Changed("storage")
	switch {
	case f.out == "":
		return 0, false, usagef("embed %s needs --out FILE, or --out - for standard output", c.Name())
	case f.format == "text" && given:
		return 0, false, usagef("--storage needs --format luna: text has numbers in decimal digits")
	}
	for _, text := range [][2]string{{"name", f.about.Name}, {"source", f.about.Source}, {"licence", f.about.Licence}} {
		switch flag, s := text[0], text[1]; {
		case len(s) > longestAbout:
			return 0, false, usagef("--%s has %d bytes, at most %d are possible", flag, len(s), longestAbout)
		case !utf8.ValidString(s):
			return 0, false, usagef("--%s is %q, UTF-8 is needed", flag, s)
		}
	}
	if !given {
		return embed.Float32, false, nil
	}
	storage, err = embed.ParseStorage(f.storage)
	return storage, true, err
}

// longestAbout bounds a name, source or licence, in bytes.
const longestAbout = 1 << 16

// write writes the vectors that get delivers, all or nothing. It finds out whether it can
// before it gets them, which may take long.
func (f *vectorsOut) write(c *cobra.Command, get func() (v *embed.Vectors, storage embed.Storage, err error)) error {
	write := func(w io.Writer) error {
		v, storage, err := get()
		if err != nil {
			return err
		}
		defer v.Close()
		w = untilDone{c.Context(), w}
		if f.format == "text" {
			return embed.WriteText(w, v)
		}
		return embed.Write(w, v, storage)
	}
	if f.out == "-" {
		return write(c.OutOrStdout())
	}
	return atomicdir.WriteFile(f.out, write)
}

// untilDone is a writer that fails when the context is done, in the midst of a long write too.
type untilDone struct {
	context.Context
	w io.Writer
}

func (u untilDone) Write(p []byte) (written int, err error) {
	const most = 4 << 20
	for {
		if err := u.Err(); err != nil {
			return written, err
		}
		n, err := u.w.Write(p[written:min(len(p), written+most)])
		written += n
		if err != nil || written == len(p) {
			return written, err
		}
	}
}

// openVectors opens a file of word vectors, with errors worded as those of the data sets.
func openVectors(ctx context.Context, name string, opts embed.Options) (*embed.Vectors, error) {
	type result struct {
		v   *embed.Vectors
		err error
	}
	// Reading cannot be stopped, only left.
	done := make(chan result, 1)
	go func() {
		v, err := embed.Open(name, opts)
		done <- result{v, err}
	}()
	select {
	case r := <-done:
		return r.v, unreadable(name, r.err, "a file of word vectors")
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// unreadable words the errors of the os package; others stay as they are.
func unreadable(name string, err error, expected string) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: found no such file or folder, expected %s", name, expected)
	}
	var underlying *fs.PathError
	if _, ours := errors.AsType[*embed.Error](err); !ours && errors.As(err, &underlying) {
		return fmt.Errorf("%s: found an unreadable file (%w), expected %s", name, underlying.Err, expected)
	}
	return err
}

// openText opens a text to be read several times: a regular file as it is, anything else, such as
// a pipe or "-" for standard input, copied to a temporary file. The caller calls remove.
func openText(c *cobra.Command, name string) (f *os.File, size int64, remove func(), err error) {
	const expected = "a text of one sentence a line"
	in := c.InOrStdin()
	if name != "-" {
		if f, err = os.Open(name); err != nil {
			return nil, 0, nil, unreadable(name, err, expected)
		}
		info, err := f.Stat()
		switch {
		case err != nil:
			f.Close()
			return nil, 0, nil, unreadable(name, err, expected)
		case info.IsDir():
			f.Close()
			return nil, 0, nil, fmt.Errorf("%s: found a folder, expected %s", name, expected)
		case info.Mode().IsRegular():
			return f, info.Size(), func() { f.Close() }, nil
		}
		in = f
	}
	spool, err := os.CreateTemp("", "lrp-")
	if err != nil {
		return nil, 0, nil, err
	}
	remove = func() {
		spool.Close()
		os.Remove(spool.Name())
	}
	// Reading from a terminal cannot be stopped, only left.
	done := make(chan error, 1)
	go func() {
		_, err := io.Copy(spool, in)
		done <- err
	}()
	select {
	case err = <-done:
	case <-c.Context().Done():
		err = c.Context().Err()
	}
	if err == nil {
		size, err = spool.Seek(0, io.SeekEnd)
	}
	if err != nil {
		remove()
		return nil, 0, nil, fmt.Errorf("%s: %w", textName(name), err)
	}
	return spool, size, remove, nil
}

func textName(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}
