package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp"
)

func runCommand() *cobra.Command {
	var out, format string
	var encoder encoderFlags
	var judge judgeFlags
	var workers int
	var dryRun bool
	c := &cobra.Command{
		Use:   "run FILE",
		Short: "run an experiment from a file, or repeat that of a report",
		Long: `Run carries out the experiment that a TOML file describes: an evaluation and, if the file has the
tables, a comparison of its results and a learning curve. The keys are named after the flags of
eval, compare and curve; docs/statistics.md has an example with all of them. Paths in the file are
relative to its folder, below which the report's folder must be; --out names any. There must be no
files in that but those of an earlier run. If FILE names the address of a server as its encoder or
judge, --encoder or --judge must name it too: texts are sent there.

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
			} else if err := x.checkOut(); err != nil {
				return err
			}
			x.setWorkers(workers)
			if err := cmp.Or(x.nameEncoder(&encoder), x.nameJudge(&judge)); err != nil {
				return err
			}
			return x.run(c)
		},
	}
	flags := c.Flags()
	flags.StringVarP(&out, "out", "o", "", "`DIR` for the report, instead of the file's")
	cli.NotEmpty(flags, "a folder", "out")
	encoder.registerEncoder(flags)
	judge.registerJudge(flags)
	cli.EnumVar(flags, &format, "format", "%s", commonFormats...)
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

type curveFlags struct {
	runFlags
	Sizes []int `toml:"sizes,omitempty"`
}

func curveCommand() *cobra.Command {
	f := &curveFlags{}
	c := &cobra.Command{
		Use:   "curve [DATASET...]",
		Short: "how many respondents have to be rated before each approach predicts well?",
		Long: `Curve splits the respondents as eval does with the same seed. In each trial it predicts the test
set after training on a few respondents of the training set, then on more, up to all of them. The
respondents of a smaller size are also among those of a larger one. Size 0 means that nobody has
been rated: only approaches that need no training take part. A size above that of the training set
means all of it. The default data sets are the embedded synthetic samples.`,
		Example: `  lrp curve
  lrp curve powergrading:DIR --regressor ols --trials 20 --out learning
  lrp curve jsonl:mine.jsonl --sizes 0,10,30,100 --approach CBG,BOW,COM --format csv`,
		RunE: func(c *cobra.Command, specs []string) error { return f.run(c, specs) },
	}
	f.register(c, formatChoices(formats))
	f.registerOut(c)
	return c
}

func (f *curveFlags) register(c *cobra.Command, formats []string) {
	f.runFlags.register(c, formats)
	c.Flags().IntSliceVar(&f.Sizes, "sizes", nil,
		"numbers of respondents to train on (default 0,5,10,20,50,100,… and all)")
}

func (f *curveFlags) run(c *cobra.Command, specs []string) error {
	x := experimentRun{
		command: "curve", sources: sourcesOf(orSamples(specs), &f.dataFlags), curve: f,
		format: f.format, out: f.Out,
	}
	return x.run(c)
}

// prepare checks the flags and returns the options they stand for.
func (f *curveFlags) prepare(c *cobra.Command, at base) (lrp.Options, error) {
	o, err := f.options(c, at, false)
	if err != nil {
		return lrp.Options{}, err
	}
	if err := f.checkSizes(o.Approaches); err != nil {
		return lrp.Options{}, err
	}
	o.Sizes = f.Sizes
	return o, nil
}

// maxSizes bounds the number of sizes: together with the number of trials, it determines how much
// is kept in memory.
const maxSizes = 1000

// checkSizes checks the sizes and sorts them.
func (f *curveFlags) checkSizes(approaches []lrp.Approach) error {
	if !f.given("sizes") {
		return nil
	}
	for _, size := range f.Sizes {
		if size < 0 {
			return cli.Settingf("sizes", "has %d, numbers of at least 0 are needed", size)
		}
	}
	slices.Sort(f.Sizes)
	f.Sizes = slices.Compact(f.Sizes)
	switch n := len(f.Sizes); {
	case n == 0:
		return cli.Settingf("sizes", "is empty, at least one number is needed")
	case n > maxSizes:
		return cli.Settingf("sizes", "has %d numbers, at most %d are possible", n, maxSizes)
	}
	untrained := func(a lrp.Approach) bool { return !a.NeedsRegressor() }
	if f.Sizes[len(f.Sizes)-1] == 0 && !slices.ContainsFunc(approaches, untrained) {
		return cli.Settingf("sizes",
			"is 0 alone, another one is needed: none of the approaches predicts with nobody rated")
	}
	return nil
}
