package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/luna/aggregate"
	"github.com/luna-rating/luna/luna/export"
	"github.com/luna-rating/luna/luna/referee"
	"github.com/luna-rating/luna/luna/server"
)

func exportCommand() *cobra.Command {
	var db, out string
	var ratings bool
	c := &cobra.Command{
		Use:   "export --db FILE --out DIR",
		Short: "write the games of players who consent, as data sets",
		Long: `Export writes the finished games in which both players consent to be published: games.jsonl, with all of them, and for each
set of questions that was answered at least twice a data set in the native form, by which lrp learns: 'lrp eval jsonl:DIR/NAME.jsonl'.
A respondent's rating there is what the asker guessed of her, divided by 100. Nothing tells who a player is. 'luna serve'
publishes the same files at /export.

--smarts-ratings makes respondents' Smarts Ratings their ratings, which is not for the public: their distribution is to be withheld
while games are played.`,
		Example: "  luna export --db luna.db --out published",
		Args:    cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if out == "" {
				return cli.Usagef("--out DIR is needed, the folder to write to")
			}
			return with(c.Context(), db, func(s *system) error {
				e, err := s.export(c.Context(), ratings)
				if err != nil {
					return err
				}
				return writeExport(c.OutOrStdout(), out, e)
			})
		},
	}
	flags := c.Flags()
	flags.StringVar(&db, "db", "", "`FILE` of the rating system, which must be there")
	flags.StringVar(&out, "out", "", "`DIR` to write to, made when absent")
	flags.BoolVar(&ratings, "smarts-ratings", false, "respondents' ratings are their Smarts Ratings")
	return c
}

// export plays the log again, by which the file is not changed.
func (s *system) export(ctx context.Context, ratings bool) (*export.Export, error) {
	name, err := s.Setting(ctx, "aggregate", []byte("mean"))
	if err != nil {
		return nil, err
	}
	a, err := aggregate.ByName(string(name))
	if err != nil {
		return nil, err
	}
	r, err := referee.Open(ctx, s.Store, referee.Options{Aggregate: a})
	if err != nil {
		return nil, err
	}
	defer r.Close()
	key, err := s.Key(ctx)
	if err != nil {
		return nil, err
	}
	return server.Export(ctx, r, key, ratings)
}

func writeExport(w io.Writer, out string, e *export.Export) error {
	files, err := e.Files()
	if err != nil {
		return err
	}
	dir, err := atomicdir.Create(out)
	if err != nil {
		return err
	}
	defer dir.Abort()
	for _, f := range files {
		err := dir.Write(f.Name, func(w io.Writer) error {
			_, err := w.Write(f.Text)
			return err
		})
		if err != nil {
			return err
		}
	}
	if err := dir.Commit(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%d games and %d data sets are in %s\n", len(e.Games), len(e.Datasets), out)
	return err
}
