package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp/judge"
)

// judgeFlags are the flags of every command that has a chat model grade answers.
type judgeFlags struct {
	Judge             string `toml:"judge,omitempty"`
	JudgeInstructions string `toml:"judge-instructions,omitempty"`
	JudgeBatch        int    `toml:"judge-batch,omitempty"`
	// JudgeExamples is how many graded answers of the training part a judge is shown.
	JudgeExamples int     `toml:"judge-examples,omitempty"`
	predicted     [][]any // by a judge who is

	limit  int
	price  []float64
	judged string // the file of grades that a report kept, used instead
}

func (f *judgeFlags) registerJudge(flags *pflag.FlagSet) {
	flags.StringVar(&f.Judge, "judge", "", "`URL#MODEL` of a chat server, which answers are sent to")
	flags.StringVar(&f.JudgeInstructions, "judge-instructions", "", "`FILE` with what the judge is told, such as "+
		"how points are given")
	inputFiles(flags, "judge-instructions")
	flags.IntVar(&f.JudgeBatch, "judge-batch", 1, "answers to a question in one request")
	flags.IntVar(&f.limit, "judge-limit", 0, "most requests to send (0: any number); if more are needed, none is sent")
	flags.Float64SliceVar(&f.price, "judge-price", nil, "price of a million tokens, or `IN,OUT` of those read and written")
	flags.Lookup("judge-price").DefValue = "" // not []
	cli.FromTo(flags, 1, 50, "judge-batch")
	cli.AtLeast(flags, 0, "judge-limit")
}

// notInName matches what the name of another system does not have, see [systemName].
var notInName = text.Pattern(`^[^\pL\pN]+|[^\pL\pN ._-]+`)

// judgeName is what the judge's grades are called, its model without a folder; "" if there is none.
func (f *judgeFlags) judgeName() string {
	_, model, _ := strings.Cut(f.Judge, "#")
	model = model[strings.LastIndex(model, "/")+1:]
	name := []rune(strings.Trim(notInName().ReplaceAllString(model, "-"), "-"))
	return strings.TrimSpace(string(name[:min(len(name), 40)]))
}

// ask has the judge grade answers, and tells the user where they go and what that costs.
func (f *judgeFlags) ask(c *cobra.Command, at base, answers []judge.Answer) ([]float64, error) {
	o := judge.Options{Batch: f.JudgeBatch, Limit: f.limit,
		Note:     func(format string, args ...any) { cli.Note(c, format, args...) },
		Progress: stageOn(c.ErrOrStderr(), "judging", func() *progress { return nil })}
	switch cache := c.Flags().Lookup("cache").Value.String(); cache {
	case "off":
	case "":
		if dir, err := embed.DefaultCache(); err == nil {
			o.Cache = filepath.Join(filepath.Dir(dir), "judge")
		}
	default:
		o.Cache = filepath.Join(cache, "judge")
	}
	switch n := len(f.price); {
	case n > 2 || n > 0 && !(min(f.price[0], f.price[n-1]) >= 0):
		return nil, cli.Settingf("judge-price", "is %v, one price or two of at least 0 are needed", f.price)
	case n > 0:
		o.Price = [2]float64{f.price[0], f.price[n-1]}
	}
	if f.JudgeInstructions != "" {
		told, err := files.Read(at.path(f.JudgeInstructions), maxInstructions, "instructions for the judge")
		if err != nil {
			return nil, err
		}
		o.Instructions = string(told)
	}
	j, err := judge.Open(f.Judge, o)
	switch {
	case err != nil:
		return nil, cli.Settingf("judge", "%v", err)
	case f.judgeName() == "":
		return nil, cli.Settingf("judge", "is %q, a model with letters or digits in its name is needed", f.Judge)
	}
	grades, err := j.Grade(c.Context(), answers)
	if errors.Is(err, judge.ErrLimit) {
		err = fmt.Errorf("%w by --judge-limit", err)
	}
	return grades, err
}

// maxInstructions bounds the instructions for a judge, in bytes.
const maxInstructions = 64 << 10

// fill has the judge, if there is one, grade all answers of the data sets, which are kept by its
// name as those of --grades are. It is shown the scores of respondents.
func (f *judgeFlags) fill(c *cobra.Command, at base, shown []int, sets ...*datasets.Dataset) error {
	switch {
	case f.Judge == "", f.JudgeExamples > 0:
		return nil
	case f.judged != "":
		return datasets.ReadGrades(f.judgeName(), f.judged, sets...)
	}
	var answers []judge.Answer
	for _, ds := range sets {
		answers = append(answers, judge.Of(ds, numbers.UpTo(len(ds.Respondents)), shown, 0)...)
	}
	grades, err := f.ask(c, at, answers)
	if err != nil {
		return err
	}
	for _, ds := range sets {
		for i := range ds.Respondents {
			n := len(ds.Questions)
			ds.Respondents[i].SetExternal(f.judgeName(), grades[:n:n])
			grades = grades[n:]
		}
		for _, i := range shown {
			ds.Respondents[i].ShownTo = append(ds.Respondents[i].ShownTo, f.judgeName())
		}
	}
	return nil
}
