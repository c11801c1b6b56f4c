package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/batch"
	"github.com/luna-rating/luna/lrp/report"
)

func predictCommand() *cobra.Command {
	f := &recordFlags{}
	var details bool
	var shard shardFlags
	c := &cobra.Command{
		Use:   "predict -m MODEL [FILE|-|DATASET]",
		Short: "predict the ratings of respondents with a model",
		Long: `Predict reads one respondent per line, {"id":…,"responses":[…]}, from a file or standard input and
writes {"id":…,"rating":…} for each, in the same order. Responses are in the order of the model's
questions; null stands for a missing one. Predict handles any number of records in constant memory
and does not delay its answer to a record while it waits for the next one.

A table has one column named after each question; it is read as a whole before the first answer, up
to 512 MiB, and answered by a table unless --format says otherwise. A data set such as
powergrading-unlabelled:DIR can be given instead of a file.

Ratings are from 0 to 1 or, with --units own, in the units of the training data, such as points.

With --transductive FILE is read to the end, AUTO is fitted again with the texts of all its
respondents, never their ratings, and every answer says so. A rating then depends on who else is in
FILE. The model is not changed.

With --shard several processes or computers divide the work: each does a part of all FILEs, and 'lrp
merge' writes what one process writes. JSON lines are divided; a table or a compressed file belongs
to one part. A part that was interrupted leaves no manifest and can be done again.

An invalid record is reported on standard error with its line and skipped; with --strict it is an
error.`,
		Example: `  lrp predict -m civics.lrp respondents.jsonl > ratings.jsonl
  lrp predict -m civics.lrp --details powergrading-unlabelled:DIR
  lrp predict -m civics.lrp --transductive respondents.jsonl
  zcat records.gz | lrp predict -m civics.lrp | gzip > ratings.gz
  lrp predict -m civics.lrp --shard 0/10 --parts parts respondents.jsonl`,
		RunE: func(c *cobra.Command, args []string) error {
			divided, err := shard.parse()
			if err != nil {
				return err
			}
			named := args
			if divided {
				named = args[:min(1, len(args))] // which has the form of all
			}
			o, err := f.options(c, named)
			if err != nil {
				return err
			}
			o.Details = details
			if divided {
				return f.predictShard(c, &shard, args, o)
			}
			if shard.dir != "" {
				return usagef("--parts found without --shard: 'lrp merge DIR' puts parts together")
			}
			return f.process(c, args, o, batch.Predict)
		},
	}
	f.register(c)
	shard.register(c)
	cli.EnumVar(c.Flags(), &f.format, "format", "format of the answers: %s", "auto (that of the records)",
		"jsonl", "csv")
	c.Flags().BoolVar(&details, "details", false,
		"add the 90% interval and, if the model has them, the responses' grades (slower)")
	return c
}

func explainCommand() *cobra.Command {
	f := &recordFlags{}
	var id string
	c := &cobra.Command{
		Use:   "explain -m MODEL [FILE|-|DATASET]",
		Short: "predict ratings and explain each of them",
		Long: `Explain reads respondents as 'lrp predict' does and explains each predicted rating: as a sum of
effects of the questions and of the responses as a whole, and for each question by the words, the
cues or columns, and the neighbours with the largest effects. The effect of a word is how far the
rating falls without it. --format jsonl writes one object per line. With --units own ratings and
effects on them are in the units of the training data, such as points; effects on the logit of a
grade have no units. --transductive is that of 'lrp predict', whose ratings it explains: all
respondents in FILE count, also with --id.`,
		Example: `  lrp explain -m civics.lrp --id s17 respondents.jsonl
  lrp explain -m civics.lrp --format jsonl respondents.jsonl`,
		RunE: func(c *cobra.Command, args []string) error {
			o, err := f.options(c, args)
			if err != nil {
				return err
			}
			show := showText
			if f.format == "jsonl" {
				show = nil
			}
			o.Only = id
			return f.process(c, args, o, func(ctx context.Context, m *lrp.Model, in io.Reader, name string,
				out io.Writer, o batch.Options,
			) (batch.Summary, error) {
				s, err := batch.Explain(ctx, m, in, name, out, o, show)
				if err == nil && id != "" && s.Records == 0 {
					err = fmt.Errorf("found no respondent %q in %s", id, name)
				}
				return s, err
			})
		},
	}
	f.register(c)
	c.Flags().StringVar(&id, "id", "", "explain only the respondent with this `ID`")
	cli.EnumVar(c.Flags(), &f.format, "format", "%s", "text", "jsonl")
	return c
}

// showText writes an explanation followed by a blank line.
func showText(w io.Writer, id string, e *lrp.Explanation) error {
	w = cli.Readable(w)
	if err := report.WriteExplanation(w, id, e); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func testCommand() *cobra.Command {
	var f modelFlags
	var data dataFlags
	var dataset, format, out string
	c := &cobra.Command{
		Use:   "test -m MODEL DATASET",
		Short: "compare a model's predictions with ratings that it has not seen",
		Long: `Test predicts the rated respondents of a data set, whose questions are the model's, and reports on
the errors as eval does on a given split, beside those of the constant best guess, the mean of the
ratings that the model has learned from. Ratings are on the model's scale. Give it other people: it
warns of those whose answers it has learned from. With --out the folder has the page, figures and
predictions.`,
		Example: `  lrp test -m civics.lrp june.csv
  lrp test -m civics.lrp june.csv --out june --format json`,
		Args: cli.OneArgument("DATASET"),
		RunE: func(c *cobra.Command, args []string) error {
			m, err := f.open(c)
			if err != nil {
				return err
			}
			ds, err := data.openOne(args[0], dataset)
			if err != nil {
				return err
			}
			if err := f.systems.grade(c, ds); err != nil {
				return err
			}
			tell(c, ds)
			r, err := m.Test(c.Context(), ds)
			if err != nil {
				return err
			}
			warn(c, warningsOf(r))
			options := report.Options{Color: colored(c.OutOrStdout())}
			if out != "" {
				if err := writeFolder(out, evaluationFiles(r, options)); err != nil {
					return err
				}
				cli.Wrote(c, "the report to %s; open %s", out, filepath.Join(out, "report.html"))
			}
			return writeAs(formats, format, c.OutOrStdout(), r, options)
		},
	}
	f.register(c)
	f.systems.registerGrades(c.Flags())
	data.register(c)
	c.Flags().StringVar(&dataset, "name", "", "which data set, if DATASET names several")
	cli.EnumVar(c.Flags(), &format, "format", "%s", formatChoices(formats)...)
	c.Flags().StringVarP(&out, "out", "o", "", "`DIR` for the report: page, results, figures, predictions")
	return c
}

// writeFolder writes the files of a report without a manifest, all or nothing.
func writeFolder(path string, files []file) error {
	dir, err := atomicdir.Create(path, namesOf(files)...)
	if err != nil {
		return err
	}
	defer dir.Abort()
	if _, err := writeFiles(dir, files); err != nil {
		return err
	}
	return dir.Commit()
}
