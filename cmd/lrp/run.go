package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/text"
)

func runCommand() *cobra.Command {
	var out, format string
	var workers int
	var dryRun bool
	c := &cobra.Command{
		Use:   "run FILE",
		Short: "run an experiment from a file, or repeat that of a report",
		Long: `Run carries out the experiment that a TOML file describes: an evaluation and, if the file has the
tables, a comparison of its results and a learning curve. The keys are named after the flags of
eval, compare and curve; docs/statistics.md has an example with all of them. Paths in the file are
relative to its folder.

FILE can also be the manifest.json of a report, or the report's folder. The experiment is then
repeated and gives the same files, byte for byte. Run fails if the data have changed.`,
		Example: `  lrp run experiment.toml
  lrp run experiment.toml --dry-run
  lrp run results/manifest.json --out again`,
		Args: cli.OneArgument("FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			x, err := readExperiment(args[0])
			if err != nil {
				return err
			}
			x.format, x.dryRun = format, dryRun
			if out != "" {
				x.out = out
			}
			x.setWorkers(workers)
			return x.run(c)
		},
	}
	flags := c.Flags()
	flags.StringVar(&out, "out", "", "`DIR` for the report, instead of the file's")
	cli.NotEmpty(flags, "a folder", "out")
	cli.EnumVar(flags, &format, "format", "%s", commonFormats)
	cli.WorkersVar(flags, &workers, "parallel trials")
	flags.BoolVar(&dryRun, "dry-run", false,
		"check the file, open the data sets and print what would be run")
	return c
}

func (x *experimentRun) setWorkers(n int) {
	if x.eval != nil {
		x.eval.workers = n
	}
	if x.curve != nil {
		x.curve.workers = n
	}
}

// describe prints what would be run.
func (x *experimentRun) describe(w io.Writer, sets []*datasets.Dataset) error {
	row, flush := namedValues(w)
	if x.name != "" {
		row("name", "%s", oneLine(x.name))
	}
	for _, ds := range sets {
		made := ""
		if ds.Synthetic {
			made = ", synthetic"
		}
		row("data set", "%s: %s, %s%s", cli.InLine(ds.Name), text.Count(len(ds.Respondents), "respondent"),
			text.Count(len(ds.Questions), "question"), made)
	}
	if x.eval != nil {
		row("evaluation", "%s", settingsLine(asMap(x.eval.settings(x.evalOptions)),
			"protocol", "trials", "folds", "train", "seed", "approach", "regressor"))
	}
	if x.compare != nil {
		row("comparison", "%s", settingsLine(asMap(x.compare.settings()), "baseline", "all-pairs"))
	}
	if x.curve != nil {
		row("curve", "%s", settingsLine(asMap(x.curve.settings(x.curveOptions)),
			"sizes", "trials", "train", "seed", "approach", "regressor"))
	}
	if x.out != "" {
		row("out", "%s: %s", x.out, strings.Join(x.fileNames(), ", "))
	}
	return flush()
}

// settingsLine lists the named settings on one line.
func settingsLine(settings map[string]any, names ...string) string {
	var parts []string
	for _, name := range names {
		switch v := settings[name].(type) {
		case nil:
		case []any:
			list := strings.Fields(strings.Trim(fmt.Sprint(v), "[]"))
			parts = append(parts, name+" "+strings.Join(list, ","))
		default:
			parts = append(parts, fmt.Sprintf("%s %v", name, v))
		}
	}
	return strings.Join(parts, "; ")
}
