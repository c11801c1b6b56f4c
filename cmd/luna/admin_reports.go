package main

import (
	"cmp"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/luna/server"
)

func adminReportsCommand() *cobra.Command {
	var all bool
	var done int64
	var format string
	c := onDB(&cobra.Command{
		Use:   "reports [--close ID] --db FILE",
		Short: "list what players report, with the texts",
		Long: `Reports lists what players have reported and nobody has closed, the oldest first: who reports whom,
the reason, and what both had seen in the game, in the order of play. 'luna admin suspend' keeps a
player from playing, and 'luna admin texts' removes what they wrote. --close closes a report, and
lists the others. What was written by players who have deleted their accounts then goes.

--format csv has a line for each text.`,
		Example: "  luna admin reports --close 3 --db luna.db",
	}, func(c *cobra.Command, db string, _ []string) error {
		if c.Flags().Changed("close") {
			if err := server.CloseReport(c.Context(), db, done); err != nil {
				return err
			}
			cli.Note(c, "closed report %d", done)
		}
		list, err := server.Reports(c.Context(), db, all)
		if err != nil {
			return err
		}
		if format == "csv" {
			return writeReportRows(cli.Readable(c.OutOrStdout()), list)
		}
		return cli.WriteAs(c.OutOrStdout(), format, list, writeReports)
	})
	c.Flags().BoolVar(&all, "all", false, "closed reports, too")
	c.Flags().Int64Var(&done, "close", 0, "close the report with this `ID`")
	cli.EnumVar(c.Flags(), &format, "format", "%s", "text", "json", "csv", "table")
	return c
}

// writeReports writes reports as conversations.
func writeReports(w io.Writer, list []server.Report) error {
	w = cli.Readable(w)
	for _, r := range list {
		fmt.Fprintf(w, "report %d, %s, %s: game %s of %s\n", r.ID, stateOf(r),
			r.Time.Format(time.DateTime), r.Game, r.Kind)
		for _, p := range r.Players {
			fmt.Fprintf(w, "  %s\n", describeParty(p))
		}
		fmt.Fprintf(w, "  reason: %s\n", cli.InLine(r.Reason))
		for _, x := range r.Texts {
			fmt.Fprintf(w, "  %s\n", describeText(x))
		}
		if len(r.Texts) == 0 {
			fmt.Fprintln(w, "  nothing that was written in the game was kept")
		}
		fmt.Fprintln(w)
	}
	if len(list) == 0 {
		fmt.Fprintln(w, "no reports")
	}
	return nil
}

func stateOf(r server.Report) string {
	if r.Closed {
		return "closed"
	}
	return "open"
}

func describeParty(p server.Party) string {
	text := "about " + p.Player
	if p.Reporter {
		text = "by " + cmp.Or(p.Player, "a visitor")
	}
	if p.Deleted {
		text += ", who has deleted the account"
	} else if p.ID != "" {
		text += " (ID " + p.ID + ")"
	}
	if p.Suspended != "" {
		text += ", suspended: " + p.Suspended
	}
	return cli.InLine(text)
}

// describeText says who wrote what, and when.
func describeText(x server.ReportedText) string {
	text := cmp.Or(x.Player, "a program")
	switch x.Kind {
	case "question":
		text = "asked by " + text
	case "answer":
		text = "  answered by " + text
	}
	if x.Time != nil {
		text += x.Time.Format(", 2006-01-02 15:04:05")
	}
	return text + ": " + cmp.Or(cli.InLine(x.Text), "(no text)")
}

// writeReportRows writes a line for each text of reports.
func writeReportRows(w io.Writer, list []server.Report) error {
	var rows [][]any
	for _, r := range list {
		for _, x := range append(r.Texts, server.ReportedText{})[:max(1, len(r.Texts))] {
			sent := ""
			if x.Time != nil {
				sent = x.Time.Format(time.RFC3339)
			}
			rows = append(rows, []any{r.ID, stateOf(r), r.Time.Format(time.RFC3339), r.Kind, r.Game, r.Reporter,
				r.Reason, x.Player, x.Kind, sent, x.Text})
		}
	}
	return sheet.WriteRows(w, []string{"report", "state", "time", "kind", "game", "reporter", "reason", "by",
		"what", "sent", "text"}, rows)
}
