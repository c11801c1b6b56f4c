package simulate

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
)

// settings says how a result was made, in one line.
func (r *Result) settings() string {
	runs := "a single run"
	if r.Runs > 1 {
		runs = fmt.Sprintf("mean over %d runs", r.Runs)
	}
	return fmt.Sprintf("variant %s: guesses with standard deviation %.3g, %s, seed %d", r.Variant.Name, r.Variant.NoiseSD, runs, r.Seed)
}

// WriteTable writes the numbers of results, which have variant, runs and seed in common, beside those of the thesis.
func WriteTable(w io.Writer, results ...*Result) error {
	b := bufio.NewWriter(w)
	if len(results) > 0 {
		fmt.Fprintf(b, "SIMULATED players: errors of Smarts Ratings in points (Silver 2016, chapter 3)\n%s\n\n", results[0].settings())
	}
	fmt.Fprintf(b, "%-6s  %-32s %7s %7s %6s  %10s %9s\n", "figure", "", "thesis", "ours", "± SE", "difference", "tolerance")
	for _, r := range results {
		for _, c := range r.Comparisons() {
			mark := ""
			if !c.Within() && !math.IsNaN(c.Tolerance) {
				mark = "  *"
			}
			fmt.Fprintf(b, "%-6s  %-32s %7s %7.2f %6s  %+10.2f %9s%s\n", c.Figure, c.What, exact(c.Printed), c.Ours,
				number(c.SE, 3), c.Ours-c.Printed, number(c.Tolerance, 2), mark)
		}
	}
	fmt.Fprintf(b, "\ntolerance: three standard errors of the difference of two means, and how exactly the thesis's number can be read; * beyond it\n")
	return b.Flush()
}

// number is x with so many decimals, or a dash where it is none.
func number(x float64, decimals int) string {
	if math.IsNaN(x) {
		return "-"
	}
	return fmt.Sprintf("%.*f", decimals, x)
}

// WriteCSV writes a row for each point of the figure: mean and maximum error, each with its standard deviation over runs, empty where
// there is one run.
func (r *Result) WriteCSV(w io.Writer) error {
	rows := [][]string{{"figure", "variant", "noise_sd", "runs", "seed", r.Experiment.XName,
		"mean_error", "mean_error_sd", "max_error", "max_error_sd"}}
	for _, p := range r.Points {
		rows = append(rows, []string{r.Experiment.Figure, r.Variant.Name, exact(r.Variant.NoiseSD), strconv.Itoa(r.Runs), strconv.FormatUint(r.Seed, 10),
			exact(p.X), exact(p.Mean.Mean), exact(p.Mean.SD), exact(p.Max.Mean), exact(p.Max.SD)})
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// exact is a number as it is read again, empty where there is none.
func exact(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
