package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp/auto"
	"github.com/luna-rating/luna/lrp/experiment"
)

type priorFlags struct {
	data   dataFlags
	text   textFlags
	out    string
	source string
	format string
}

func priorCommand() *cobra.Command {
	f := &priorFlags{}
	c := &cobra.Command{
		Use:   "prior [-o FILE] DATASET...",
		Short: "learn AUTO's prior from graded responses",
		Long: `Prior learns what similarity of a response to the key is worth, from data sets that have a
key and a score for each response, and writes it to a file that --prior of 'lrp grade', 'lrp train',
'lrp eval', 'lrp compare' and 'lrp curve' takes. AUTO then starts from it, which matters most while
nobody or few are rated. The file has the names of the data sets and digests of the questions, but
no texts: commands that test AUTO on questions it was learned from warn.

Several data sets are taken for a sample of exams: the prior is the mean over exams, and the
variance between them is printed and kept.

Without -o nothing is written. Instead each DATASET is predicted with nobody rated, with a
prior that was learned from the others. A DATASET that names several sets is left out as a whole,
and so is every set that has a question in common with it.`,
		Example: `  lrp prior -o mine.json midterm.xlsx final.xlsx
  lrp grade exam.xlsx --prior mine.json
  lrp prior powergrading:DIR mohler-assignments:DIR`,
		Args: func(_ *cobra.Command, specs []string) error {
			if len(specs) == 0 {
				return usagef("prior needs a DATASET with a score for each response")
			}
			return nil
		},
		RunE: func(c *cobra.Command, specs []string) error { return f.run(c, specs) },
	}
	flags := c.Flags()
	flags.StringVarP(&f.out, "out", "o", "", "`FILE` to write, or - for standard output (default: none, a test)")
	flags.StringVar(&f.source, "source", "",
		"what the prior was learned from, kept in the file (default: names and numbers)")
	cli.Check(flags, checkAbout, "source")
	cli.EnumVar(flags, &f.format, "format", "%s", cli.TextOrJSON...)
	f.data.register(c)
	f.text.register(c)
	f.text.answers = f.data.answers
	return c
}

func (f *priorFlags) run(c *cobra.Command, specs []string) error {
	if f.out == "" && len(specs) < 2 {
		return usagef("prior needs -o FILE, the file to write, or at least two of DATASET, to test on each a " +
			"prior that was learned from the others")
	}
	groups := make([][]*datasets.Dataset, len(specs))
	for i, spec := range specs {
		var err error
		if groups[i], err = f.data.open([]string{spec}, false); err != nil {
			return err
		}
	}
	parts, err := f.text.parts(c, nil)
	if err == nil && parts.Encoder == nil {
		parts.Encoder, err = embed.Static()
	}
	if err != nil {
		return err
	}
	var o experiment.Options
	if o.Analyzer, o.AllWords, err = f.text.analyzer(); err != nil {
		return err
	}
	m := auto.Model{Vectors: parts.Vectors, Encoder: parts.Encoder}
	if f.out == "" {
		return f.test(c, groups, o, m)
	}
	var exams []*auto.Exam
	for _, ds := range slices.Concat(groups...) {
		e, err := experiment.NewExam(ds, o.AnalyzerFor(ds), m)
		if err != nil {
			return err
		}
		exams = append(exams, e)
	}
	prior, err := auto.LearnPrior(cmp.Or(f.source, describeExams(exams)), exams...)
	if err != nil {
		return err
	}
	if err := writeOutput(c, f.out, prior.Write); err != nil {
		return err
	}
	tell(c, f.data.opened...)
	f.warn(c)
	if f.out == "-" {
		return nil
	}
	cli.Wrote(c, "%s", f.out)
	return cli.WriteAs(c.OutOrStdout(), f.format, &prior, writePrior)
}

// test tests, on each group of data sets, the prior learned from the others.
func (f *priorFlags) test(
	c *cobra.Command, groups [][]*datasets.Dataset, o experiment.Options, m auto.Model,
) error {
	tests, err := experiment.LeaveOutPriors(c.Context(), groups, o, m)
	if err != nil {
		return err
	}
	tell(c, f.data.opened...)
	f.warn(c)
	cli.Note(c, "nothing is written: -o FILE learns a prior from all of them")
	return cli.WriteAs(c.OutOrStdout(), f.format, tests, writePriorTests)
}

// warn passes on the warnings of the data sets.
func (f *priorFlags) warn(c *cobra.Command) {
	for _, ds := range f.data.opened {
		for _, w := range ds.Warnings {
			warn(c, []string{ds.Name + ": " + w})
		}
	}
}

// describeExams returns the default text for the source of a prior.
func describeExams(exams []*auto.Exam) string {
	var list []string
	for _, e := range exams {
		a := e.About()
		list = append(list, fmt.Sprintf("%s (%s, %s)", a.Name,
			text.Count(len(a.Questions), "question"), text.Count(a.Responses, "response")))
	}
	return strings.Join(list, ", ")
}

// writePrior prints the exams that a prior was learned from, and its weights.
func writePrior(out io.Writer, p *auto.Prior) error {
	questions, responses := 0, 0
	for _, e := range p.Exams {
		questions += len(e.Questions)
		responses += e.Responses
	}
	w := tabwriter.NewWriter(cli.Readable(out), 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(out, "learned from %s, %s, %s\n\n", text.Count(len(p.Exams), "exam"),
		text.Count(questions, "question"), text.Count(responses, "response"))
	fmt.Fprint(w, "questions\tresponses\tdistinct\tmean grade\t  exam\n")
	for _, e := range p.Exams {
		fmt.Fprintf(w, "%d\t%d\t%d\t%.3f\t  %s\n", len(e.Questions), e.Responses, e.Distinct,
			e.MeanGrade, oneField(e.Name))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(out)
	spread := ""
	if p.Between != nil {
		spread = "sd between exams\t"
	}
	fmt.Fprintf(w, "weight\t%s  of\n", spread)
	row := func(name string, v float64) {
		spread := ""
		if between, ok := p.Between[name]; ok {
			spread = fmt.Sprintf("%.2f\t", math.Sqrt(between))
		}
		fmt.Fprintf(w, "%+.2f\t%s  %s\n", v, spread, oneField(name))
	}
	row("intercept", p.Intercept)
	for _, name := range slices.Sorted(maps.Keys(p.Weights)) {
		row(name, p.Weights[name])
	}
	return w.Flush()
}

// writePriorTests prints the errors with nobody rated.
func writePriorTests(out io.Writer, tests []experiment.PriorTest) error {
	fmt.Fprint(out, "RMSE with nobody rated: AUTO with the prior learned from the other data "+
		"sets,\nAUTO with the embedded prior, guessing .5, and guessing the mean, which is not "+
		"known\n\n")
	w := tabwriter.NewWriter(cli.Readable(out), 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "learned\tembedded\t.5\tmean\trespondents\texams\t  data set\n")
	var sum [4]float64
	for _, t := range tests {
		values := [4]float64{t.Learned, t.Shipped, t.Half, t.Mean}
		for k, v := range values {
			fmt.Fprintf(w, "%.4f\t", v)
			sum[k] += v / float64(len(tests))
		}
		fmt.Fprintf(w, "%d\t%d\t  %s\n", t.Respondents, len(t.Exams), oneField(t.Name))
	}
	if len(tests) > 1 {
		for _, v := range sum {
			fmt.Fprintf(w, "%.4f\t", v)
		}
		fmt.Fprint(w, "\t\t  mean over data sets\n")
	}
	return w.Flush()
}

// oneField escapes line breaks and tabs, to keep a text in its field of a line.
func oneField(s string) string { return strings.ReplaceAll(oneLine(s), "\t", `\t`) }
