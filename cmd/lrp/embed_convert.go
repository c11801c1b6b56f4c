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
		Long: `Convert reads word vectors of word2vec (text or binary), GloVe, fastText (.vec) or Luna,
recognised by content and possibly compressed with gzip, and writes them anew. Luna's own format
opens at once, whatever its size.`,
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
	flags.IntVar(&options.MaxWords, "max-words", 0, "how many words to take, the first ones (0: all)")
	flags.BoolVar(&options.Lower, "lower", false, "put words in lower case; of words that become equal the first counts")
	flags.BoolVar(&options.FirstWins, "first-wins", false, "of several vectors of a word take the first, where it is an error otherwise")
	out.register(c, "", "%s (default: as in FILE, float32 for other formats)")
	return c
}
