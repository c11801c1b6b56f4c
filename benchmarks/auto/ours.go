package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
)

// What AUTO learns from.
const totals, grades = string(approach.LearnTotals), string(approach.LearnGrades)

// runAUTO evaluates AUTO and CBG on the splits.
func (s *settings) runAUTO(ctx context.Context, set *datasets.Dataset, r *result) error {
	approaches, err := lrp.Approaches("CBG", "AUTO")
	if err != nil {
		return err
	}
	for _, learn := range s.learn {
		if learn == grades && !slices.ContainsFunc(set.Respondents, datasets.Respondent.Scored) {
			continue
		}
		start := time.Now()
		report, err := lrp.Curve(ctx, []*datasets.Dataset{set}, lrp.Options{
			Trials: s.splits(set), Seed: s.seed, TrainFraction: trainFraction,
			Sizes: s.sizes(set), Learn: approach.Learn(learn), Approaches: approaches,
		})
		if err != nil {
			return err
		}
		for _, found := range report.Datasets[0].Results {
			r.at(found.Size).take(learn, found.Approach, found)
		}
		fmt.Fprintf(os.Stderr, "%s: AUTO from %s, %d splits in %.1f s\n",
			set.Name, learn, s.splits(set), time.Since(start).Seconds())
	}
	return nil
}

// take adds the errors of AUTO or CBG to the results.
func (c *cell) take(learn, name string, found experiment.Result) {
	if name == "CBG" {
		c.CBG = found.RMSE
		return
	}
	a := &learned{RMSE: found.RMSE}
	if found.Coverage != nil {
		a.Coverage = &found.Coverage.Share
	}
	if c.AUTO == nil {
		c.AUTO = make(map[string]*learned)
	}
	c.AUTO[learn] = a
}
