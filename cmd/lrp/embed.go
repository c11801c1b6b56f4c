package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/internal/text"
)

func embedCommand() *cobra.Command {
	return cli.Parent(&cobra.Command{
		Use:   "embed convert",
		Short: "convert word vectors",
		Long: `Embed converts files of word vectors, which other tools have trained. The flags --vectors and
--encoder of other commands take any of these files; those of convert open faster.`,
		Example: `  lrp embed convert glove.6B.100d.txt --out glove.luv`,
	}, embedConvertCommand())
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

type embedConvertFlags struct {
	out     string
	format  string
	options embed.Options
}

func embedConvertCommand() *cobra.Command {
	f := &embedConvertFlags{}
	c := &cobra.Command{
		Use:   "convert FILE --out FILE",
		Short: "write word vectors in another format",
		Long: `Convert reads word vectors of word2vec (text or binary), GloVe, fastText (.vec) or Luna, which it
recognises by content, and which may be compressed with gzip. It writes them in Luna's own format,
which opens at once, whatever its size, or as text.`,
		Args: cli.OneArgument("FILE"),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args[0]) },
	}
	o, flags := &f.options, c.Flags()
	flags.IntVar(&o.MaxWords, "number", 0, "number of words to keep, from the start (0: all)")
	cli.AtLeast(flags, 0, "number")
	flags.BoolVar(&o.Lower, "lower", false,
		"convert words to lower case; of equal ones the first counts")
	flags.StringVarP(&f.out, "out", "o", "", "`FILE` to write, or - for standard output")
	cli.EnumVar(flags, &f.format, "format", "%s", "luna (with numbers as in FILE)",
		"float32 (the same, with such numbers)", "int8", "text (of word2vec, for other tools)")
	flags.StringVar(&o.About.Name, "name", "", "name of the vectors, kept in the file unless it is text")
	flags.StringVar(&o.About.Source, "source", "", "author and corpus of the vectors and, after a semicolon, "+
		"their licence, kept as the name is")
	cli.Check(flags, checkAbout, "name", "source")
	return c
}

// run converts a file. It opens the output before it reads the input, which may take long.
func (f *embedConvertFlags) run(c *cobra.Command, in string) (err error) {
	if f.out == "" {
		return usagef("embed convert needs --out FILE, or --out - for standard output")
	}
	a := &f.options.About
	a.Source, a.Licence, _ = strings.Cut(a.Source, ";")
	a.Licence = strings.TrimSpace(a.Licence)
	storage, unnamed := embed.ParseStorage(f.format)
	if unnamed == nil {
		f.options.Storage = storage
	}
	var read *embed.Vectors
	err = writeOutput(c, f.out, func(w io.Writer) error {
		v, err := embed.Open(in, f.options)
		if err != nil {
			return err
		}
		read = v
		switch f.format {
		case "text":
			return embed.WriteText(w, v)
		case "luna":
			storage = v.Storage()
		}
		return embed.Write(w, v, storage)
	})
	if err != nil {
		return err
	}
	if n, first := read.Broken(); n > 0 {
		warn(c, []string{fmt.Sprintf("%s: %s not UTF-8, such as %q: they match no text; is the file in "+
			"another encoding?", in, text.Count(n, "word"), first)})
	}
	if f.out != "-" {
		cli.Wrote(c, "%s: %s in %s", f.out, text.Count(read.Len(), "word"),
			text.Count(read.Dim(), "dimension"))
	}
	return nil
}
