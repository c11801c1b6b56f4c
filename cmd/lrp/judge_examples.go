package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/stat"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/judge"
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

// judgeTrials has the judge grade the test part of each trial.
func (f *evalFlags) judgeTrials(
	c *cobra.Command, at base, x *approach.External, ds *datasets.Dataset, trials []datasets.Split,
) error {
	if !slices.ContainsFunc(ds.Respondents, datasets.Respondent.Scored) {
		return errors.New("found no scores of single answers, expected some, which --judge-examples shows")
	}
	j, err := f.openJudge(c, at)
	if err != nil {
		return err
	}
	var answers []judge.Answer
	for _, s := range trials {
		answers = append(answers, judge.Of(ds, s.Test, s.Train, f.JudgeExamples)...)
	}
	grades, err := f.grades(c, j, answers)
	if err != nil {
		return err
	}
	n := len(ds.Questions)
	for trial, s := range trials {
		rating := ratingOf(ds, s.Train)
		for _, i := range s.Test {
			r := rating(grades[:n])
			x.Add(trial, ds.Respondents[i].ID, r)
			f.predicted = append(f.predicted, []any{fmt.Sprint(trial + 1), ds.Respondents[i].ID, r})
			grades = grades[n:]
		}
	}
	return nil
}

// ratingOf returns the rating that grades of all questions stand for: the least squares line from
// the share of all points to the rating, among the scored respondents of the training part.
func ratingOf(ds *datasets.Dataset, train []int) func(grades []float64) float64 {
	var x, y []float64
	share := func(grades []float64) float64 {
		sum, top := 0.0, 0.0
		for j, g := range grades {
			if !math.IsNaN(g) {
				sum, top = sum+g*ds.MaxPoints(j), top+ds.MaxPoints(j)
			}
		}
		return sum / top // NaN without any grade
	}
	for _, i := range train {
		if r := &ds.Respondents[i]; r.Rated() && r.Scored() {
			x, y = append(x, share(r.Scores)), append(y, r.Rating)
		}
	}
	a, b := 0.0, 1.0
	if len(x) > 1 && stat.Variance(x, nil) > 0 {
		a, b = stat.LinearRegression(x, y, nil, false)
	}
	middle := 0.5
	if len(y) > 0 {
		middle = stat.Mean(y, nil)
	}
	return func(grades []float64) float64 {
		if r := a + b*share(grades); !math.IsNaN(r) {
			return max(0, min(r, 1))
		}
		return middle
	}
}

// writeJudge writes what a report keeps of the judge: its grades, or its predictions if they depend
// on the training part.
func (x *experimentRun) writeJudge(w io.Writer) error {
	f := x.judge()
	switch {
	case x.eval == nil || x.eval.JudgeExamples == 0:
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
