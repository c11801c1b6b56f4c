package main

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/doctor"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/regress"
)

func doctorCommand() *cobra.Command {
	return doctor.Command(`Doctor prints versions and processors, verifies the embedded resources (WordNet, word counts, word
vectors, AUTO's prior, samples) by size and SHA-256 and measures how long each takes to load,
evaluates a small sample whose error is known, and tries to write to the current and to the
temporary folder. If a check fails, it says what to do and exits with status 1.`,
		func(ctx context.Context) []doctor.Check {
			return []doctor.Check{selfTest(ctx)}
		})
}

// The self-test and its expected result, whose last digits may depend on the processor.
const (
	selfTestDataset  = "sample-mohler"
	selfTestApproach = "BOW"
	selfTestTrials   = 5
	selfTestRMSE     = 0.13395283327445293
	selfTestRounding = 1e-9
)

// selfTest evaluates a sample and compares the error with the known one.
func selfTest(ctx context.Context) doctor.Check {
	c := doctor.Check{Name: "self-test", Status: "failed",
		Hint: "results cannot be trusted here: install the program anew, and report this line"}
	begin := time.Now()
	rmse, err := selfTestError(ctx)
	if err != nil {
		c.Found = err.Error()
		return c
	}
	c.Found = fmt.Sprintf("RMSE of %s with ols on %s in %d trials is %.9f, expected %.9f",
		selfTestApproach, selfTestDataset, selfTestTrials, rmse, float64(selfTestRMSE))
	c.Seconds = doctor.Since(begin)
	if math.Abs(rmse-selfTestRMSE) <= selfTestRounding {
		c.Status, c.Hint = "ok", ""
	}
	return c
}

func selfTestError(ctx context.Context) (float64, error) {
	sets, err := datasets.Open(selfTestDataset, datasets.Options{})
	if err != nil {
		return 0, err
	}
	approaches, err := lrp.Approaches(selfTestApproach)
	if err != nil {
		return 0, err
	}
	result, err := lrp.Evaluate(ctx, sets, lrp.Options{
		Trials: selfTestTrials, Seed: 1, TrainFraction: 0.8,
		Approaches: approaches, Regressors: []regress.Regressor{regress.OLS{}},
	})
	if err != nil {
		return 0, err
	}
	return result.Datasets[0].Results[0].RMSEMean, nil
}
