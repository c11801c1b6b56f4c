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

	"github.com/luna-rating/luna/cmd/turing/internal/contest"
	"github.com/luna-rating/luna/cmd/turing/internal/screening"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

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
