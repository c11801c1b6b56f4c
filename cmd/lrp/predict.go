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
	details := false
	c := &cobra.Command{
		Use:   "predict -m MODEL [FILE|-|DATASET]",
		Short: "rate respondents by a model",
		Long: `Predict reads a respondent a line, {"id":…,"responses":[…]}, from a file or standard input and writes
{"id":…,"rating":…} for each, in the same order. Responses are in the order of the model's questions, null
where there is none. It takes any number of records in constant memory, and answers at once where
whoever writes them waits.

CSV has a header with the column id and one named as each question. A data set such as
powergrading-unlabelled:DIR may stand in place of a file.

A bad record is told on standard error with its line and left out; with --strict it is an error.`,
		Example: `  lrp predict -m civics.lrp respondents.jsonl > ratings.jsonl
  lrp predict -m civics.lrp --details powergrading-unlabelled:DIR
  zcat records.gz | lrp predict -m civics.lrp | gzip > ratings.gz`,
		ValidArgsFunction: cli.First(completeDataset),
		RunE: func(c *cobra.Command, args []string) error {
			o, err := f.options(c, args)
			if err != nil {
				return err
			}
			o.Details = details
			return f.answer(c, args, func(m *lrp.Model, in io.Reader, name string) (batch.Summary, error) {
				return batch.Predict(c.Context(), m, in, name, c.OutOrStdout(), o)
			})
		},
	}
	f.register(c)
	c.Flags().BoolVar(&details, "details", false, "add the 90% interval and, where the model has them, the grades of the responses (slower)")
	return c
}
