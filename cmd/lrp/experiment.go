package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/report"
)

// experiment is what eval, curve and run carry out on the same data sets and write to the same
// folder: an evaluation, a comparison of its results, and a learning curve. Each part is optional.
type experiment struct {
	command   string // eval, curve or run
	name      string
	sources   []source
	tables    bool // sources have settings of their own
	eval      *evalFlags
	compare   *compareFlags // needs eval
	curve     *curveFlags
	format    string
	out       string
	dryRun    bool      // only describe what would be run
	base      base      // that relative paths start at
	positions *location // of the settings in a file; nil for flags
	replay    *replay   // nil unless a manifest is run again

	evalOptions  lrp.Options
	curveOptions lrp.CurveOptions
}

// source is a data set and how to read it.
type source struct {
	spec string
	data *dataFlags
}

func sourcesOf(specs []string, data *dataFlags) []source {
	list := make([]source, len(specs))
	for i, spec := range specs {
		list[i] = source{spec, data}
	}
	return list
}

// results are the results of an experiment's parts.
type results = report.Contents

// run checks all settings, carries out the experiment and writes its results.
func (x *experiment) run(c *cobra.Command) error {
	defer collectLess()()
	if err := x.prepare(c.Context()); err != nil {
		return err
	}
	out, err := x.createFolder()
	if err != nil {
		return err
	}
	if out != nil {
		defer out.Abort()
	}
	sets, err := x.open()
	if err != nil {
		return err
	}
	if x.dryRun {
		return x.describe(c.OutOrStdout(), sets)
	}
	r, err := x.results(c, sets)
	if err != nil {
		return err
	}
	options := report.Options{Color: colored(c.OutOrStdout()), Describe: x.descriptions()}
	if out != nil {
		m, err := x.manifest(r)
		if err != nil {
			return err
		}
		if err := out.CommitAll(*r, m, options); err != nil {
			return err
		}
	}
	warn(c, x.warnings(r))
	return x.write(c.OutOrStdout(), r, options)
}

// prepare checks all settings.
func (x *experiment) prepare(ctx context.Context) (err error) {
	if x.replay != nil {
		if err := x.replay.checkVectors(x.text()); err != nil {
			return err
		}
	}
	if x.eval != nil {
		if x.evalOptions, err = x.eval.prepare(ctx); err != nil {
			return x.positions.locate("", err)
		}
		x.evalOptions.Weights = x.out != "" // for the page
	}
	if x.compare != nil {
		if err := x.prepareCompare(); err != nil {
			return x.positions.locate("compare", err)
		}
	}
	if x.curve != nil {
		if x.curveOptions, err = x.curve.prepare(ctx); err != nil {
			return x.positions.locate("curve", err)
		}
	}
	return nil
}

// text returns the text settings, which all parts share.
func (x *experiment) text() *textFlags {
	if x.eval != nil {
		return &x.eval.text
	}
	return &x.curve.text
}

func (x *experiment) prepareCompare() error {
	if err := x.compare.check(); err != nil {
		return err
	}
	if err := x.compare.checkProtocol(x.eval); err != nil {
		return err
	}
	if err := x.compare.options().Check(x.evalOptions.Approaches,
		x.evalOptions.Regressors); err != nil {
		return cli.Usage(err)
	}
	return nil
}

// files lists the files of the report's folder.
func (x *experiment) files() []string {
	var list []string
	if x.eval != nil {
		list = append(list, report.Files()...)
	}
	if x.compare != nil {
		list = append(list, report.ComparisonFiles()...)
	}
	if x.curve != nil {
		list = append(list, report.CurveFiles()...)
	}
	list = slices.DeleteFunc(list, func(name string) bool { return name == report.ManifestFile })
	return append(list, report.ManifestFile)
}

// createFolder prepares the report's folder, nil if there is to be none.
func (x *experiment) createFolder() (*report.Dir, error) {
	if x.out == "" || x.dryRun {
		return nil, nil
	}
	return report.CreateFor(x.out, x.files())
}

// open reads the data sets and checks the settings that depend on them.
func (x *experiment) open() ([]*datasets.Dataset, error) {
	raw := x.eval != nil && x.eval.protocol == "published"
	var sets []*datasets.Dataset
	for i, s := range x.sources {
		opened, err := s.data.open([]string{s.spec}, raw)
		if err != nil {
			return nil, x.positions.locate(x.sourceTable(i), err)
		}
		sets = append(sets, opened...)
	}
	if x.eval != nil {
		if err := x.eval.checkFolds(sets); err != nil {
			return nil, x.positions.locate("", err)
		}
	}
	if x.replay == nil {
		return sets, nil
	}
	return sets, x.replay.checkData(sets)
}

// sourceTable returns the path of a data set's settings in a file.
func (x *experiment) sourceTable(i int) string {
	if x.tables {
		return fmt.Sprintf("dataset[%d]", i)
	}
	return fmt.Sprintf("datasets[%d]", i)
}

// results carries out the parts one after the other.
func (x *experiment) results(c *cobra.Command, sets []*datasets.Dataset) (_ *results, err error) {
	r := &results{}
	if x.eval != nil {
		bar := newProgress(c.ErrOrStderr())
		x.evalOptions.Progress = bar.trials
		r.Report, err = protocols[x.eval.protocol](c.Context(), sets, x.evalOptions)
		bar.clear()
		if err != nil {
			return nil, err
		}
	}
	if x.compare != nil {
		if r.Comparison, err = lrp.Compare(r.Report, x.compare.options()); err != nil {
			return nil, err
		}
	}
	if x.curve != nil {
		bar := newProgress(c.ErrOrStderr())
		x.curveOptions.Progress = bar.trials
		r.Curve, err = lrp.Curve(c.Context(), sets, x.curveOptions)
		bar.clear()
		if err != nil {
			return nil, err
		}
	}
	return r, nil
}

// descriptions returns the descriptions of all approaches by their names.
func (x *experiment) descriptions() map[string]string {
	d := make(map[string]string)
	for _, a := range slices.Concat(x.evalOptions.Approaches, x.curveOptions.Approaches) {
		d[a.Name] = a.Description
	}
	return d
}

// warnings collects the warnings of all parts without duplicates.
func (x *experiment) warnings(r *results) []string {
	var list []string
	add := func(d *lrp.DatasetReport) {
		for _, w := range warnings(d) {
			if !slices.Contains(list, w) {
				list = append(list, w)
			}
		}
	}
	if r.Report != nil {
		for i := range r.Report.Datasets {
			add(&r.Report.Datasets[i])
		}
	}
	if r.Curve != nil {
		for i := range r.Curve.Datasets {
			add(&r.Curve.Datasets[i].DatasetReport)
		}
	}
	if x.replay != nil {
		if w := x.replay.warning(); w != "" {
			list = append(list, w)
		}
	}
	return list
}

// write writes the results of all parts in the chosen format.
func (x *experiment) write(w io.Writer, r *results, options report.Options) error {
	var parts []func() error
	if r.Report != nil {
		parts = append(parts,
			func() error { return writeAs(formats, x.format, w, r.Report, options) })
	}
	if r.Comparison != nil {
		parts = append(parts,
			func() error { return writeAs(comparisonFormats, x.format, w, r.Comparison, options) })
	}
	if r.Curve != nil {
		parts = append(parts,
			func() error { return writeAs(curveFormats, x.format, w, r.Curve, options) })
	}
	for i, write := range parts {
		if i > 0 && x.format != "json" {
			fmt.Fprintln(w)
		}
		if err := write(); err != nil {
			return err
		}
	}
	return nil
}
