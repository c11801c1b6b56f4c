package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/turing/winograd"
	"github.com/luna-rating/luna/internal/wsc"
)

type winogradGradeFlags struct {
	key, key2, format string
	round2            []string
	check             bool
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
		Args:              oneOrMore("OUTPUT"),
		ValidArgsFunction: cli.Files,
		RunE:              f.run,
	}
	flags := c.Flags()
	flags.StringVar(&f.key, "key", "", "`FILE` of the problems with their right answers (needed)")
	flags.StringVar(&f.key2, "key2", "", "`FILE` of those of the second round")
	flags.StringArrayVar(&f.round2, "round2", nil,
		"output file or folder of the second round: `PATH`")
	flags.BoolVar(&f.check, "check", false, "print all faults of the files, and grade nothing")
	cli.EnumVar(flags, &f.format, "format", "%s", cli.TextOrJSON)
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
	switch {
	case f.key == "":
		return cli.Usagef("--key is missing, the file of the right answers is needed")
	case (f.key2 == "") != (len(f.round2) == 0):
		return cli.Usagef("--key2 and --round2 belong together: give both or none")
	}
	if f.check {
		return f.faults(c, args)
	}
	r := winogradReport{Warnings: []string{}}
	var err error
	if r.Round, err = gradeFiles(c, f.key, args); err != nil {
		return err
	}
	r.warnOf(r.Round)
	if f.key2 != "" {
		second, err := gradeFiles(c, f.key2, f.round2)
		if err != nil {
			return err
		}
		r.Second = &second
		r.warnOf(second)
		r.warnOfUnqualified()
	}
	r.Prizes = winograd.Prizes(r.Round, r.Second)
	if f.format == "text" {
		r.warn(c)
	}
	return show(c, f.format, r, r.write)
}

// faults prints what is wrong with output files.
func (f *winogradGradeFlags) faults(c *cobra.Command, paths []string) error {
	problems, outputs, err := readRound(c, f.key, paths)
	if err != nil {
		return err
	}
	faults := 0
	w := cli.Readable(c.OutOrStdout())
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
		return fmt.Errorf("found %s in %s", fileerr.Count(faults, "fault"),
			fileerr.Count(len(outputs), "output file"))
	}
	return nil
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

func gradeFiles(c *cobra.Command, key string, paths []string) (winograd.Round, error) {
	problems, outputs, err := readRound(c, key, paths)
	if err != nil {
		return winograd.Round{}, err
	}
	return winograd.GradeRound(problems, key, outputs)
}

// minProblems is the minimum number of problems in a round.
const minProblems = 60

func (r *winogradReport) warnOf(round winograd.Round) {
	if round.Problems < minProblems {
		r.Warnings = append(r.Warnings,
			fmt.Sprintf("%s: found %d problems, a round of the contest has "+
				"at least %d", round.Key, round.Problems, minProblems))
	}
}

// warnOfUnqualified names the teams that may not take part in the second round.
func (r *winogradReport) warnOfUnqualified() {
	qualified := map[string]bool{}
	for _, g := range r.Teams {
		qualified[g.Team] = winograd.Qualified(g)
	}
	for _, g := range r.Second.Teams {
		if !qualified[g.Team] {
			r.Warnings = append(r.Warnings,
				fmt.Sprintf("%s: team %q has no %d%% in the first round, so "+
					"it cannot win by the second", g.File, g.Team, winograd.GrandThreshold))
		}
	}
}

// warn writes the warnings for people.
func (r *winogradReport) warn(c *cobra.Command) {
	teams := r.Teams
	if r.Second != nil {
		teams = slices.Concat(teams, r.Second.Teams)
	}
	for _, g := range teams {
		for _, text := range g.Warnings[:min(len(g.Warnings), maxWarnings)] {
			warn(c, "%s", text)
		}
		if more := len(g.Warnings) - maxWarnings; more > 0 {
			warn(c, "%s: %s; --check lists them", g.File, fileerr.Count(more, "more fault"))
		}
	}
	for _, text := range r.Warnings {
		warn(c, "%s", text)
	}
}

// write writes the report for people.
func (r *winogradReport) write(w io.Writer) error {
	writeRound(w, r.Round)
	if r.Second != nil {
		fmt.Fprintln(w)
		writeRound(w, *r.Second)
	}
	fmt.Fprintln(w)
	if len(r.Prizes) == 0 {
		_, err := fmt.Fprintln(w, "No prize is won.")
		return err
	}
	for _, p := range r.Prizes {
		fmt.Fprintf(w, "%s prize: %s, $%.2f", p.Prize, cli.InLine(p.Team), p.Amount)
		if p.SharedBy > 1 {
			fmt.Fprintf(w, " (split among %d)", p.SharedBy)
		}
		if _, err := fmt.Fprintln(w); err != nil {
			return err
		}
	}
	return nil
}

// maxTeams bounds the number of output files read.
const maxTeams = 10_000

// readOutputs reads output files, and the files in folders whose names end in -output.txt.
func readOutputs(paths []string) ([]wsc.Output, error) {
	var outputs []wsc.Output
	for _, path := range paths {
		files := []string{path} // reading it says what is wrong with it
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			all, err := fileerr.Files(path, maxTeams, func(e string) bool { return e == ".txt" })
			if err != nil {
				return nil, err
			}
			files = slices.DeleteFunc(all, func(file string) bool {
				return !strings.HasSuffix(file, wsc.Suffix)
			})
			if len(files) == 0 {
				return nil, fileerr.New(path, 0, "a folder without output files", "files TEAM"+wsc.Suffix)
			}
		}
		for _, file := range files {
			o, err := wsc.ReadOutputFile(file)
			if err != nil {
				return nil, err
			}
			outputs = append(outputs, o)
		}
	}
	return outputs, nil
}
