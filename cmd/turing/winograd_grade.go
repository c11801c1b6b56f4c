package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/turing/internal/winograd"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/internal/wsc"
)

type winogradGradeFlags struct {
	key, key2 string
	round2    []string
	check     bool
}

func winogradGradeCommand() *cobra.Command {
	var f winogradGradeFlags
	c := &cobra.Command{
		Use:   "grade OUTPUT... --key FILE",
		Short: "grade output files, and award prizes",
		Long: `Grade compares teams' output files, or those of folders, with the right answers. Only
the final list of a file counts, and an answer that is missing or no candidate's letter is wrong. It
prints
  right, of, accuracy  with its 95% interval by Wilson
  by runs              95% interval with runs of problems as units: schemas, or problems of one text
  chance               probability that guessing has as many right answers
  both halves          pairs of halves of schemas with both right; guessing has a quarter of them
  different            pairs with other answers to the two halves, as is right
and how problems with sameText, on the text before them, differ from those with a new text.

A team with 90% enters the second round, whose files --round2 and --key2 name. 90% in both wins the
grand prize. The best three above 65% in the first round win the smaller prizes. Teams with the same
score split the prizes of their places.

With --check, nothing is graded: everything that is wrong with the files is printed, a line each,
with file and line, and the exit status is 1 if there is anything. It needs no right answers.`,
		Example: `  turing winograd grade --key key.xml ann-output.txt bob-output.txt
  turing winograd grade --check --key contest.xml ann-output.txt
  turing winograd grade --key pdp.xml answers --key2 schemas.xml --round2 answers2 --format json`,
		Args: oneOrMore("OUTPUT"),
		RunE: f.run,
	}
	flags := c.Flags()
	requiredVar(c, &f.key, "key", "`FILE` of the problems with their right answers")
	flags.StringVar(&f.key2, "key2", "", "`FILE` of those of the second round")
	flags.StringArrayVar(&f.round2, "round2", nil, "output file or folder of the second round: `PATH`")
	flags.BoolVar(&f.check, "check", false, "print all faults of the files, and grade nothing")
	addFormatFlag(c)
	return c
}

// winogradReport is the output of grade: the first round, the second one if there was one, and the
// prizes.
type winogradReport struct {
	winograd.Round
	Second *winograd.Round  `json:"second_round,omitempty"`
	Prizes []winograd.Prize `json:"prizes"`
	// Warnings are about the contest; those about a file are with its team.
	Warnings []string `json:"warnings"`
}

func (f *winogradGradeFlags) run(c *cobra.Command, args []string) error {
	if (f.key2 == "") != (len(f.round2) == 0) {
		return cli.Usagef("--key2 and --round2 belong together: give both or none")
	}
	problems, outputs, err := readRound(c, f.key, args)
	if err != nil {
		return err
	}
	if f.check {
		return checkOutputs(cli.Readable(c.OutOrStdout()), problems, outputs)
	}
	r := winogradReport{Warnings: []string{}}
	if r.Round, err = winograd.GradeRound(problems, f.key, outputs); err != nil {
		return err
	}
	if f.key2 != "" {
		if problems, outputs, err = readRound(c, f.key2, f.round2); err != nil {
			return err
		}
		second, err := winograd.GradeRound(problems, f.key2, outputs)
		if err != nil {
			return err
		}
		r.Second = &second
	}
	r.findWarnings()
	r.Prizes = winograd.Prizes(r.Round, r.Second)
	if format(c) == "text" {
		r.warn(c)
	}
	return show(c, r, r.text())
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
			fmt.Fprintf(w, "%s: all %d answers are in the form of the contest\n", o.File, len(problems))
		}
	}
	if faults > 0 {
		return fmt.Errorf("found %s in %s", text.Count(faults, "fault"),
			text.Count(len(outputs), "output file"))
	}
	return nil
}

// rounds returns the rounds that were held.
func (r *winogradReport) rounds() []winograd.Round {
	if r.Second == nil {
		return []winograd.Round{r.Round}
	}
	return []winograd.Round{r.Round, *r.Second}
}

// minProblems is the minimum number of problems in a round.
const minProblems = 60

// findWarnings finds rounds that are too short, and teams that may not take part in the second one.
func (r *winogradReport) findWarnings() {
	add := func(format string, args ...any) {
		r.Warnings = append(r.Warnings, fmt.Sprintf(format, args...))
	}
	for _, round := range r.rounds() {
		if round.Problems < minProblems {
			add("%s: found %d problems, a round of the contest has at least %d", round.Key, round.Problems,
				minProblems)
		}
	}
	if r.Second == nil {
		return
	}
	qualified := map[string]bool{}
	for _, g := range r.Teams {
		qualified[g.Team] = winograd.Qualified(g)
	}
	for _, g := range r.Second.Teams {
		if !qualified[g.Team] {
			add("%s: team %q has no %d%% in the first round, so it cannot win by the second", g.File, g.Team,
				winograd.GrandThreshold)
		}
	}
}

// warn writes the warnings for people.
func (r *winogradReport) warn(c *cobra.Command) {
	for _, round := range r.rounds() {
		for _, g := range round.Teams {
			warnOf(c, g.Warnings, len(g.Warnings), "more fault", "of "+g.File+", which --check lists")
		}
	}
	for _, text := range r.Warnings {
		warn(c, "%s", text)
	}
}

// readRound reads the problems of a round and the answers to them.
func readRound(c *cobra.Command, key string, paths []string) ([]wsc.Problem, []wsc.Output, error) {
	problems, err := readProblems(c, key)
	if err != nil {
		return nil, nil, err
	}
	outputs, err := readOutputs(paths)
	return problems, outputs, err
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

// text returns the report for people.
func (r *winogradReport) text() string {
	all := ""
	for _, round := range r.rounds() {
		all += roundText(round) + "\n"
	}
	if len(r.Prizes) == 0 {
		return all + "No prize is won.\n"
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

// roundText returns the results of a round as a table.
func roundText(r winograd.Round) string {
	head := fmt.Sprintf("%s: %s in %s. Guessing has %s on average, always A %s", cli.InLine(r.Key),
		text.Count(r.Problems, "problem"), text.Count(r.Runs, "run"), percent(r.Random),
		percent(r.AlwaysA))
	if r.Humans != nil {
		head += ", people " + percent(r.Humans.Accuracy)
	}
	return head + ".\n\n" + aligned(func(t io.Writer) {
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
	})
}

func of(s winograd.Share) string {
	return fmt.Sprintf("%d of %d (%s)", s.Right, s.Of, percent(s.Accuracy))
}

// percent formats a share as a percentage, with two decimal places only if they are needed.
func percent(share float64) string {
	return strings.TrimSuffix(fmt.Sprintf("%.2f", 100*share), "0") + "%"
}

func between(low, high float64) string { return fmt.Sprintf("%.1f-%.1f%%", 100*low, 100*high) }
