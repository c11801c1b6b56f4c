package main

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/turing/winograd"
	"github.com/luna-rating/luna/turing/winograd/solver"
)

type winogradStudyFlags struct {
	repeats int
	seed    uint64
	format  string
}

// fileStudy is the study of one file.
type fileStudy struct {
	File string `json:"file"`
	solver.Study
}

func winogradStudyCommand() *cobra.Command {
	var f winogradStudyFlags
	c := &cobra.Command{
		Use:   "study KEY...",
		Short: "measure the solver best on problems with answers",
		Long: `Study says how well --solver best of "turing winograd play" does on the problems of
each file, beside always A and guesses: learned from this program's own samples, from the other
files given, and from the file itself by cross-validation. This does not split runs of problems (a
run has equal candidates, such as the halves of a schema, or a common text) or separate neighbouring
runs in which most words are the same. Everything is chosen inside the training parts.

The intervals, of 95%, have runs as units. P is the probability of at least such an accuracy if the
answers had nothing to do with the candidates: the candidates of each run are renamed at random, all
alike. It is not corrected for the number of rows.`,
		Example: `  turing winograd study testdata/winograd/schemas.xml
  turing winograd study testdata/winograd/schemas.xml testdata/winograd/pdp.xml --format json`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: cli.Files,
		RunE:              f.run,
	}
	flags := c.Flags()
	flags.IntVar(&f.repeats, "repeats", 3, "`N` repeats of each cross-validation, at most 100")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of folds, draws and guesses")
	cli.EnumVar(flags, &f.format, "format", "%s", cli.Names("text", "json"))
	return c
}

func (f *winogradStudyFlags) run(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cli.Usagef("study needs a file of problems with their right answers")
	}
	if f.repeats < 1 || f.repeats > solver.MaxRepeats {
		return cli.Usagef("--repeats is %d, a number from 1 to %d is needed", f.repeats,
			solver.MaxRepeats)
	}
	files := make([][]winograd.Problem, len(args))
	for i, path := range args {
		problems, err := keyed(c, path)
		if err != nil {
			return err
		}
		if len(problems) > solver.MaxProblems {
			return fileerr.New(path, 0, fmt.Sprint(len(problems), " problems"),
				fmt.Sprint("at most ", solver.MaxProblems))
		}
		files[i] = problems
	}
	studies := make([]fileStudy, len(files))
	for i, problems := range files {
		o := solver.StudyOptions{Repeats: f.repeats, Seed: f.seed}
		for j, other := range files {
			if j != i {
				o.Others = append(o.Others, other...)
			}
		}
		s, err := solver.NewStudy(c.Context(), problems, o)
		if err != nil {
			return err
		}
		studies[i] = fileStudy{args[i], s}
	}
	if f.format == "json" {
		out := json.NewEncoder(c.OutOrStdout())
		out.SetIndent("", "  ")
		return out.Encode(map[string]any{"studies": studies})
	}
	return writeStudies(c.OutOrStdout(), studies)
}

func writeStudies(out io.Writer, studies []fileStudy) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for i, s := range studies {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "%s: %s in %s\n", s.File, fileerr.Count(s.Problems, "problem"),
			fileerr.Count(s.Runs, "run"))
		for _, block := range []struct {
			title string
			rows  []solver.Row
		}{
			{"", s.Rows},
			{"All cues but one group", s.Without},
			{"One group of cues only", s.Only},
			{"Best from parts of the samples", s.Curve},
		} {
			if block.title != "" {
				fmt.Fprintf(w, "\n%s\n", block.title)
			}
			fmt.Fprintf(w, "\tlearned from\tright\t95%% interval\tP\n")
			for _, r := range block.rows {
				fmt.Fprintf(w, "  %s\t%d\t%.1f%%\t%.1f%% to %.1f%%\t%.3f\n", r.Name, r.Training,
					100*r.Accuracy, 100*r.Low, 100*r.High, r.P)
			}
		}
	}
	return w.Flush()
}
