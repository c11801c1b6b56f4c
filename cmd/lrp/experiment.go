package main

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/report"
)

// experimentRun is what eval, compare, curve and run carry out on the same data sets and write to
// the same folder: an evaluation, a comparison of its results, and a learning curve. Each part is
// optional.
type experimentRun struct {
	command string // eval, curve or run
	name    string
	sources []source
	tables  bool // sources have settings of their own
	eval    *evalFlags
	compare *compareFlags // needs eval
	curve   *curveFlags
	format  string
	out     string
	dryRun  bool        // only describe what would be run
	base    base        // that relative paths start at
	file    *document   // that the settings are from; nil for flags
	replay  *replay     // nil unless a manifest is run again
	parts   *shardFlags // of an evaluation that may be divided, or nil

	sets         []*datasets.Dataset
	evalOptions  lrp.Options
	curveOptions lrp.Options
	keyless      []string // warnings about approaches that need a missing answer key
	earlier      []string // files of an earlier run in the folder
}

// source is a data set and how to read it.
type source struct {
	spec string
	data *dataFlags
}

func sourcesOf(specs []string, data *dataFlags) []source {
	return numbers.Map(specs, func(spec string) source { return source{spec, data} })
}

// run checks all settings, carries out the experiment and writes its results.
func (x *experimentRun) run(c *cobra.Command) error {
	defer parallel.SpendMemory()()
	if err := x.prepare(c); err != nil {
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
	x.sayUnnamed(c)
	if x.dryRun {
		return x.describe(c.OutOrStdout(), sets)
	}
	if err := x.systems().fill(c, x.base, nil, sets...); err != nil {
		return err
	}
	if x.parts != nil && x.parts.dir != "" {
		if err := x.loadParts(x.parts, sets); err != nil {
			return err
		}
	}
	r, err := x.results(c, sets)
	if err != nil {
		return err
	}
	options := report.Options{
		Color:      colored(c.OutOrStdout()),
		Approaches: slices.Concat(x.evalOptions.Approaches, x.curveOptions.Approaches),
	}
	if out != nil {
		m, err := x.manifest(r)
		if err != nil {
			return err
		}
		options.Manifest = m
		if err := commit(out, x.files(*r, options), m); err != nil {
			return err
		}
		x.removeEarlier()
	}
	tell(c, sets...)
	tellLanguages(c, x.evalOptions, r.evaluation)
	if r.evaluation == nil {
		tellLanguages(c, x.curveOptions, r.curve)
	}
	warn(c, x.warnings(r))
	if out != nil { // the first file is the page
		cli.Wrote(c, "%d files to %s; open %s", len(x.fileNames()), x.out,
			filepath.Join(x.out, x.fileNames()[0]))
	}
	return x.write(c.OutOrStdout(), r, options)
}

// sayUnnamed says what is evaluated where no data set was named.
func (x *experimentRun) sayUnnamed(c *cobra.Command) {
	if x.command != "run" && len(c.Flags().Args()) == 0 {
		cli.Note(c, "no data set was named: these are two embedded synthetic samples; 'lrp %s FILE' takes your own",
			x.command)
	}
}

// prepare checks all settings.
func (x *experimentRun) prepare(c *cobra.Command) (err error) {
	if x.eval != nil && x.curve != nil {
		x.curve.encoderFlags = x.eval.encoderFlags
	}
	if x.replay != nil {
		if err := x.replay.checkFiles(x); err != nil {
			return err
		}
	}
	if x.compare != nil && (x.command == "compare" || !x.eval.given("approach")) {
		x.compare.includeBaseline(x.eval)
	}
	if x.eval != nil {
		if x.evalOptions, err = x.eval.prepare(c, x.base); err != nil {
			return x.file.locate("", err)
		}
		x.evalOptions.Predictions = x.out != "" // for their file
	}
	if x.compare != nil {
		if err := x.prepareCompare(); err != nil {
			return x.file.locate("compare", err)
		}
	}
	if x.curve != nil {
		if x.eval != nil {
			x.curve.memory = x.eval.memory
		}
		if x.curveOptions, err = x.curve.prepare(c, x.base); err != nil {
			return x.file.locate("curve", err)
		}
	}
	if x.replay == nil {
		return nil
	}
	if kept := x.systems().judged; kept != "" {
		err = x.replay.checkKept(kept)
	}
	return cmp.Or(err, x.replay.checkEncoder(x))
}

func (x *experimentRun) prepareCompare() error {
	if err := x.compare.check(); err != nil {
		return err
	}
	if err := x.compare.options().Check(x.evalOptions); err != nil {
		return cli.Usage(err)
	}
	return nil
}

// open reads the data sets and checks the settings that depend on them.
func (x *experimentRun) open() ([]*datasets.Dataset, error) {
	var sets []*datasets.Dataset
	for i, s := range x.sources {
		opened, err := x.eval.openAll(s.data.startingAt(x.base), x.base.spec(s.spec))
		if err != nil {
			return nil, x.file.locate(x.sourceTable(i), err)
		}
		sets = append(sets, opened...)
	}
	if x.eval != nil {
		var err error
		if sets, err = x.eval.join(x.sources[0].data.startingAt(x.base), x.base, sets); err != nil {
			return nil, x.file.locate("", err)
		}
		if err := x.eval.checkFolds(sets); err != nil {
			return nil, x.file.locate("", err)
		}
	}
	if err := x.systems().readGrades(x.base, sets...); err != nil {
		return nil, x.file.locate("", err)
	}
	if x.sets = sets; x.replay == nil {
		x.leaveOutKeyed(sets)
		return sets, nil
	}
	return sets, x.replay.checkData(sets)
}

// leaveOutKeyed leaves out of all parts the approaches that need an answer key if there is none.
func (x *experimentRun) leaveOutKeyed(sets []*datasets.Dataset) {
	add := func(warning string) {
		if warning != "" && !slices.Contains(x.keyless, warning) {
			x.keyless = append(x.keyless, warning)
		}
	}
	if x.eval != nil {
		add(x.eval.withoutKey(&x.evalOptions, sets))
	}
	if x.curve != nil {
		add(x.curve.withoutKey(&x.curveOptions, sets))
	}
}

// sourceTable returns the path of a data set's settings in a file.
func (x *experimentRun) sourceTable(i int) string {
	if x.tables {
		return fmt.Sprintf("dataset[%d]", i)
	}
	return fmt.Sprintf("datasets[%d]", i)
}

// results carries out the parts one after the other.
func (x *experimentRun) results(c *cobra.Command, sets []*datasets.Dataset) (_ *results, err error) {
	r := &results{}
	if x.eval != nil {
		bar := x.newProgress(c)
		x.evalOptions.Progress = bar.trials
		r.evaluation, err = protocols[x.eval.Protocol](c.Context(), sets, x.evalOptions)
		bar.clear()
		if err != nil {
			return nil, err
		}
	}
	if x.compare != nil {
		if r.comparison, err = lrp.Compare(r.evaluation, x.compare.options()); err != nil {
			return nil, err
		}
	}
	if x.curve != nil {
		bar := x.newProgress(c)
		x.curveOptions.Progress = bar.trials
		r.curve, err = lrp.Curve(c.Context(), sets, x.curveOptions)
		bar.clear()
		if err != nil {
			return nil, err
		}
	}
	return r, nil
}

// tellLanguages says how texts in other languages than English were treated, if their language was
// found out.
func tellLanguages(c *cobra.Command, o lrp.Options, r *lrp.Report) {
	if r == nil {
		return
	}
	for _, d := range r.Datasets {
		if d.Language != "" {
			cli.Note(c, "%s: %s", d.Name, decision(d.Language, o.AllWords))
		}
	}
}

// warnings collects the warnings of all parts without duplicates.
func (x *experimentRun) warnings(r *results) []string {
	list := slices.Clone(x.keyless)
	for _, w := range append(warningsOf(r.evaluation), warningsOf(r.curve)...) {
		if !slices.Contains(list, w) {
			list = append(list, w)
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
func (x *experimentRun) write(w io.Writer, r *results, options report.Options) error {
	var parts []func() error
	if r.evaluation != nil && x.command != "compare" {
		parts = append(parts,
			func() error { return writeAs(formats, x.format, w, r.evaluation, options) })
	}
	if r.comparison != nil {
		parts = append(parts,
			func() error { return writeAs(comparisonFormats, x.format, w, r.comparison, options) })
	}
	if r.curve != nil {
		parts = append(parts,
			func() error { return writeAs(formats, x.format, w, r.curve, options) })
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

// Files of a report's folder that commands read.
const (
	resultsFile  = "results.json"
	manifestFile = "manifest.json"
)

// results are the results of an experiment's parts, nil for parts that it does not have.
type results struct {
	evaluation *lrp.Report
	comparison *lrp.Comparison
	curve      *lrp.Report
}

// file is a file of a report's folder.
type file struct {
	name  string
	write func(io.Writer) error
}

// writeTimeless writes a document with 0 for the seconds that a run took, so that the same
// experiment gives the same bytes.
func writeTimeless(w io.Writer, r *lrp.Report) error {
	timeless := *r
	timeless.Seconds = 0
	return report.WriteJSON(w, &timeless)
}

func evaluationFiles(r *lrp.Report, o report.Options) []file {
	return []file{
		{"report.html", func(w io.Writer) error { return report.WriteHTML(w, r, o) }},
		{resultsFile, func(w io.Writer) error { return writeTimeless(w, r) }},
		{"results.csv", func(w io.Writer) error { return report.WriteCSV(w, r) }},
		{"predictions.csv", func(w io.Writer) error { return report.WritePredictions(w, r) }},
		{"rating_histograms.png", func(w io.Writer) error {
			return report.RatingHistograms(r).WritePNG(w)
		}},
		{"rating_histograms.svg", func(w io.Writer) error {
			return report.RatingHistograms(r).WriteSVG(w)
		}},
		{"rmse_bars.png", func(w io.Writer) error { return report.RMSEBars(r).WritePNG(w) }},
		{"rmse_bars.svg", func(w io.Writer) error { return report.RMSEBars(r).WriteSVG(w) }},
	}
}

func comparisonFiles(c *lrp.Comparison) []file {
	return []file{
		{"comparison.md", func(w io.Writer) error { return report.WriteComparisonMarkdown(w, c) }},
		{"comparison.json", func(w io.Writer) error { return report.WriteComparisonJSON(w, c) }},
		{"comparison.csv", func(w io.Writer) error { return report.WriteComparisonCSV(w, c) }},
	}
}

func curveFiles(r *lrp.Report, o report.Options) []file {
	return []file{
		{"curve.html", func(w io.Writer) error { return report.WriteHTML(w, r, o) }},
		{"curve.json", func(w io.Writer) error { return writeTimeless(w, r) }},
		{"curve.csv", func(w io.Writer) error { return report.WriteCSV(w, r) }},
		{"curve.png", func(w io.Writer) error { return report.CurveFigure(r, o).WritePNG(w) }},
		{"curve.svg", func(w io.Writer) error { return report.CurveFigure(r, o).WriteSVG(w) }},
	}
}

// files returns the files of the experiment's folder other than the manifest.
func (x *experimentRun) files(r results, o report.Options) []file {
	var list []file
	if x.eval != nil {
		list = append(list, evaluationFiles(r.evaluation, o)...)
		if slices.ContainsFunc(x.evalOptions.Approaches, lrp.Approach.Learns) {
			list = append(list, file{"grades.csv",
				func(w io.Writer) error { return report.WriteGrades(w, r.evaluation) }})
		}
		if len(x.eval.Subgroups) > 0 {
			list = append(list, file{"subgroups.csv",
				func(w io.Writer) error { return report.WriteSubgroups(w, r.evaluation) }})
		}
	}
	if x.compare != nil {
		list = append(list, comparisonFiles(r.comparison)...)
	}
	if x.curve != nil {
		list = append(list, curveFiles(r.curve, o)...)
	}
	if x.keepsVectors() {
		list = append(list, file{vectorsFile, x.writeVectors})
	}
	if x.systems().judgeName() != "" {
		list = append(list, file{judgedFile, x.writeJudge})
	}
	return list
}

// fileNames lists the names of all files of the folder.
func (x *experimentRun) fileNames() []string {
	return append(namesOf(x.files(results{}, report.Options{})), manifestFile)
}

// commit writes the files and the manifest with their digests into a folder, all or nothing. The
// manifest is put in place last and marks the folder as complete, even if the process is killed.
func commit(dir *atomicdir.Dir, paths []file, m manifest) error {
	var err error
	if m.SHA256, err = writeFiles(dir, paths); err != nil {
		return err
	}
	err = dir.Write(manifestFile, func(w io.Writer) error { return files.WriteJSON(w, m) })
	if err != nil {
		return err
	}
	return dir.Commit()
}

// writeFiles writes files into a folder and returns their digests.
func writeFiles(dir *atomicdir.Dir, files []file) (digests map[string]string, err error) {
	digests = make(map[string]string)
	for _, f := range files {
		sum := sha256.New()
		err := dir.Write(f.name, func(w io.Writer) error { return f.write(io.MultiWriter(w, sum)) })
		if err != nil {
			return nil, err
		}
		digests[f.name] = fmt.Sprintf("%x", sum.Sum(nil))
	}
	return digests, nil
}

func namesOf(files []file) []string {
	return numbers.Map(files, func(f file) string { return f.name })
}
