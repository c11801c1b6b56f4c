package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/turing/screening"
)

type loebnerDatasetFlags struct {
	keyFlags
	ratings  string
	max      float64
	name     string
	simulate int
	seed     uint64
	out      string
}

func loebnerDatasetCommand() *cobra.Command {
	var f loebnerDatasetFlags
	c := &cobra.Command{
		Use:   "dataset DIR | --questions FILE SHEET... --out FILE",
		Short: "make a data set for lrp of a contest or a screening",
		Long: `Dataset makes a data set in the native form of lrp (docs/data.md). Its questions are
screening questions with their keys, its respondents those who answered them, and the score of an
answer its share of the attainable points.

DIR is the folder of a contest that is over. An entry's rating is the mean over the judgements about
it: its share of 100 points, or 1 where a judge took it for the human and 0 where not. Entries that
nobody judged are unrated.

With tables of answers, as 'turing loebner screen' writes them, ratings are the shares of all
points, or those of --ratings, a table with the columns respondent and rating: marks by judges, for
example, from 0 to --max.

--simulate N adds SYNTHETIC entries of known skill, to try out what needs many entries; the data set
says so. Where FILE is -, it goes to standard output.`,
		Example: `  turing loebner dataset contest --out contest.jsonl
  turing loebner dataset --questions q.jsonl *.csv --ratings marks.csv --max 10 --out set.jsonl
  turing loebner dataset --questions questions.jsonl --simulate 60 --out simulated.jsonl`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: cli.Files,
		RunE:              func(c *cobra.Command, args []string) error { return f.run(c, args) },
	}
	f.keyFlags.register(c)
	flags := c.Flags()
	flags.StringVar(&f.ratings, "ratings", "", "`FILE` with the columns respondent and rating")
	flags.Float64Var(&f.max, "max", 1, "the highest possible rating in --ratings")
	flags.StringVar(
		&f.name,
		"name",
		"",
		"`NAME` of the data set (default: that of the contest or the questions)",
	)
	flags.IntVar(&f.simulate, "simulate", 0, "number of synthetic entries")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of --simulate")
	flags.StringVar(&f.out, "out", "", "`FILE` for the data set, or - for standard output")
	return c
}

func (f *loebnerDatasetFlags) check(args []string) error {
	switch {
	case f.out == "":
		return cli.Usagef(
			"--out FILE is needed, where the data set is written, or - for standard output",
		)
	case len(args) == 0 && f.simulate == 0:
		return cli.Usagef("the folder of a contest, tables of answers or --simulate are needed")
	case f.simulate < 0 || f.simulate > screening.MaxSimulated:
		return cli.Usagef(
			"--simulate is %d, a number from 0 to %d is needed",
			f.simulate,
			screening.MaxSimulated,
		)
	case !(f.max > 0) || math.IsInf(f.max, 0):
		return cli.Usagef("--max is %v, more than 0 is needed", f.max)
	}
	return nil
}

func (f *loebnerDatasetFlags) run(c *cobra.Command, args []string) error {
	if err := f.check(args); err != nil {
		return err
	}
	var ratings map[string]float64
	note, name, synthetic := "", f.name, false
	if len(args) == 1 && isFolder(args[0]) {
		held, sheets, err := f.contest(args[0])
		if err != nil {
			return err
		}
		ratings, args = held.Ratings, sheets
		note = fmt.Sprintf("Ratings are means of %d judgements of the contest.", held.Judged)
		if synthetic = held.Synthetic != ""; synthetic {
			note += " SYNTHETIC: " + strings.TrimSuffix(held.Synthetic, ".") + "."
		}
		if name == "" {
			name = held.Name
		}
	}
	q, err := f.open()
	if err != nil {
		return err
	}
	sheets, err := f.sheets(q, args)
	if err != nil {
		return err
	}
	if f.ratings != "" {
		if ratings, err = f.readRatings(); err != nil {
			return err
		}
		note = "Ratings are from " + filepath.Base(f.ratings) + "."
	}
	if f.simulate > 0 {
		made, seem, err := screening.Simulate(c.Context(), q, f.simulate, f.seed)
		if err != nil {
			return err
		}
		if ratings == nil && len(sheets) == 0 {
			ratings = map[string]float64{}
		}
		if ratings != nil {
			for r, v := range seem {
				ratings[r] = v
			}
		}
		sheets = append(sheets, made...)
		note = strings.TrimSpace(
			note + " Simulated entries are synthetic, and so are their judges.",
		)
	}
	d, err := screening.Dataset(q, sheets, ratings, note)
	if err != nil {
		return err
	}
	d.Synthetic = d.Synthetic || synthetic
	if name != "" {
		d.Name = name
	}
	return f.write(c, d)
}

func (f *loebnerDatasetFlags) write(c *cobra.Command, d *datasets.Dataset) error {
	write := func(w io.Writer) error { return datasets.WriteJSONL(w, d) }
	if f.out == "-" {
		return write(c.OutOrStdout())
	}
	if err := atomicdir.WriteFile(f.out, write); err != nil {
		return err
	}
	_, unrated := d.RatedOnly()
	cli.Wrote(c, "%d respondents (%d of them unrated) and %d questions to %s",
		len(d.Respondents), unrated, len(d.Questions), f.out)
	return nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// contest reads the ratings of a contest's folder and finds the tables of answers in it.
func (f *loebnerDatasetFlags) contest(dir string) (*screening.Contest, []string, error) {
	held, err := screening.ReadContest(dir)
	if err != nil {
		return nil, nil, err
	}
	folder := filepath.Join(dir, "screening")
	if f.questions == "" {
		f.questions = filepath.Join(folder, "questions.jsonl")
	}
	sheets, err := fileerr.Files(
		folder,
		10_000,
		func(extension string) bool { return extension == ".csv" },
	)
	if err != nil || len(sheets) == 0 {
		return nil, nil, fmt.Errorf(
			"%s has no answers to screening questions: the contest chose its finalists without, "+
				"and a data set needs answers to the same questions",
			folder,
		)
	}
	return held, sheets, nil
}

// readRatings reads the table of --ratings.
func (f *loebnerDatasetFlags) readRatings() (map[string]float64, error) {
	in, err := sheet.Open(f.ratings, sheet.Options{})
	if err != nil {
		return nil, err
	}
	defer in.Close()
	ratings := map[string]float64{}
	who, what := -1, -1
	for {
		row, err := in.Next()
		if err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		if who < 0 || what < 0 {
			for i, cell := range row.Cells {
				switch strings.ToLower(strings.TrimSpace(cell)) {
				case "respondent":
					who = i
				case "rating":
					what = i
				}
			}
			if who < 0 || what < 0 {
				return nil, fileerr.New(
					f.ratings,
					row.Number,
					"the columns "+fileerr.Quote(strings.Join(row.Cells, ", ")),
					"the columns respondent and rating",
				)
			}
			continue
		}
		if max(who, what) >= len(row.Cells) || row.Cells[who] == "" || row.Cells[what] == "" {
			continue
		}
		v, err := strconv.ParseFloat(strings.Replace(row.Cells[what], ",", ".", 1), 64)
		if err != nil || !(v >= 0 && v <= f.max) {
			return nil, fileerr.New(
				f.ratings,
				row.Number,
				"the rating "+fileerr.Quote(row.Cells[what]),
				fmt.Sprintf("a number from 0 to %v (--max)", f.max),
			)
		}
		if _, again := ratings[row.Cells[who]]; again {
			return nil, fileerr.New(
				f.ratings,
				row.Number,
				fileerr.Quote(row.Cells[who])+" again",
				"one rating of each respondent",
			)
		}
		ratings[row.Cells[who]] = v / f.max
	}
	return ratings, nil
}
