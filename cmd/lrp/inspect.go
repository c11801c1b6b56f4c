package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
	phrase "github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/approach"
)

type inspectFlags struct {
	modelFlags
	data   dataFlags
	format string
}

func inspectCommand() *cobra.Command {
	f := &inspectFlags{}
	c := &cobra.Command{
		Use:   "inspect MODEL|TABLE",
		Short: "describe a model, or how a table is read",
		Long: `Inspect reads and verifies a model and prints how it was trained, its estimated error, its questions
and its largest weights.

Of a table it prints what each column is taken for and why, what the table leaves open with the
flags that decide, what else was found out, and the command line that says the same. --save-mapping
writes that to a file for --mapping.`,
		Example: `  lrp inspect civics.lrp
  lrp inspect exam.xlsx
  lrp inspect --format json civics.lrp`,
		Args: cli.OneArgument("MODEL or TABLE"),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args[0]) },
	}
	flags := c.Flags()
	cli.EnumVar(flags, &f.format, "format", "%s", cli.TextOrJSON...)
	f.encoderFlags.register(flags)
	f.data.register(c)
	f.data.registerSave(c)
	return c
}

func (f *inspectFlags) run(c *cobra.Command, path string) error {
	if kind, _ := splitSpec(path); isTable(path) && !isModel(path) || isDataset(path) && isTable("x."+kind) {
		f.data.Accept = true
		sets, err := f.data.open([]string{path}, false)
		if err != nil {
			return err
		}
		return cli.WriteAs(c.OutOrStdout(), f.format, readingOf(sets[0]),
			func(w io.Writer, r *reading) error { return r.write(w) })
	}
	m, err := f.openModel(c, path)
	if err != nil {
		return err
	}
	return cli.WriteAs(c.OutOrStdout(), f.format, inspect(m),
		func(w io.Writer, _ inspection) error { return inspectText(w, m) })
}

// maxWeights is the maximum number of weights in the text format.
const maxWeights = 20

type inspection struct {
	lrp.ModelInfo
	Questions []inspectedQuestion `json:"questions"`
	Weights   []approach.Weight   `json:"weights,omitempty"`
	// Notes say what the model has learned about the data as a whole.
	Notes []string `json:"notes,omitempty"`
	// Transducible says whether 'lrp predict' accepts --transductive for the model.
	Transducible bool `json:"transducible"`
}

type inspectedQuestion struct {
	ID   string   `json:"id"`
	Text string   `json:"text"`
	Key  []string `json:"key"`
}

func inspect(m *lrp.Model) inspection {
	x := inspection{
		ModelInfo: m.Info(), Weights: m.Weights(), Notes: m.Notes(),
		Transducible: m.CanTransduce() == nil,
	}
	for _, q := range m.Questions() {
		x.Questions = append(x.Questions,
			inspectedQuestion{q.ID, q.Text, append([]string{}, q.Key...)})
	}
	return x
}

func inspectText(out io.Writer, m *lrp.Model) error {
	info := m.Info()
	row, flush := namedValues(out)
	row("format", "%s, version %d, by %s", info.Format, info.Version, info.Tool)
	row("approach", "%s", approachOf(info))
	if len(info.Features) > 0 {
		row("features", "%s: %s", strings.Join(info.Features, ", "), phrase.Count(info.Columns, "column"))
	}
	if info.Alpha > 0 {
		row("penalty", "%s", penaltyOf(info))
	}
	row("words", "%s, seed %d", wordsOf(info), info.Seed)
	d := info.Dataset
	row("trained on", "%s%s: %s, %s, ratings %.4f ± %.4f", cli.InLine(d.Name),
		synthetic(d.Synthetic), respondentsOf(d), phrase.Count(d.Questions, "question"),
		d.RatingMean, d.RatingSD)
	if text := meaning(d); text != "" {
		row("ratings", "%s", text)
	}
	if len(d.Points) > 0 {
		row("points", "%s", pointsOf(d.Points))
	}
	row("", "sha256 %s", d.SHA256)
	if d.Respondents+d.Unrated > 0 {
		what := "ratings"
		if info.Learn == approach.LearnGrades {
			what = "their grades and ratings"
		}
		row("", "the file has their answers, word for word, and %s: share it as you would share these",
			what)
	}
	row("expected error", "%s", expectedError(info))
	if own := ownError(info); own != "" {
		row("", "in the units of the data: %s", own)
	}
	if e := info.Expected; e != nil && e.Half > 0 {
		own := ""
		if s := m.Scale(); !s.Unit() {
			own = fmt.Sprintf(", %.3g in the units of the data", s.Span()*e.Half)
		}
		row("", "%.0f%% of its predictions were within %.4f%s", 100*approach.IntervalLevel, e.Half,
			own)
	}
	if info.Learn != "" {
		row("learned from", "%s", info.Learn.Sources())
	}
	if info.Prior != nil {
		row("prior", "%s", cli.InLine(info.Prior.Source))
	}
	if info.Blank != "" {
		row("no answer", "counts as in --blank %s", info.Blank)
	}
	for i, note := range m.Notes() {
		row(onlyFirst(i, "learned"), "%s", note)
	}
	row("transductive", "%s", transductiveOf(m))
	for i, r := range info.Resources {
		row(onlyFirst(i, "depends on"), "%s, sha256 %s", r.Name, r.SHA256)
	}
	for i, warning := range info.Warnings {
		row(onlyFirst(i, "warnings"), "%s", cli.InLine(warning))
	}
	for i, q := range m.Questions() {
		row(onlyFirst(i, "questions"), "%s  %s (%s)",
			cli.InLine(q.ID), cli.InLine(q.Text), phrase.Count(len(q.Key), "acceptable answer"))
	}
	weights := m.Weights()
	for i, x := range weights[:min(maxWeights, len(weights))] {
		effect := ""
		if !math.IsNaN(x.SD) {
			effect = fmt.Sprintf(", moves ratings by %.4f", math.Abs(x.Value*x.SD))
		}
		row(onlyFirst(i, "weights"), "%s  %+.4f%s", cli.InLine(x.Label()), x.Value, effect)
	}
	if n := len(weights) - maxWeights; n > 0 {
		row("", "and %d smaller ones", n)
	}
	return flush()
}

// transductiveOf says whether the model can use the texts of the respondents to be rated.
func transductiveOf(m *lrp.Model) string {
	err := m.CanTransduce()
	if err == nil {
		return "can be, by 'lrp predict --transductive'"
	}
	_, why, _ := strings.Cut(err.Error(), lrp.ErrNotTransductive.Error()+": ")
	return "cannot be: " + cli.InLine(why)
}

// penaltyOf describes the penalty of the regressor.
func penaltyOf(info lrp.ModelInfo) string {
	text := fmt.Sprintf("alpha %.4g", info.Alpha)
	if info.AlphaChosen {
		text += ", chosen by cross-validation"
	}
	return text
}

// pointsOf lists the points of the questions.
func pointsOf(points []float64) string {
	list := numbers.Map(points, func(p float64) string { return fmt.Sprintf("%.6g", p) })
	return strings.Join(list, ", ")
}

// namedValues returns a function that adds a row of two columns, a name and a formatted value, and
// one that writes all rows.
func namedValues(out io.Writer) (row func(name, format string, args ...any), flush func() error) {
	w := tabwriter.NewWriter(cli.Readable(out), 0, 0, 2, ' ', 0)
	return func(name, format string, args ...any) {
		fmt.Fprintf(w, "%s\t%s\n", name, fmt.Sprintf(format, args...))
	}, w.Flush
}

func onlyFirst(i int, name string) string {
	if i > 0 {
		return ""
	}
	return name
}

// wordsOf says which words of texts a model uses.
func wordsOf(info lrp.ModelInfo) string {
	words := ""
	if a, ok := text.Named(info.Analyzer); ok && a.StopWord == nil {
		words = a.Description()
	} else if info.Analyzer == "" || strings.HasSuffix(info.Analyzer, " words") {
		words = cmp.Or(info.Analyzer, "all words")
	} else {
		words = info.Analyzer + " stop words left out"
	}
	if info.Language != "" {
		words += ", as the texts look " + cli.InLine(info.Language)
	}
	return words
}
