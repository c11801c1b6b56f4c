package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/turing/internal/winograd"
	"github.com/luna-rating/luna/internal/text"
)

// write writes the report for people.
func (r *winogradReport) write(w io.Writer) error {
	for _, round := range r.rounds() {
		if err := writeRound(w, round); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	if len(r.Prizes) == 0 {
		_, err := fmt.Fprintln(w, "No prize is won.")
		return err
	}
	for _, p := range r.Prizes {
		split := ""
		if p.SharedBy > 1 {
			split = fmt.Sprintf(" (split among %d)", p.SharedBy)
		}
		if _, err := fmt.Fprintf(w, "%s prize: %s, $%.2f%s\n", p.Prize, cli.InLine(p.Team), p.Amount,
			split); err != nil {
			return err
		}
	}
	return nil
}

// writeRound writes the results of a round as a table.
func writeRound(w io.Writer, r winograd.Round) error {
	fmt.Fprintf(w, "%s: %s in %s. Guessing has %s on average, always A %s", cli.InLine(r.Key),
		text.Count(r.Problems, "problem"), text.Count(r.Runs, "run"), percent(r.Random),
		percent(r.AlwaysA))
	if r.Humans != nil {
		fmt.Fprintf(w, ", people %s", percent(r.Humans.Accuracy))
	}
	fmt.Fprint(w, ".\n\n")
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprint(t, "team\tright\tof\taccuracy\t95% interval\tby runs\tchance\tomitted\tinvalid")
	if r.Teams[0].Halves != nil { // as all teams have
		fmt.Fprint(t, "\tboth halves\tdifferent")
	}
	if r.Teams[0].SameText != nil {
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
			fmt.Fprintf(t, "\t%s\t%d of %d", of(g.Halves.Both), g.Halves.Different, g.Halves.Answered)
		}
		if g.SameText != nil {
			fmt.Fprintf(t, "\t%s\t%s", of(*g.NewText), of(*g.SameText))
		}
		fmt.Fprintln(t)
	}
	return t.Flush()
}

func of(s winograd.Share) string {
	return fmt.Sprintf("%d of %d (%s)", s.Right, s.Of, percent(s.Accuracy))
}

// percent formats a share as a percentage, with two decimal places only if they are needed.
func percent(share float64) string {
	return strings.TrimSuffix(fmt.Sprintf("%.2f", 100*share), "0") + "%"
}

func between(low, high float64) string { return fmt.Sprintf("%.1f-%.1f%%", 100*low, 100*high) }
