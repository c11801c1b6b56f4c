package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
)

// runAUTO evaluates AUTO and CBG on the splits.
func (s *settings) runAUTO(ctx context.Context, set *datasets.Dataset, r *result) error {
	approaches, err := lrp.Approaches("CBG", "AUTO")
	if err != nil {
		return err
	}
	start := time.Now()
	report, err := lrp.Evaluate(ctx, []*datasets.Dataset{set}, lrp.Options{
		Trials: s.splits(set), Seed: s.seed, TrainFraction: trainFraction, Approaches: approaches,
	})
	if err != nil {
		return err
	}
	for _, found := range report.Datasets[0].Results {
		switch found.Approach {
		case "CBG":
			r.CBG = found.RMSE
		case "AUTO":
			r.AUTO, r.Coverage = found.RMSE, nil
			if found.Coverage != nil {
				r.Coverage = &found.Coverage.Share
			}
		}
	}
	fmt.Fprintf(os.Stderr, "%s: AUTO, %d splits in %.1f s\n",
		set.Name, len(r.AUTO), time.Since(start).Seconds())
	return nil
}
