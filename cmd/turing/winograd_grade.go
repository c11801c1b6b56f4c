package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/turing/winograd"
)

type winogradGradeFlags struct {
	key, key2, format string
	round2            []string
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
score split the prizes of their places.`,
		Example: `  turing winograd grade --key key.xml ann-output.txt bob-output.txt
  turing winograd grade --key pdp.xml answers --key2 schemas.xml --round2 answers2 --format json`,
		Args:              outputArguments,
		ValidArgsFunction: cli.Files,
		RunE:              f.run,
	}
	flags := c.Flags()
	flags.StringVar(&f.key, "key", "", "`FILE` of the problems with their right answers (needed)")
	flags.StringVar(&f.key2, "key2", "", "`FILE` of those of the second round")
	flags.StringArrayVar(&f.round2, "round2", nil,
		"output file or folder of the second round: `PATH`")
	cli.EnumVar(flags, &f.format, "format", "%s", cli.Names("text", "json"))
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
	if f.format == "json" {
		return cli.WriteJSON(c.OutOrStdout(), r)
	}
	warnings := cli.Readable(c.ErrOrStderr())
	for _, text := range r.allWarnings() {
		fmt.Fprintln(warnings, "warning:", cli.InLine(text))
	}
	return r.write(cli.Readable(c.OutOrStdout()))
}

func gradeFiles(c *cobra.Command, key string, paths []string) (winograd.Round, error) {
	problems, err := readProblems(c, key)
	if err != nil {
		return winograd.Round{}, err
	}
	outputs, err := readOutputs(paths)
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

func (r *winogradReport) allWarnings() []string {
	var list []string
	add := func(round winograd.Round) {
		for _, g := range round.Teams {
			n := min(len(g.Warnings), maxWarnings)
			list = append(list, g.Warnings[:n]...)
			if more := len(g.Warnings) - n; more > 0 {
				list = append(list, fmt.Sprintf("%s: %s; turing winograd validate lists them",
					g.File, fileerr.Count(more, "more fault")))
			}
		}
	}
	add(r.Round)
	if r.Second != nil {
		add(*r.Second)
	}
	return append(list, r.Warnings...)
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
