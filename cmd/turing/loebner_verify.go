package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/turing/internal/contest"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

func loebnerVerifyCommand() *cobra.Command {
	c := takes("DIR", cli.Folders, &cobra.Command{
		Use:   "verify DIR",
		Short: "check that nothing of a contest was changed",
		Long: `Verify computes the sums of the journal's lines and of the logs again, makes the results
of the journal again, and compares them with results.json and the tables. It changes nothing and
names each file and line that differs. The exit status is 1 if anything does.

Somebody who can write all files of the folder can make a whole new journal. Compare the sum of the
last line with the one on a printed certificate, or with one that you gave away on the day.`,
		Example: `  turing loebner verify contest
  sed -n '$p' contest/journal.jsonl | sha256sum`,
		RunE: func(c *cobra.Command, args []string) error {
			v, err := contest.Verify(args[0])
			if err != nil {
				return err
			}
			if err := show(c, v, verifiedText(v)); err != nil {
				return err
			}
			if !v.Valid {
				return fmt.Errorf("%s: %s", args[0], text.Count(len(v.Faults), "fault"))
			}
			return nil
		},
	})
	addFormatFlag(c)
	return c
}

// verifiedText says in words what holds and what does not.
func verifiedText(v *contest.Verification) string {
	var b strings.Builder
	for _, f := range v.Faults {
		fmt.Fprintln(&b, &files.Error{File: f.File, Line: f.Line, Msg: f.What})
	}
	fmt.Fprintf(&b, "journal: %s, SHA-256 of the last %s\n", text.Count(v.Lines, "line"), v.Sum)
	if v.From != 1 {
		fmt.Fprintf(&b, "The first line with the sum of the one before: %d (0 stands for none)\n", v.From)
	}
	fmt.Fprintf(&b, "sums of %s\n", text.Count(v.Logs, "log"))
	if v.Over {
		fmt.Fprintf(&b, "compared with the journal: %s\n", strings.Join(v.Checked, ", "))
	} else {
		b.WriteString("The contest goes on, so there are no results to compare.\n")
	}
	if v.Valid {
		b.WriteString("Everything holds.\n")
	}
	return b.String()
}
