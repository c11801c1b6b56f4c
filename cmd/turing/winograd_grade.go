package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/turing/internal/winograd"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/internal/wsc"
)

func winogradGradeCommand() *cobra.Command {
	var key string
	var check bool
	c := &cobra.Command{
		Use:   "grade OUTPUT... --key FILE",
		Short: "grade output files, and award prizes",
		Long: `Grade compares teams' output files, or those of folders, with the right answers. Only
the final list of a file counts, and an answer that is missing or no candidate's letter is wrong.
Accuracies have 95% intervals by Wilson. Of pairs of halves of a schema, it counts those with both
right, a quarter by guessing, and those with different answers, as is right.

Prizes are for a contest, 60 problems in XML: the best three above 65% win those of the first round
of 2016. Teams with the same score split the prizes of their places.

With --check, nothing is graded: what is wrong with the files is printed, a line each, and the exit
status is 1 if there is anything. It needs no right answers.`,
		Example: `  turing winograd grade --key key.xml ann-output.txt bob-output.txt
  turing winograd grade --check --key contest.xml ann-output.txt
  turing winograd grade --key wsc273.jsonl answers --format json`,
		Args: oneOrMore("OUTPUT"),
		RunE: func(c *cobra.Command, args []string) error {
			problems, err := readProblems(c, key)
			if err != nil {
				return err
			}
			outputs, err := readOutputs(args)
			if err != nil {
				return err
			}
			if check {
				return checkOutputs(cli.Readable(c.OutOrStdout()), problems, outputs)
			}
			r, err := winograd.GradeAll(problems, key, outputs)
			if err != nil {
				return err
			}
			if format(c) == "text" {
				for _, g := range r.Teams {
					warnOf(c, g.Warnings, len(g.Warnings), "more fault", "of "+g.File+", which --check lists")
				}
			}
			return show(c, r, gradesText(r))
		},
	}
	requiredVar(c, &key, "key", "`FILE` of the problems with their right answers")
	c.Flags().BoolVar(&check, "check", false, "print all faults of the files, and grade nothing")
	addFormatFlag(c)
	return c
}

// checkOutputs prints what is wrong with output files.
func checkOutputs(w io.Writer, problems []wsc.Problem, outputs []wsc.Output) error {
	faults := 0
	for _, o := range outputs {
		list := wsc.Check(o, problems)
		faults += len(list)
		for _, fault := range list {
			fmt.Fprintln(w, fault.Error.Error())
		}
		if len(list) == 0 {
			fmt.Fprintf(w, "%s: all %d answers are in the form of the contest\n", filepath.Base(o.File),
				len(problems))
		}
	}
	if faults > 0 {
		return fmt.Errorf("found %s in %s", text.Count(faults, "fault"), text.Count(len(outputs), "output file"))
	}
	return nil
}

// maxTeams bounds the number of output files read.
const maxTeams = 10_000

// readOutputs reads output files, and the files in folders whose names end in -output.txt.
func readOutputs(paths []string) ([]wsc.Output, error) {
	var outputs []wsc.Output
	for _, path := range paths {
		paths := []string{path} // reading it says what is wrong with it
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			all, err := files.List(path, maxTeams, func(e string) bool { return e == ".txt" })
			if err != nil {
				return nil, err
			}
			paths = slices.DeleteFunc(all, func(file string) bool {
				return !strings.HasSuffix(file, wsc.Suffix)
			})
			if len(paths) == 0 {
				return nil, files.New(path, 0, "a folder without output files", "files TEAM"+wsc.Suffix)
			}
		}
		for _, file := range paths {
			o, err := files.With(file, "a team's answers", wsc.ReadOutput)
			if err != nil {
				return nil, err
			}
			outputs = append(outputs, o)
		}
	}
	return outputs, nil
}

// gradesText returns the results as a table, and the prizes.
func gradesText(r winograd.Grading) string {
	all := fmt.Sprintf("%s: %s. Guessing has %s on average, always A %s", cli.InLine(r.Key),
		text.Count(r.Problems, "problem"), percent(r.Random), percent(r.AlwaysA))
	if r.Humans != nil {
		all += ", people " + percent(r.Humans.Accuracy)
	}
	all += ".\n\n" + aligned(func(t io.Writer) {
		fmt.Fprint(t, "team\tright\tof\taccuracy\t95% interval\tomitted\tinvalid")
		if r.Teams[0].Halves != nil { // as all teams have
			fmt.Fprint(t, "\tboth halves\tdifferent")
		}
		fmt.Fprintln(t)
		for _, g := range r.Teams {
			fmt.Fprintf(t, "%s\t%d\t%d\t%s\t%.1f-%.1f%%\t%d\t%d", cli.InLine(g.Team), g.Right, g.Of,
				percent(g.Accuracy), 100*g.Low, 100*g.High, g.Omitted, g.Invalid)
			if h := g.Halves; h != nil {
				fmt.Fprintf(t, "\t%d of %d (%s)\t%d of %d", h.Both.Right, h.Both.Of, percent(h.Both.Accuracy),
					h.Different, h.Answered)
			}
			fmt.Fprintln(t)
		}
	})
	if r.Contest {
		all += "\n"
	}
	if r.Contest && len(r.Prizes) == 0 {
		all += "No prize is won.\n"
	}
	for _, p := range r.Prizes {
		split := ""
		if p.SharedBy > 1 {
			split = fmt.Sprintf(" (split among %d)", p.SharedBy)
		}
		all += fmt.Sprintf("%s prize: %s, $%.2f%s\n", p.Prize, cli.InLine(p.Team), p.Amount, split)
	}
	return all
}

// percent formats a share as a percentage, with two decimal places only if they are needed.
func percent(share float64) string {
	return strings.TrimSuffix(fmt.Sprintf("%.2f", 100*share), "0") + "%"
}
