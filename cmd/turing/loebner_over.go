package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/turing/internal/contest"
	"github.com/luna-rating/luna/cmd/turing/internal/screening"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

func loebnerDatasetCommand() *cobra.Command {
	var questions, out string
	c := &cobra.Command{
		Use:   "dataset DIR --out FILE",
		Short: "make a data set for lrp of a contest that is over",
		Long: `Dataset makes a data set in the native form of lrp (docs/data.md) of a contest that is
over and chose its finalists by questions. Its respondents are the entries. The score of an answer
is its share of the attainable points, and an entry's rating the mean over the judgements about it:
its share of 100 points, or 1 where a judge took it for the human and 0 where not.`,
		Example: `  turing loebner dataset contest --out contest.jsonl`,
		Args:    cli.OneArgument("DIR"),
		RunE: func(c *cobra.Command, args []string) error {
			d, err := contestSet(args[0], questions)
			if err != nil {
				return err
			}
			if out == "-" {
				return datasets.WriteJSONL(c.OutOrStdout(), d)
			}
			_, unrated := d.RatedOnly()
			err = atomicdir.WriteFile(out, func(w io.Writer) error { return datasets.WriteJSONL(w, d) })
			if err == nil {
				cli.Wrote(c, "%d respondents (%d of them unrated) and %d questions to %s", len(d.Respondents),
					unrated, len(d.Questions), out)
			}
			return err
		},
	}
	c.Flags().StringVar(&questions, "questions", "",
		"`FILE` of the questions (default: questions.jsonl of DIR/screening)")
	requiredVar(c, &out, "out", "`FILE` for the data, or - for standard output")
	return c
}

// Bounds of a contest's folder.
const (
	maxResults = 64 << 20 // bytes
	maxSheets  = 10_000
)

// contestSet makes the data set of the folder of a contest.
func contestSet(dir, questions string) (*datasets.Dataset, error) {
	folder := filepath.Join(dir, "screening")
	held, err := files.With(filepath.Join(dir, "results.json"), "the results of a contest that is over", readResults)
	if err != nil {
		return nil, err
	}
	paths, err := files.List(folder, maxSheets, func(e string) bool { return e == ".csv" })
	if err != nil || len(paths) == 0 {
		return nil, files.New(folder, 0, "no answers to screening questions",
			"a contest that chose its finalists by them")
	}
	if questions == "" {
		questions = filepath.Join(folder, "questions.jsonl")
	}
	q, err := files.With(questions, "screening questions", screening.Read)
	if err != nil {
		return nil, err
	}
	var sheets []*screening.Sheet
	for _, path := range paths {
		s, err := files.With(path, "a table of answers", func(in io.Reader, file string) (*screening.Sheet, error) {
			return screening.ReadSheet(in, file, strings.TrimSuffix(filepath.Base(path), ".csv"), q)
		})
		if err != nil {
			return nil, err
		}
		sheets = append(sheets, s)
	}
	ratings, judged := ratingsOf(&held)
	d, err := screening.Dataset(q, sheets, ratings)
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
	data, err := files.ReadAll(in, file, maxResults, "the results of a contest")
	if err != nil {
		return held, err
	}
	if err = json.Unmarshal(data, &held); err != nil {
		err = files.New(file, 0, text.Quote(err.Error()), "the results of a contest")
	}
	return held, err
}

// ratingsOf returns the mean over the judgements about each entry, and the number of judgements.
func ratingsOf(held *contest.Results) (ratings map[string]float64, judged int) {
	names := map[string]string{}
	for _, e := range held.Entries {
		names[e.Label] = e.Name
	}
	ratings, n := map[string]float64{}, map[string]float64{}
	for _, v := range held.Comparisons {
		if !v.Voted {
			continue
		}
		name := cmp.Or(names[v.Entry], v.Entry)
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

func loebnerVerifyCommand() *cobra.Command {
	c := takes("DIR", cli.Folders, &cobra.Command{
		Use:   "verify DIR",
		Short: "check that nothing of a contest was changed",
		Long: `Verify computes the sums of the journal's lines and of the logs again, makes the results
of the journal again, and compares them with results.json and the tables. It changes nothing and
names each file and line that differs. The exit status is 1 if anything does.

Somebody who can write all files of the folder can make a whole new journal. Compare the sum of the
last line with the one on a printed certificate, or with one that you gave away on the day.`,
		Example: `  turing loebner verify contest`,
		RunE: func(c *cobra.Command, args []string) error {
			v, err := contest.Verify(args[0])
			if err != nil {
				return err
			}
			err = show(c, v, verifiedText(v))
			if err == nil && !v.Valid {
				err = fmt.Errorf("%s: %s", args[0], text.Count(len(v.Faults), "fault"))
			}
			return err
		},
	})
	addFormatFlag(c)
	return c
}

// verifiedText says in words what holds and what does not.
func verifiedText(v *contest.Verification) string {
	var b strings.Builder
	for _, f := range v.Faults {
		fmt.Fprintln(&b, &files.Error{File: f.File, Line: f.Line, Msg: f.What})
	}
	fmt.Fprintf(&b, "journal: %s, SHA-256 of the last %s\n", text.Count(v.Lines, "line"), v.Sum)
	if v.From != 1 {
		fmt.Fprintf(&b, "The first line with the sum of the one before: %d (0 stands for none)\n", v.From)
	}
	fmt.Fprintf(&b, "sums of %s\n", text.Count(v.Logs, "log"))
	if v.Over {
		fmt.Fprintf(&b, "compared with the journal: %s\n", strings.Join(v.Checked, ", "))
	} else {
		b.WriteString("The contest goes on, so there are no results to compare.\n")
	}
	if v.Valid {
		b.WriteString("Everything holds.\n")
	}
	return b.String()
}
