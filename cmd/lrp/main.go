// Lrp predicts a respondent's overall rating in [0,1] from answers to a fixed set of questions
// (Luna Rating Prediction), and evaluates how well that works.
//
//	lrp grade exam.xlsx    rate the unrated rows of a table
//	lrp eval               the experiment, on the embedded samples
//	lrp help               all commands
//
// Results go to standard output, progress and warnings to standard error. The exit status is 0 on
// success, 1 after a failure and 2 after a usage error. An error is reported on one line that
// starts with "lrp: ", after similar lines that say what was found out about the data.
package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/internal/doctor"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/regress"
)

func main() { cli.Main(run) }

// run executes the command line and returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := rootCommand()
	explained := func(err error) error {
		tellOf(cli.Readable(stderr), err)
		return asUsage(err)
	}
	return cli.Program{AsUsage: explained, Groups: flagGroups, Hints: hints}.Execute(ctx, root, args, stdin, stdout, stderr)
}

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "lrp",
		Short: "Luna Rating Prediction: from answers to ratings",
		Long: `lrp predicts a respondent's overall rating from answers to a fixed set of questions, and evaluates
how well that works.`,
		Example: "  lrp grade exam.xlsx\n  lrp eval\n  lrp list datasets\n  lrp help eval",
		Version: lrp.Version(),
	}
	cli.Quiet(root)
	cli.Group(root, "Your own exam or survey",
		gradeCommand(), nextCommand(), trainCommand(), predictCommand(), mergeCommand(), testCommand(),
		explainCommand(), inspectCommand(),
		retrainCommand(), serveCommand())
	cli.Group(root, "Research",
		evalCommand(), compareCommand(), curveCommand(), runCommand(), priorCommand(),
		judgeCommand(), exportCommand())
	cli.Group(root, "Data and texts",
		listCommand(), convertCommand(), similarityCommand(), encodeCommand(), embedCommand(), tablesTopic())
	cli.About(root, manual, doctorCommand(), cli.HealthCheckCommand("http://127.0.0.1:8080/healthz"))
	return root
}

var manual = cli.Manual{
	Title: "Luna Rating Prediction",
	Environment: []cli.Variable{
		{Name: "NO_COLOR", Description: "If not empty, output is not coloured."},
		{Name: "CLICOLOR_FORCE", Description: "If neither empty nor 0, output is coloured even if it " +
			"does not go to a terminal."},
		{Name: "TERM", Description: "A terminal of the type dumb gets neither colours nor a progress " +
			"line."},
	},
}

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
