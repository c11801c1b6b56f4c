package main

import (
	"context"
	"io"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/internal/text"
)

func embedCommand() *cobra.Command {
	return cli.Parent(&cobra.Command{
		Use:   "embed train|convert|info|nearest",
		Short: "train, convert and inspect word vectors",
		Long: `Embed trains word vectors on a text, converts files of other tools, and inspects word vectors. The
flag --vectors of other commands takes any of these files; those of train and convert open faster.`,
		Example: `  lrp embed train --out mine.luv sentences.txt
  lrp embed convert glove.6B.100d.txt --out glove.luv
  lrp embed nearest freedom`,
	}, embedTrainCommand(), embedConvertCommand(), embedInfoCommand(), embedNearestCommand())
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
	cli.EnumVar(flags, &f.format, "format", "%s",
		"luna", "text (of word2vec, for other tools)")
	f.storage = storage
	cli.OptionalEnumVar(flags, &f.storage, "storage", storageUsage, "float32", "int8")
	flags.StringVar(&f.about.Name, "name", "", "name of the vectors, kept with --format luna")
	flags.StringVar(&f.about.Source, "source", "",
		"author and corpus of the vectors, kept with --format luna")
	flags.StringVar(&f.about.Licence, "licence", "",
		"licence of the vectors, kept with --format luna")
	cli.Check(flags, checkAbout, "name", "source", "licence")
}

// check checks the flags and returns the storage; given reports whether --storage was given.
func (f *vectorsOut) check(c *cobra.Command) (storage embed.Storage, given bool, err error) {
	given = c.Flags().Changed("storage")
	switch {
	case f.out == "":
		return 0, false, usagef("embed %s needs --out FILE, or --out - for standard output",
			c.Name())
	case f.format == "text" && given:
		return 0, false, usagef("--storage needs --format luna: text has numbers in decimal digits")
	}
	if !given {
		return embed.Float32, false, nil
	}
	storage, err = embed.ParseStorage(f.storage)
	return storage, true, err
}

// maxAboutSize bounds a name, source or licence, in bytes.
const maxAboutSize = 1 << 16

// checkAbout checks a flag for a text that is kept in a file.
func checkAbout(flag, text string) error {
	switch {
	case len(text) > maxAboutSize:
		return cli.Settingf(flag, "has %d bytes, at most %d are possible", len(text), maxAboutSize)
	case !utf8.ValidString(text):
		return cli.Settingf(flag, "is %q, UTF-8 is needed", text)
	}
	return nil
}

// write writes the vectors that get returns, all or nothing. It opens the output before it calls
// get, which may take long.
func (f *vectorsOut) write(
	c *cobra.Command, get func() (*embed.Vectors, embed.Storage, error),
) error {
	words, dimensions := 0, 0
	err := writeOutput(c, f.out, func(w io.Writer) error {
		v, storage, err := get()
		if err != nil {
			return err
		}
		words, dimensions = v.Len(), v.Dim()
		if f.format == "text" {
			return embed.WriteText(w, v)
		}
		return embed.Write(w, v, storage)
	})
	if err == nil && f.out != "-" {
		cli.Wrote(c, "%s: %s in %s", f.out, text.Count(words, "word"),
			text.Count(dimensions, "dimension"))
	}
	return err
}

// openVectors opens a file of word vectors.
func openVectors(ctx context.Context, name string, opts embed.Options) (*embed.Vectors, error) {
	v, err := embed.Open(name, opts)
	return v, unreadable(name, err, "a file of word vectors")
}

func embedConvertCommand() *cobra.Command {
	var out vectorsOut
	var options embed.Options
	c := &cobra.Command{
		Use:   "convert FILE --out FILE",
		Short: "write word vectors in another format",
		Long: `Convert reads word vectors of word2vec (text or binary), GloVe, fastText (.vec) or Luna, which it
recognises by content, and which may be compressed with gzip. It writes them in Luna's own format,
which opens at once, whatever its size, or as text.`,
		Args: cli.OneArgument("FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			storage, given, err := out.check(c)
			if err != nil {
				return err
			}
			options.Storage, options.About = storage, out.about
			return out.write(c, func() (*embed.Vectors, embed.Storage, error) {
				v, err := openVectors(c.Context(), args[0], options)
				if err == nil && !given {
					storage = v.Storage()
				}
				return v, storage, err
			})
		},
	}
	flags := c.Flags()
	flags.IntVar(&options.MaxWords, "max-words", 0,
		"number of words to keep, from the start (0: all)")
	cli.AtLeast(flags, 0, "max-words")
	flags.BoolVar(&options.Lower, "lower", false,
		"convert words to lower case; of equal ones the first counts")
	flags.BoolVar(&options.FirstWins, "first-wins", false,
		"accept a repeated word and keep its first vector, instead of failing")
	out.register(c, "", "%s (default: as in FILE, float32 for other formats)")
	return c
}
