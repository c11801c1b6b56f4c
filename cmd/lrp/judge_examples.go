package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/judge"
	"github.com/luna-rating/luna/regress"
)

// addJudge adds the judge to the approaches if it is shown examples from each training part. It is
// asked once the splits of all trials are known, so that all requests are counted before the first.
func (f *evalFlags) addJudge(c *cobra.Command, o *lrp.Options, at base) (err error) {
	var x *approach.External
	switch name := f.judgeName(); {
	case f.JudgeExamples == 0:
		return nil
	case name == "":
		return cli.Settingf("judge-examples", "found without --judge, who is shown them")
	case f.Protocol == "published", f.Seeds > 1:
		return cli.Settingf("judge-examples", "found with --protocol published or --seeds, expected splits that are known "+
			"before the first trial")
	case f.judged != "":
		x, err = approach.ReadExternal(f.judged, "")
	default:
		x = &approach.External{}
		before, answered := o.Splits, 0
		o.Splits = func(ds *datasets.Dataset, list []datasets.Split) error {
			if before != nil {
				err = before(ds, list)
			}
			if answered++; answered > 1 && err == nil {
				err = errors.New("found --judge-examples with several data sets, expected one")
			}
			if err != nil {
				return err
			}
			return f.judgeTrials(c, at, x, ds, list)
		}
	}
	o.Approaches = append(o.Approaches, lrp.Approach{Name: f.judgeName(), Method: x,
		Description: "a chat model that is shown graded answers of the training part"})
	return err
}

// judgeTrials has the judge grade the test part of each trial, and some of the training part.
func (f *evalFlags) judgeTrials(
	c *cobra.Command, at base, x *approach.External, ds *datasets.Dataset, trials []datasets.Split,
) error {
	if !slices.ContainsFunc(ds.Respondents, datasets.Respondent.Scored) {
		return errors.New("found no scores of single answers, expected some, which --judge-examples shows")
	}
	var answers []judge.Answer
	var graded [][]int // those of a trial's training part, then those of its test part
	for _, s := range trials {
		graded = append(graded, slices.Concat(numbers.Evenly(s.Train, calibrants), s.Test))
		answers = append(answers, judge.Of(ds, graded[len(graded)-1], s.Train, f.JudgeExamples)...)
	}
	grades, err := f.ask(c, at, answers)
	if err != nil {
		return err
	}
	for trial, s := range trials {
		var means, ratings []float64
		for range graded[trial] {
			means, grades = append(means, regress.Mean(numbers.Known(grades[:len(ds.Questions)]))), grades[len(ds.Questions):]
		}
		n := len(means) - len(s.Test)
		for _, i := range graded[trial][:n] {
			ratings = append(ratings, ds.Respondents[i].Rating)
		}
		line := approach.Calibrate(means[:n], ratings)
		for k, i := range s.Test {
			id, rating := ds.Respondents[i].ID, max(0, min(line(means[n+k]), 1))
			x.Add(trial, id, rating)
			f.predicted = append(f.predicted, []any{fmt.Sprint(trial + 1), id, rating})
		}
	}
	return nil
}

// calibrants is how many of a training part a judge grades too, which tells how strict it is.
const calibrants = 50

// writeJudge writes what a report keeps of the judge: its grades, or its predictions if they depend
// on the training part.
func (x *experimentRun) writeJudge(w io.Writer) error {
	f := x.systems()
	switch {
	case f.JudgeExamples == 0:
		return writeJudged(w, f.judgeName(), x.sets...)
	case f.judged == "":
		return sheet.WriteRows(w, []string{"trial", "respondent", "prediction"}, x.eval.predicted)
	}
	kept, err := os.ReadFile(f.judged)
	if err == nil {
		_, err = w.Write(kept)
	}
	return err
}
