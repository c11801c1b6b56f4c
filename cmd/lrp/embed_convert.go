package main

import (
	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/embed"
)

func embedConvertCommand() *cobra.Command {
	var out vectorsOut
	var options embed.Options
	c := &cobra.Command{
		Use:   "convert FILE --out FILE",
		Short: "write word vectors in another format",
		Long: `Convert reads word vectors of word2vec (text or binary), GloVe, fastText (.vec) or Luna, which it
recognises by content, and which may be compressed with gzip. It writes them in Luna's own format,
which opens at once, whatever its size, or as text.`,
		Args:              cli.OneArgument("FILE"),
		ValidArgsFunction: cli.First(cli.Files),
		RunE: func(c *cobra.Command, args []string) error {
			storage, given, err := out.check(c)
			if err != nil {
				return err
			}
			if options.MaxWords < 0 {
				return usagef("--max-words is %d, at least 0 is needed", options.MaxWords)
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
	flags.BoolVar(&options.Lower, "lower", false,
		"convert words to lower case; of equal ones the first counts")
	flags.BoolVar(&options.FirstWins, "first-wins", false,
		"accept a repeated word and keep its first vector, instead of failing")
	out.register(c, "", "%s (default: as in FILE, float32 for other formats)")
	return c
}
