package main

import (
	"io"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
)

func judgeCommand() *cobra.Command {
	f, data := &judgeFlags{}, &dataFlags{}
	var name, examples, out string
	c := &cobra.Command{
		Use:   "judge --judge URL#MODEL DATASET",
		Short: "have a chat model grade the answers of a data set",
		Long: `Judge sends each different answer with its question, the acceptable answers and the scale to a chat
server, and writes the grades it replies: respondent, question, grade, out of, example. Grades are
in the points of the data, or from 0 to 1. The file is one for --grades of other commands, whose
flag --judge does both in one step. An answer without text gets 0, one for which two replies cannot
be read gets none.

Before the first request, standard error says which server gets whose answers, how many requests
that takes and, by --judge-price, what it may cost; at the end, what was used. Grades are kept as
they arrive: after an interruption the same command sends the rest.

The judge sees no examples, unless --examples names graded people. Their graded answers are shown
with each question, and the column example says yes for them: eval refuses the file where one of
them is in a test part. Their own answers are graded without their own grades.

The environment variable LUNA_CHAT_KEY has the server's key, if it needs one.`,
		Example: `  lrp judge --judge http://127.0.0.1:11434/v1#qwen2.5:7b exam.xlsx -o judged.csv
  lrp judge --judge https://api.example.org/v1#m --judge-price 0.5,1.5 --judge-limit 500 exam.xlsx
  lrp eval exam.xlsx --grades LLM=judged.csv`,
		Args: oneDataset,
		RunE: func(c *cobra.Command, args []string) error {
			if f.Judge == "" {
				return usagef("judge needs --judge URL#MODEL, the server to ask")
			}
			ds, err := data.openOne(args[0], name)
			if err != nil {
				return err
			}
			shown, err := readExamples(examples, ds)
			if err == nil {
				err = f.fill(c, nil, shown, ds)
			}
			if err == nil {
				err = writeOutput(c, out, func(w io.Writer) error { return writeJudged(w, f.judgeName(), ds) })
			}
			if err != nil {
				return err
			}
			if tell(c, ds); out != "-" {
				cli.Wrote(c, "%s: --grades NAME=%s of other commands reads it", out, out)
			}
			return nil
		},
	}
	flags := c.Flags()
	f.registerJudge(flags)
	registerCache(flags, new(string))
	flags.StringVar(&examples, "examples", "", "`FILE` with a column respondent: graded people whose answers are shown")
	inputFiles(flags, "examples")
	flags.StringVarP(&out, "out", "o", "-", "`FILE` for the grades, or - for standard output")
	flags.StringVar(&name, "name", "", "which data set, if DATASET names several")
	data.register(c)
	return c
}

// readExamples reads which graded respondents a judge is shown, in ascending order; none if the
// path is "".
func readExamples(path string, ds *datasets.Dataset) (shown []int, err error) {
	if path == "" {
		return nil, nil
	}
	t, err := columns.OpenNamed(path, "a column respondent with graded respondents", "respondent")
	if err != nil {
		return nil, err
	}
	err = t.Each(func(row sheet.Row) error {
		id := t.Cell(row, "respondent")
		i := slices.IndexFunc(ds.Respondents, func(r datasets.Respondent) bool { return r.ID == id })
		if i < 0 || !ds.Respondents[i].Scored() {
			return t.Fault(row, "respondent "+text.Quote(id), "one of "+ds.Name+" whose answers are graded")
		}
		shown = append(shown, i)
		return nil
	})
	slices.Sort(shown)
	if shown = slices.Compact(shown); err == nil && len(shown) == 0 {
		err = t.Fault(sheet.Row{}, "no respondents", "some whose answers are graded")
	}
	return shown, err
}

// writeJudged writes a judge's grades of data sets, as [datasets.ReadGrades] reads them.
func writeJudged(w io.Writer, name string, sets ...*datasets.Dataset) error {
	head := []string{"dataset", "respondent", "question", "grade", "out of", "example"}
	one := 0
	if len(sets) == 1 {
		one = 1 // which needs no name
	}
	var rows [][]any
	for _, ds := range sets {
		for _, r := range ds.Respondents {
			example := ""
			if slices.Contains(r.ShownTo, name) {
				example = "yes"
			}
			for j, grade := range r.External[name] {
				if math.IsNaN(grade) && example == "" {
					continue
				}
				top := ds.MaxPoints(j)
				row := []any{ds.Name, r.ID, ds.Questions[j].ID, grade * top, top, example}
				rows = append(rows, row[one:])
			}
		}
	}
	return sheet.WriteRows(w, head[one:], rows)
}
