package main

import (
	"fmt"
	"io"
	"strings"
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
	if len(list) == 0 {
		_, err := fmt.Fprintln(w, "no reports")
		return err
	}
	w = cli.Readable(w)
	for i, r := range list {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "report %d, %s, %s: game %s of %s\n", r.ID, stateOf(r),
			r.Time.Format(time.DateTime), r.Game, r.Kind)
		for j, p := range r.Players {
			role := "about"
			if j == 0 {
				role = "by"
			}
			fmt.Fprintf(w, "  %s %s\n", role, describeParty(p))
		}
		fmt.Fprintf(w, "  reason: %s\n", cli.InLine(r.Reason))
		for _, x := range r.Texts {
			fmt.Fprintf(w, "  %s\n", describeText(x))
		}
		if len(r.Texts) == 0 {
			fmt.Fprintln(w, "  nothing that was written in the game was kept")
		}
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
	if p.ID == "" {
		return "a visitor"
	}
	text := cli.InLine(p.Player)
	if p.Player != p.ID {
		text += " (ID " + p.ID + ")"
	}
	if p.Deleted {
		text += ", who has deleted the account"
	}
	if p.Suspended != "" {
		text += ", suspended: " + cli.InLine(p.Suspended)
	}
	return text
}

// describeText says who wrote what, and when: the questions by which others answer, further left.
func describeText(x server.ReportedText) string {
	name := cli.InLine(x.Player)
	if name == "" {
		name = "a program"
	}
	text := cli.InLine(x.Text)
	if text == "" {
		text = "(no text)"
	}
	if x.Kind == "" {
		return name + ": " + text
	}
	verb := map[string]string{"question": "asked by ", "answer": "  answered by "}[x.Kind]
	if x.Time != nil {
		name += ", " + x.Time.UTC().Format(time.DateTime)
	}
	return verb + name + ": " + text
}

// writeReportRows writes a line for each text of reports, or one without a text.
func writeReportRows(w io.Writer, list []server.Report) error {
	head := []string{"report", "state", "time", "kind", "game", "reporter", "reported", "reason", "by", "what",
		"sent", "text"}
	var rows [][]any
	for _, r := range list {
		row := []any{r.ID, stateOf(r), r.Time.Format(time.RFC3339), r.Kind, r.Game, r.Reporter,
			strings.Join(r.Reported, ", "), r.Reason}
		if len(r.Texts) == 0 {
			rows = append(rows, append(row, "", "", "", ""))
		}
		for _, x := range r.Texts {
			sent := ""
			if x.Time != nil {
				sent = x.Time.UTC().Format(time.RFC3339)
			}
			rows = append(rows, append(row[:len(row):len(row)], x.Player, x.Kind, sent, x.Text))
		}
	}
	return sheet.WriteRows(w, head, rows)
}
