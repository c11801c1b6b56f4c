package main

import (
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/luna/server"
)

func adminReportsCommand() *cobra.Command {
	var all bool
	var done int64
	c := listing(&cobra.Command{
		Use:   "reports [--close ID] --db FILE",
		Short: "list what players report, with the texts",
		Long: `Reports lists what players have reported and nobody has closed, the oldest first: the reason, and
what was written in the game, by whom. 'luna admin suspend' keeps a player from playing, and 'luna
admin texts' removes what they wrote. --close closes a report, and lists the others.`,
		Example: "  luna admin reports --close 3 --db luna.db",
	}, func(c *cobra.Command, db string, _ []string) ([]server.Report, error) {
		if c.Flags().Changed("close") {
			if err := server.CloseReport(c.Context(), db, done); err != nil {
				return nil, err
			}
		}
		return server.Reports(c.Context(), db, all)
	}, writeReports)
	c.Flags().BoolVar(&all, "all", false, "closed reports, too")
	c.Flags().Int64Var(&done, "close", 0, "close the report with this `ID`")
	return c
}

func writeReports(w io.Writer, list []server.Report) error {
	w = cli.Readable(w)
	for _, r := range list {
		state := "open"
		if r.Closed {
			state = "closed"
		}
		fmt.Fprintf(w, "report %d, %s, %s: game %s of %s, by %s\n  reason: %s\n", r.ID, state,
			r.Time.Format(time.DateTime), r.Game, r.Kind, r.Reporter, cli.InLine(r.Reason))
		for _, x := range r.Texts {
			name := x.Player
			if name == "" {
				name = "a program"
			}
			fmt.Fprintf(w, "  %s: %s\n", name, cli.InLine(x.Text))
		}
	}
	if len(list) == 0 {
		_, err := fmt.Fprintln(w, "no reports")
		return err
	}
	return nil
}
