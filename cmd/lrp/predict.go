package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/batch"
)

func predictCommand() *cobra.Command {
	f := &recordFlags{}
	details, units := false, &unitFlags{}
	c := &cobra.Command{
		Use:   "predict -m MODEL [FILE|-|DATASET]",
		Short: "predict the ratings of respondents with a model",
		Long: `Predict reads one respondent per line, {"id":…,"responses":[…]}, from a file or standard input and
writes {"id":…,"rating":…} for each, in the same order. Responses are in the order of the model's
questions; null stands for a missing one. Predict handles any number of records in constant memory
and does not delay its answer to a record while it waits for the next one.

A table has one column named after each question; it is read as a whole before the first answer, up
to 512 MiB. A data set such as powergrading-unlabelled:DIR can be given instead of a file.

Ratings are from 0 to 1 or, with --units own, in the units of the training data, such as points.

With --transductive FILE is read to the end, AUTO is fitted again with the texts of all its
respondents, never their ratings, and every answer says so. A rating then depends on who else is in
FILE. The model is not changed.

An invalid record is reported on standard error with its line and skipped; with --strict it is an
error.`,
		Example: `  lrp predict -m civics.lrp respondents.jsonl > ratings.jsonl
  lrp predict -m civics.lrp --details powergrading-unlabelled:DIR
  lrp predict -m civics.lrp --transductive respondents.jsonl
  zcat records.gz | lrp predict -m civics.lrp | gzip > ratings.gz`,
		ValidArgsFunction: cli.First(completeDataset),
		RunE: func(c *cobra.Command, args []string) error {
			o, err := f.options(c, args)
			if err != nil {
				return err
			}
			o.Details = details
			return f.process(c, args,
				func(m *lrp.Model, in io.Reader, name string) (batch.Summary, error) {
					o.Scale = units.scale(m)
					s, err := batch.Predict(c.Context(), m, in, name, c.OutOrStdout(), o)
					if err == nil {
						units.note(c, m.Scale())
					}
					return s, err
				})
		},
	}
	f.register(c)
	units.register(c)
	c.Flags().BoolVar(&details, "details", false,
		"add the 90% interval and, if the model has them, the responses' grades (slower)")
	return c
}
