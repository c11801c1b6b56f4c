package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/turing/winograd"
)

// writeRound writes the results of a round as a table.
func writeRound(w io.Writer, r winograd.Round) {
	fmt.Fprintf(w, "%s: %s in %s. Guessing has %s on average, always A %s", cli.InLine(r.Key),
		fileerr.Count(r.Problems, "problem"), fileerr.Count(r.Runs, "run"), percent(r.Random),
		percent(r.AlwaysA))
	if r.Humans != nil {
		fmt.Fprintf(w, ", people %s", percent(r.Humans.Accuracy))
	}
	fmt.Fprint(w, ".\n\n")
	halves, same := false, false
	for _, g := range r.Teams {
		halves = halves || g.Halves != nil
		same = same || g.SameText != nil
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprint(t, "team\tright\tof\taccuracy\t95% interval\tby runs\tchance\tomitted\tinvalid")
	if halves {
		fmt.Fprint(t, "\tboth halves\tdifferent")
	}
	if same {
		fmt.Fprint(t, "\tnew text\tsame text")
	}
	fmt.Fprintln(t)
	for _, g := range r.Teams {
		runs := "-"
		if g.ByRuns != nil {
			runs = between(g.ByRuns[0], g.ByRuns[1])
		}
		fmt.Fprintf(t, "%s\t%d\t%d\t%s\t%s\t%s\t%.3g\t%d\t%d", cli.InLine(g.Team), g.Right, g.Of,
			percent(g.Accuracy), between(g.Low, g.High), runs, g.Chance, g.Omitted, g.Invalid)
		if g.Halves != nil {
			fmt.Fprintf(t, "\t%s\t%d of %d", of(g.Halves.Both), g.Halves.Different,
				g.Halves.Answered)
		}
		if g.SameText != nil {
			fmt.Fprintf(t, "\t%s\t%s", of(*g.NewText), of(*g.SameText))
		}
		fmt.Fprintln(t)
	}
	t.Flush()
}

func of(s winograd.Share) string {
	return fmt.Sprintf("%d of %d (%s)", s.Right, s.Of, percent(s.Accuracy))
}

// percent formats a share as a percentage, with two decimal places only if they are needed.
func percent(share float64) string {
	text := fmt.Sprintf("%.2f", 100*share)
	if text[len(text)-1] == '0' {
		text = text[:len(text)-1]
	}
	return text + "%"
}

func between(low, high float64) string { return fmt.Sprintf("%.1f-%.1f%%", 100*low, 100*high) }
