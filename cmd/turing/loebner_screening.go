package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/internal/partner"
	"github.com/luna-rating/luna/cmd/turing/internal/contest"
	"github.com/luna-rating/luna/cmd/turing/internal/screening"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

func loebnerQuestionsCommand() *cobra.Command {
	var out string
	c := &cobra.Command{
		Use:   "questions --out FILE",
		Short: "write screening questions with keys, to edit",
		Long: `Questions writes five questions of each of the sets by which the contest of 2010 chose
its finalists: time, things, relations and memory. They are to begin with: edit them and add to
them, since who has read them knows the answers. docs/contest.md describes the file.`,
		Example: `  turing loebner questions --out questions.jsonl`,
		Args:    cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			q := screening.Sample(0)
			return save(c, out, q.Write, fmt.Sprintf("%d questions", len(q.Questions)))
		},
	}
	addOutFlag(c, &out, "questions")
	return c
}

func loebnerScreenCommand() *cobra.Command {
	var questions, name, out string
	var who partner.Flags
	var person bool
	var seed uint64
	c := &cobra.Command{
		Use:   "screen --questions FILE --responder SPEC --name NAME --out FILE",
		Short: "ask an entry the screening questions",
		Long: `Screen asks an entry all questions in one conversation and writes a table with a row
for each: the key, the answer, its points and why. Points are proposed where the answer equals or
contains a text of the key. A person checks them and writes others into the column "points", which
'turing loebner rank' reads.

` + partner.Help(),
		Example: `  turing loebner screen --questions q.jsonl --responder eliza --out eliza.csv
  turing loebner screen --questions q.jsonl --responder command:./e7 --name E7 --out e7.csv`,
		Args: cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			q, err := readQuestions(c, questions)
			if err != nil {
				return err
			}
			talk, err := who.Converse(c.ErrOrStderr(), seed)
			if err != nil {
				return err
			}
			defer talk.Close()
			name = cmp.Or(name, who.Spec)
			answers, err := q.Ask(c.Context(), talk)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			s := screening.NewSheet(name, q, answers)
			s.Person = person
			points, of := s.Points()
			return save(c, out, s.Write,
				fmt.Sprintf("%s's answers, with %g of %g points proposed,", name, points, of))
		},
	}
	addQuestionsFlag(c, &questions)
	flags := c.Flags()
	who.Register(flags, "eliza")
	flags.StringVar(&name, "name", "", "`NAME` of the entry (default: what --responder says)")
	flags.BoolVar(&person, "person", false, "a person answers, not a program")
	flags.Uint64Var(&seed, "seed", 1, "seed of the responder's random choices")
	addOutFlag(c, &out, "answers")
	return c
}

func loebnerRankCommand() *cobra.Command {
	var questions string
	var finalists int
	c := &cobra.Command{
		Use:   "rank --questions FILE SHEET...",
		Short: "rank entries by their screening and name the finalists",
		Long: `Rank reads tables of answers, as 'turing loebner screen' writes them, and orders the
entries by points. A table of a person's answers needs the columns question, with identifiers, and
answer; where it has no points, those count that the key proposes.

Where entries have equal points across the border of the finalists, the rules of 2010 do not decide.
They are shown as tied, and you choose.`,
		Example: `  turing loebner rank --questions questions.jsonl --finalists 8 *.csv`,
		Args:    oneOrMore("SHEET"),
		RunE: func(c *cobra.Command, args []string) error {
			if finalists < 1 {
				return cli.Usagef("--finalists is %d, at least 1 is needed", finalists)
			}
			_, sheets, err := readSheets(c, questions, args)
			if err != nil {
				return err
			}
			places := screening.Rank(sheets, finalists)
			return show(c, struct {
				Finalists int               `json:"finalists"`
				Places    []screening.Place `json:"places"`
			}{finalists, places}, placesText(places, sheets))
		},
	}
	addQuestionsFlag(c, &questions)
	c.Flags().IntVar(&finalists, "finalists", 4, "number of entries that go on")
	addFormatFlag(c)
	return c
}

func placesText(places []screening.Place, sheets []*screening.Sheet) string {
	bySet := map[string]map[string]float64{}
	for _, s := range sheets {
		bySet[s.Respondent] = s.BySet()
	}
	return aligned(func(w io.Writer) {
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
	})
}

func loebnerDatasetCommand() *cobra.Command {
	var questions, out string
	c := &cobra.Command{
		Use:   "dataset DIR | --questions FILE SHEET... --out FILE",
		Short: "make a data set for lrp of a contest or a screening",
		Long: `Dataset makes a data set in the native form of lrp (docs/data.md). Its questions are
screening questions with their keys, its respondents those who answered them, and the score of an
answer its share of the attainable points.

DIR is the folder of a contest that is over. An entry's rating is the mean over the judgements about
it: its share of 100 points, or 1 where a judge took it for the human and 0 where not. Entries that
nobody judged are unrated. With tables of answers, as 'turing loebner screen' writes them, ratings
are the shares of all points.`,
		Example: `  turing loebner dataset contest --out contest.jsonl
  turing loebner dataset --questions q.jsonl *.csv --out set.jsonl`,
		Args: oneOrMore("DIR or SHEET"),
		RunE: func(c *cobra.Command, args []string) error {
			var d *datasets.Dataset
			var err error
			if info, statErr := os.Stat(args[0]); statErr == nil && info.IsDir() && len(args) == 1 {
				d, err = contestSet(c, questions, args[0])
			} else {
				d, err = ratedSet(c, questions, args, nil)
			}
			if err != nil {
				return err
			}
			_, unrated := d.RatedOnly()
			return save(c, out, func(w io.Writer) error { return datasets.WriteJSONL(w, d) },
				fmt.Sprintf("%d respondents (%d of them unrated) and %d questions", len(d.Respondents),
					unrated, len(d.Questions)))
		},
	}
	addQuestionsFlag(c, &questions)
	addOutFlag(c, &out, "data")
	return c
}

// ratedSet makes the data set of tables of answers. Nil ratings stand for shares of all points.
func ratedSet(c *cobra.Command, questions string, paths []string, ratings map[string]float64,
) (*datasets.Dataset, error) {
	q, sheets, err := readSheets(c, questions, paths)
	if err != nil {
		return nil, err
	}
	return screening.Dataset(q, sheets, ratings)
}

// Bounds of a contest's folder.
const (
	maxResults = 64 << 20 // bytes
	maxSheets  = 10_000
)

// contestSet makes the data set of the folder of a contest.
func contestSet(c *cobra.Command, questions, dir string) (*datasets.Dataset, error) {
	path, folder := filepath.Join(dir, "results.json"), filepath.Join(dir, "screening")
	held, err := readInput(c, path, "the results of a contest that is over", readResults)
	if err != nil {
		return nil, err
	}
	sheets, err := files.List(folder, maxSheets, func(e string) bool { return e == ".csv" })
	if err != nil || len(sheets) == 0 {
		return nil, files.New(folder, 0, "no answers to screening questions",
			"a contest that chose its finalists by them")
	}
	ratings, judged := ratingsOf(&held)
	d, err := ratedSet(c, cmp.Or(questions, filepath.Join(folder, "questions.jsonl")), sheets, ratings)
	if err != nil {
		return nil, err
	}
	d.Name = held.Name
	d.RatingNote = fmt.Sprintf("Ratings are means of %d judgements of the contest.", judged)
	if d.Synthetic = held.Synthetic != ""; d.Synthetic {
		d.RatingNote += " SYNTHETIC: " + strings.TrimSuffix(held.Synthetic, ".") + "."
	}
	return d, nil
}

func readResults(in io.Reader, file string) (held contest.Results, err error) {
	if err = json.NewDecoder(io.LimitReader(in, maxResults)).Decode(&held); err != nil {
		err = files.New(file, 0, text.Quote(err.Error()), "the results of a contest")
	}
	return held, err
}

// ratingsOf returns the mean over the judgements about each entry, and the number of judgements.
func ratingsOf(held *contest.Results) (ratings map[string]float64, judged int) {
	ratings, n := map[string]float64{}, map[string]float64{}
	for _, v := range held.Comparisons {
		if !v.Voted {
			continue
		}
		name := v.Entry
		for _, e := range held.Entries {
			if e.Label == v.Entry {
				name = e.Name
			}
		}
		if v.EntryPoints != nil {
			ratings[name] += *v.EntryPoints / 100
		} else if v.NamedEntry {
			ratings[name]++
		}
		n[name]++
		judged++
	}
	for name := range n {
		ratings[name] /= n[name]
	}
	return ratings, judged
}
