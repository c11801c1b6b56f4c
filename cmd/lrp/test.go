package main

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/lrp/report"
)

func testCommand() *cobra.Command {
	f, data, dataset, format, out := &modelFlags{}, &dataFlags{}, "", "", ""
	c := &cobra.Command{
		Use:   "test -m MODEL DATASET",
		Short: "compare a model's predictions with ratings that it has not seen",
		Long: `Test predicts the rated respondents of a data set, whose questions are the model's, and reports on
the errors as eval does on a given split, beside those of the constant best guess, the mean of the
ratings that the model has learned from. Ratings are on the model's scale. It does not know who took
part in training: give it other people. With --out the folder has the page, figures and predictions.`,
		Example: `  lrp test -m civics.lrp june.csv
  lrp test -m civics.lrp june.csv --out june --format json`,
		Args:              cli.OneArgument("DATASET"),
		ValidArgsFunction: cli.First(completeDataset),
		RunE: func(c *cobra.Command, args []string) error {
			m, err := f.open(c)
			if err != nil {
				return err
			}
			ds, err := data.openOne(args[0], dataset)
			if err != nil {
				return err
			}
			tell(c, ds)
			r, err := m.Test(c.Context(), ds)
			if err != nil {
				return err
			}
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
	data.register(c)
	c.Flags().StringVar(&dataset, "name", "", "which data set, if DATASET names several")
	cli.EnumVar(c.Flags(), &format, "format", "%s", formatChoices(formats))
	c.Flags().StringVar(&out, "out", "", "`DIR` for the report: page, results, figures, predictions")
	cli.CompleteFlags(c.Flags(), cli.Folders, "out")
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
