package simulate

import (
	"bufio"
	"fmt"
	"io"
	"math"

	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/sheet"
)

// settings describes how a result was made, in one line.
func (r *Result) settings() string {
	runs := "a single run"
	if r.Runs > 1 {
		runs = fmt.Sprintf("mean over %d runs", r.Runs)
	}
	return fmt.Sprintf("variant %s: guesses with standard deviation %.3g, %s, seed %d",
		r.Variant.Name, r.Variant.NoiseSD, runs, r.Seed)
}

// WriteTable writes the numbers of results next to those of the thesis, one per line. The results
// must have variant, runs and seed in common.
func WriteTable(w io.Writer, results ...*Result) error {
	b := bufio.NewWriter(w)
	if len(results) > 0 {
		const title = "SIMULATED players: errors of Smarts Ratings in points (Silver 2016, chapter 3)"
		fmt.Fprintf(b, "%s\n%s\n\n", title, results[0].settings())
	}
	fmt.Fprintf(b, "%-6s  %-32s %7s %7s %6s  %10s %9s\n",
		"figure", "", "thesis", "ours", "± SE", "difference", "tolerance")
	for _, r := range results {
		for _, c := range r.comparisons() {
			mark := ""
			if !c.within() && !math.IsNaN(c.tolerance) {
				mark = "  *"
			}
			fmt.Fprintf(b, "%-6s  %-32s %7s %7.2f %6s  %+10.2f %9s%s\n",
				c.figure, c.what, sheet.Exact(c.printed), c.simulated, formatNumber(c.se, 3),
				c.simulated-c.printed, formatNumber(c.tolerance, 2), mark)
		}
	}
	fmt.Fprintln(b, "\ntolerance: three standard errors of the difference of two means, "+
		"and how exactly the thesis's number can be read; * beyond it")
	return b.Flush()
}

// formatNumber formats x with a number of decimals, NaN as a dash.
func formatNumber(x float64, decimals int) string {
	if math.IsNaN(x) {
		return "-"
	}
	return fmt.Sprintf("%.*f", decimals, x)
}

// WriteCSV writes one row per point of the figure: mean and maximum error, each with its standard
// deviation over runs, which is empty for a single run.
func (r *Result) WriteCSV(w io.Writer) error {
	head := []string{"figure", "variant", "noise_sd", "runs", "seed", r.Experiment.column,
		"mean_error", "mean_error_sd", "max_error", "max_error_sd"}
	var rows [][]any
	for _, p := range r.Points {
		rows = append(rows, []any{
			r.Experiment.Figure, r.Variant.Name, r.Variant.NoiseSD, r.Runs, r.Seed, p.X, p.Mean.Mean,
			p.Mean.SD, p.Max.Mean, p.Max.SD,
		})
	}
	return sheet.WriteRows(w, head, rows)
}

// fileNames returns the names of the files of a figure, such as figure-3.1-text.png: the figure
// as PNG and SVG, its points as CSV, and the table.
func fileNames(figure, variant string) []string {
	var list []string
	for _, extension := range []string{"png", "svg", "csv", "txt"} {
		list = append(list, fmt.Sprintf("figure-%s-%s.%s", figure, variant, extension))
	}
	return list
}

// Files lists the files of the figures of experiments in a variant: figure-3.1-text.png and .svg,
// the points in .csv and the table in .txt, and so on.
func Files(experiments []Experiment, v Variant) []string {
	var names []string
	for _, e := range experiments {
		names = append(names, fileNames(e.Figure, v.Name)...)
	}
	return names
}

// WriteFiles writes the files of all results.
func WriteFiles(dir *atomicdir.Dir, results ...*Result) error {
	for _, r := range results {
		drawing := r.figure()
		writeTable := func(w io.Writer) error { return WriteTable(w, r) }
		writers := []func(io.Writer) error{
			drawing.WritePNG, drawing.WriteSVG, r.WriteCSV, writeTable,
		}
		for i, name := range fileNames(r.Experiment.Figure, r.Variant.Name) {
			if err := dir.Write(name, writers[i]); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return nil
}
