package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/luna-rating/luna/luna/player"
)

// maxReportParts bounds the number of rows, not counting the row for all games together.
const maxReportParts = 10

// writeErrors reports the errors of the guesses, and those of two guessers that ignore the
// responses.
func writeErrors(w io.Writer, records []player.Record) error {
	if len(records) == 0 {
		_, err := fmt.Fprintln(w, "no game against an opponent with a rating is finished yet")
		return err
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "games\tguesses\tmean error\tby running mean\tby 50\t\n")
	each := max(10, (len(records)+maxReportParts-1)/maxReportParts)
	list := player.Report(records, each)
	if len(list) > 1 {
		list = append(list, player.Report(records, len(records))...)
	}
	for _, e := range list {
		fmt.Fprintf(t, "%d-%d\t%d\t%.1f\t%.1f\t%.1f\t\n", e.First, e.Last, e.Games, e.Player,
			e.RunningMean, e.Constant)
	}
	return t.Flush()
}
