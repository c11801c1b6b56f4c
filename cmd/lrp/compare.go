package main

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/report"
)

// comparisonFormats are the formats of a comparison on standard output.
var comparisonFormats = []format[*lrp.Comparison]{
	{"table", report.WriteComparisonTable},
	{"markdown", plain(report.WriteComparisonMarkdown)},
	{"csv", plain(report.WriteComparisonCSV)},
	{"json", plain(report.WriteComparisonJSON)},
}

type compareFlags struct {
	eval     evalFlags
	from     string
	Baseline string `toml:"baseline,omitempty"`
	AllPairs bool   `toml:"all-pairs,omitempty"`
	flags    *pflag.FlagSet
}

func compareCommand() *cobra.Command {
	f := &compareFlags{}
	c := &cobra.Command{
		Use:   "compare [DATASET...]",
		Short: "test whether approaches differ: paired tests on each data set and over all",
		Long: `Compare runs the experiment as eval does, or reads its results from a file that eval wrote, and
tests for each approach whether its errors differ from a baseline's by more than chance. The tests
are paired, account for the overlap of trials and are adjusted for multiple testing;
docs/statistics.md has the formulas. A baseline is an approach (CBG), an approach with its
regressor (COM/ols), or best: the approach with the lowest mean error.`,
		Example: `  lrp compare --approach CBG,BWO,COM --regressor ols --baseline CBG
  lrp compare powergrading:DIR mohler:DIR --regressor ols
  lrp compare --from results/results.json --approach BOW,BIG,COM --all-pairs`,
		RunE: func(c *cobra.Command, specs []string) error { return f.run(c, specs) },
	}
	f.eval.register(c, formatChoices(comparisonFormats))
	f.register(c)
	c.Flags().StringVar(&f.from, "from", "",
		"`FILE` (results.json) or folder that eval wrote, instead of a run; - is standard input")
	cli.NotEmpty(c.Flags(), "a file", "from")
	inputFiles(c.Flags(), "from")
	return c
}

// register adds the flags that say what is compared.
func (f *compareFlags) register(c *cobra.Command) {
	f.flags = c.Flags()
	f.flags.StringVar(&f.Baseline, "baseline", "best",
		"what to compare with: an approach, APPROACH/REGRESSOR, or best")
	f.flags.BoolVar(&f.AllPairs, "all-pairs", false,
		"compare all pairs instead of using a baseline")
}

func (f *compareFlags) check() error {
	if f.AllPairs && f.flags.Changed("baseline") {
		return cli.Settingf("all-pairs", "takes no %s", "--baseline")
	}
	return nil
}

func (f *compareFlags) run(c *cobra.Command, specs []string) error {
	if f.from == "" {
		x := experimentRun{command: "compare", sources: sourcesOf(orSamples(specs), &f.eval.dataFlags),
			eval: &f.eval, compare: f, format: f.eval.format}
		return x.run(c)
	}
	if err := f.check(); err != nil {
		return err
	}
	results, err := f.savedResults(c, specs)
	if err != nil {
		return err
	}
	comparison, err := lrp.Compare(results, f.options())
	if err != nil {
		return err
	}
	warn(c, warningsOf(results))
	out := c.OutOrStdout()
	return writeAs(comparisonFormats, f.eval.format, out, comparison,
		report.Options{Color: colored(out)})
}

func (f *compareFlags) options() lrp.CompareOptions {
	return lrp.CompareOptions{Baseline: f.Baseline, AllPairs: f.AllPairs}
}

// includeBaseline adds the baseline's approach to those that are evaluated, if it names one.
func (f *compareFlags) includeBaseline(to *evalFlags) {
	if !f.AllPairs {
		to.include(f.Baseline)
	}
}

// savedResults reads the report that --from names and keeps what --approach and --regressor select.
func (f *compareFlags) savedResults(c *cobra.Command, specs []string) (*lrp.Report, error) {
	if len(specs) > 0 {
		return nil, usagef("--from takes no DATASET, found %q", specs[0])
	}
	var unused []string
	c.Flags().Visit(func(x *pflag.Flag) {
		used := []string{"from", "baseline", "all-pairs", "format", "approach", "regressor"}
		if !slices.Contains(used, x.Name) {
			unused = append(unused, "--"+x.Name)
		}
	})
	if len(unused) > 0 {
		return nil, usagef("--from reads saved results, which %s cannot change",
			strings.Join(unused, ", "))
	}
	results, err := readReport(c, f.from)
	if err != nil {
		return nil, err
	}
	var approaches, regressors []string
	if c.Flags().Changed("approach") {
		f.includeBaseline(&f.eval)
		approaches = f.eval.Approaches
	}
	if c.Flags().Changed("regressor") {
		regressors = f.eval.Regressors
	}
	return results, selectResults(results, approaches, regressors)
}

// maxReport bounds a report, in bytes.
const maxReport = 1 << 30

func readReport(c *cobra.Command, path string) (*lrp.Report, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, resultsFile)
	}
	in, name, err := cli.Input(c, path, "the results of lrp eval")
	if err != nil {
		return nil, err
	}
	defer in.Close()
	results, err := report.ReadJSON(io.LimitReader(in, maxReport))
	if err != nil {
		return nil, files.At(name, 0, err)
	}
	return results, nil
}

// selectResults removes from a report all results but those of the named approaches and regressors.
// An empty list selects all. Results without a choice of regressor, such as a control's, are
// selected by their approach alone.
func selectResults(r *lrp.Report, approaches, regressors []string) error {
	var known []string // approaches of the report
	choices := regressorNames()
	for _, d := range r.Datasets {
		for _, x := range d.Results {
			if !slices.Contains(known, x.Approach) {
				known = append(known, x.Approach)
			}
			if base, _, penalty := strings.Cut(x.Regressor, "("); penalty && slices.Contains(choices, base) {
				choices = append(choices, x.Regressor)
			}
		}
	}
	every := slices.ContainsFunc(approaches, namesEvery)
	approaches = slices.DeleteFunc(slices.Clone(approaches), namesEvery)
	approaches, err := knownNames("approach", approaches, strings.ToUpper, known)
	if err != nil {
		return err
	}
	if every {
		approaches = nil
	}
	regressors, err = knownNames("regressor", regressors, strings.ToLower, choices)
	if err != nil {
		return err
	}
	for i := range r.Datasets {
		d := &r.Datasets[i]
		d.Results = slices.DeleteFunc(d.Results, func(x experiment.Result) bool {
			hasChoice := slices.Contains(choices, x.Regressor)
			return len(approaches) > 0 && !slices.Contains(approaches, x.Approach) ||
				len(regressors) > 0 && hasChoice && !slices.Contains(regressors, x.Regressor)
		})
	}
	return nil
}

// knownNames returns the names in their usual form, all of which must be known.
func knownNames(kind string, names []string, form func(string) string, known []string) ([]string, error) {
	var list []string
	for _, name := range names {
		name = form(strings.TrimSpace(name))
		if !slices.Contains(known, name) {
			return nil, &lrp.UnknownError{Kind: kind, Name: name, Known: known}
		}
		list = append(list, name)
	}
	return list, nil
}

// format is a format in which a command writes its result, an R, to standard output.
type format[R any] struct {
	name  string
	write func(io.Writer, R, report.Options) error
}

// plain adapts a writer without options.
func plain[R any](write func(io.Writer, R) error) func(io.Writer, R, report.Options) error {
	return func(w io.Writer, r R, _ report.Options) error { return write(w, r) }
}

// writeAs writes a result in the format of that name, one of [formatChoices]. A table is for
// people; every other format is exact.
func writeAs[R any](formats []format[R], name string, w io.Writer, r R, o report.Options) error {
	i := slices.IndexFunc(formats, func(f format[R]) bool { return f.name == name })
	if name == "table" {
		w = cli.Readable(w)
	}
	return formats[i].write(w, r, o)
}

func formatChoices[R any](formats []format[R]) []string {
	return numbers.Map(formats, func(f format[R]) string { return f.name })
}
