package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/lrp/grade"
)

// exam is a table with made-up answers of 40 people to ten questions, and totals of 25. The script
// testdata/tables/make.py makes it.
//
//go:embed exam.xlsx
var exam []byte

// registerDemo adds the flag for those who have no table yet.
func (f *gradeFlags) registerDemo(c *cobra.Command) {
	c.Flags().BoolVar(&f.demo, "demo", false, "write an exam with made-up answers, exam.xlsx, and grade it")
	c.Args = func(c *cobra.Command, args []string) error {
		switch {
		case f.demo && len(args) > 0:
			return cli.Settingf("demo", "found with %q: it writes a table of its own", args[0])
		case f.demo:
			return nil
		case len(args) == 0:
			return usagef("grade takes one FILE, found 0; 'lrp grade --demo' shows it on a made-up exam")
		}
		return cli.OneArgument("FILE")(c, args)
	}
}

// table returns the table to grade, which it writes first for a demonstration.
func (f *gradeFlags) table(c *cobra.Command, args []string) (string, error) {
	if !f.demo {
		return args[0], nil
	}
	name, err := freeName("exam")
	if err != nil {
		return "", err
	}
	cli.Wrote(c, "%s, a SYNTHETIC exam: made-up answers of 40 people to ten questions, totals of 25", name)
	return name, nil
}

// freeName writes the exam to a new file in the current folder, beside which there is no result of
// another file of that name. An exam that is there already is taken.
func freeName(base string) (string, error) {
	for n := 1; ; n++ {
		name := numbered(base, n, ".xlsx")
		if data, err := os.ReadFile(name); err == nil && bytes.Equal(data, exam) {
			return name, nil
		}
		results, _ := filepath.Glob(stemOf(name) + "-graded.*")
		if _, err := os.Lstat(name); err != nil && len(results) == 0 {
			return name, atomicdir.WriteFile(name, func(w io.Writer) error {
				_, err := w.Write(exam)
				return err
			})
		}
	}
}

// guide says what to look at after a demonstration, and what to do next.
func (f *gradeFlags) guide(w io.Writer, r *grade.Result, to gradeTarget) {
	if !f.demo || to.page == "" {
		return
	}
	fmt.Fprintf(w, "\nthe answers are made up; the least certain of those without a total:\n")
	figure := func(v float64) string { return numbers.Figure(v, 3) }
	for rank := range 3 {
		for _, row := range r.Rows {
			if row.First == rank+1 {
				fmt.Fprintf(w, "  %d. %s: %s expected, from %s to %s\n", row.First, row.ID,
					figure(row.Rating), figure(row.Low), figure(row.High))
			}
		}
	}
	fmt.Fprintf(w, `look at
  %-27s in a browser: everybody's answers, expected totals and ranges
  %-27s in a spreadsheet: the same as columns beside the answers
next
  lrp grade YOUR-EXAM.xlsx    a row per person, a column per question, totals of some people
  lrp next YOUR-EXAM.xlsx     which answers to grade first, if nobody has a total yet
  lrp eval %-18s how well other approaches predict the same totals
`, to.page, to.table, r.Data.Table.File)
}
