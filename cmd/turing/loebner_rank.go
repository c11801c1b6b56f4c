package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/turing/screening"
)

func loebnerRankCommand() *cobra.Command {
	var questions, format string
	var finalists int
	c := &cobra.Command{
		Use:   "rank --questions FILE SHEET...",
		Short: "rank entries by their screening and name the finalists",
		Long: `Rank reads tables of answers, as 'turing loebner screen' writes them, and orders the
entries by points. A table of a person's answers needs the columns question, with identifiers, and
answer; where it has no points, those count that the key proposes.

Where entries have equal points across the border of the finalists, the rules of 2010 do not decide.
They are shown as tied, and you choose.`,
		Example: `  turing loebner rank --questions questions.jsonl eliza.csv aiml.csv
  turing loebner rank --questions questions.jsonl --finalists 8 --format json *.csv`,
		ValidArgsFunction: cli.Files,
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return cli.Usagef("a file of answers is needed, as 'turing loebner screen' writes it")
			case finalists < 1:
				return cli.Usagef("--finalists is %d, at least 1 is needed", finalists)
			}
			q, err := readQuestions(c, questions)
			if err != nil {
				return err
			}
			sheets, err := readSheets(c, q, args)
			if err != nil {
				return err
			}
			places := screening.Rank(sheets, finalists)
			return show(c, format, struct {
				Finalists int               `json:"finalists"`
				Places    []screening.Place `json:"places"`
			}{finalists, places}, func(w io.Writer) error { return writePlaces(w, places, sheets) })
		},
	}
	addQuestionsFlag(c, &questions)
	c.Flags().IntVar(&finalists, "finalists", 4, "number of entries that go on")
	cli.EnumVar(c.Flags(), &format, "format", "%s", cli.TextOrJSON)
	return c
}

func writePlaces(out io.Writer, places []screening.Place, sheets []*screening.Sheet) error {
	bySet := map[string]map[string]float64{}
	for _, s := range sheets {
		bySet[s.Respondent] = s.BySet()
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "place\tentry\tpoints\tof")
	for _, set := range screening.Sets() {
		fmt.Fprintf(w, "\t%s", set)
	}
	fmt.Fprintln(w, "\t")
	for _, p := range places {
		state := ""
		if p.Finalist {
			state = "finalist"
		} else if p.Tied {
			state = "tied: you decide"
		}
		fmt.Fprintf(w, "%d\t%s\t%g\t%g", p.Place, p.Respondent, p.Points, p.Of)
		for _, set := range screening.Sets() {
			fmt.Fprintf(w, "\t%g", bySet[p.Respondent][set])
		}
		fmt.Fprintf(w, "\t%s\n", state)
	}
	return w.Flush()
}
