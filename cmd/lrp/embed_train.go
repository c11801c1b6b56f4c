package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/features/text"
)

type embedTrainFlags struct {
	out      vectorsOut
	language string
	options  embed.TrainOptions
}

func embedTrainCommand() *cobra.Command {
	f := &embedTrainFlags{}
	c := &cobra.Command{
		Use:   "train --out FILE TEXTFILE|-",
		Short: "train word vectors on a text",
		Long: `Train computes word vectors from a text with one sentence per line. Words that occur in similar
contexts get similar vectors. The text is tokenized like answers. The vectors are the factors of a
matrix of co-occurrence counts (positive pointwise mutual information), which suits small texts.`,
		Args: cli.OneArgument("TEXTFILE or -"),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args[0]) },
	}
	o, flags := &f.options, c.Flags()
	cli.EnumVar(flags, &f.language, "language", "language of the text, which decides on words: %s",
		languages()...)
	flags.IntVar(&o.Dim, "dim", 100, "dimension of the vectors, at most the number of words")
	flags.IntVar(&o.Window, "window", 5, "number of context words on each side")
	flags.IntVar(&o.MinCount, "min-count", 2, "minimum number of occurrences of a word")
	flags.IntVar(&o.MaxWords, "max-words", 50_000,
		"number of words to keep, the most frequent ones")
	flags.Uint64Var(&o.Seed, "seed", 1, "seed of all random choices")
	flags.IntVar(&o.Workers, "workers", 0,
		"number of goroutines (0: one per processor); results do not depend on it")
	cli.FromTo(flags, 1, 4096, "dim")
	cli.FromTo(flags, 1, 1000, "window")
	cli.FromTo(flags, 1, 1<<30, "min-count")
	cli.FromTo(flags, 2, 1<<24, "max-words")
	cli.FromTo(flags, 0, 1<<16, "workers")
	f.out.register(c, "float32", "%s")
	return c
}

func (f *embedTrainFlags) run(c *cobra.Command, name string) error {
	o, err := f.check(c)
	if err != nil {
		return err
	}
	words, _ := text.Named(f.language)
	return f.out.write(c, func() (*embed.Vectors, embed.Storage, error) {
		file, size, remove, err := openText(c, name)
		if err != nil {
			return nil, 0, err
		}
		defer remove()
		if err := checkText(file, inputName(name)); err != nil {
			return nil, 0, err
		}
		bar := newProgress(c.ErrOrStderr())
		o.Progress = bar.phase
		corpus := embed.Lines(inputName(name), func() (io.ReadCloser, error) {
			return io.NopCloser(io.NewSectionReader(file, 0, size)), nil
		}, words.Tokens)
		v, err := embed.Train(c.Context(), corpus, o)
		bar.clear()
		if errors.Is(err, embed.ErrTrain) {
			err = fmt.Errorf("%s: %w", inputName(name), err)
		}
		return v, o.Storage, err
	})
}

// check checks the flags and returns the options they stand for.
func (f *embedTrainFlags) check(c *cobra.Command) (o embed.TrainOptions, err error) {
	o = f.options
	if o.Storage, _, err = f.out.check(c); err != nil {
		return o, err
	}
	if !c.Flags().Changed("dim") {
		o.Dim = 0
	}
	o.About = f.out.about
	return o, nil
}

// checkText rejects binary and compressed files, whose vectors would be meaningless.
func checkText(f *os.File, name string) error {
	start := make([]byte, 4096)
	n, err := f.ReadAt(start, 0)
	switch {
	case err != nil && err != io.EOF:
		return unreadable(name, err, expectedText)
	case bytes.IndexByte(start[:n], 0) >= 0:
		return fmt.Errorf("%s: found a NUL byte, expected %s, in UTF-8", name, expectedText)
	case bytes.HasPrefix(start, []byte{0x1f, 0x8b}):
		return fmt.Errorf("%s: found gzip data, expected %s", name, expectedText)
	}
	return nil
}

const expectedText = "a text of one sentence per line"

// openText opens a text that is read several times. A regular file is used as it is; anything else,
// such as a pipe or standard input ("-"), is copied to a temporary file. The caller calls remove.
func openText(c *cobra.Command, name string) (f *os.File, size int64, remove func(), err error) {
	in := c.InOrStdin()
	if name != "-" {
		if f, err = cli.OpenInput(name, expectedText); err != nil {
			return nil, 0, nil, err
		}
		info, err := f.Stat()
		if err != nil {
			f.Close()
			return nil, 0, nil, unreadable(name, err, expectedText)
		}
		if info.Mode().IsRegular() {
			return f, info.Size(), func() { f.Close() }, nil
		}
		defer f.Close()
		in = f
	}
	temporary, err := os.CreateTemp("", "lrp-")
	if err != nil {
		return nil, 0, nil, err
	}
	remove = func() {
		temporary.Close()
		os.Remove(temporary.Name())
	}
	defer context.AfterFunc(c.Context(), remove)() // while the input is awaited
	size, err = io.Copy(temporary, onlyText{in})
	if stopped := c.Context().Err(); stopped != nil {
		err = stopped
	}
	if err != nil {
		remove()
		return nil, 0, nil, fmt.Errorf("%s: %w", inputName(name), err)
	}
	return temporary, size, remove, nil
}

// onlyText is a text that fails at a NUL byte, so that a device that never ends does not fill the
// disk.
type onlyText struct{ in io.Reader }

// Read implements [io.Reader].
func (t onlyText) Read(p []byte) (int, error) {
	n, err := t.in.Read(p)
	if bytes.IndexByte(p[:n], 0) >= 0 {
		return 0, fmt.Errorf("found a NUL byte, expected %s, in UTF-8", expectedText)
	}
	return n, err
}
