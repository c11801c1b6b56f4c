// Lrp predicts a respondent's overall rating in [0,1] from answers to a fixed set of questions
// (Luna Rating Prediction), and evaluates how well that works.
//
//	lrp grade exam.xlsx                         rate the unrated rows of a table
//	lrp next exam.xlsx                          which answers to grade next, equal ones at once
//	lrp eval                                    the experiment, on the embedded samples
//	lrp eval powergrading:DIR mohler:DIR        … on real data
//	lrp compare --baseline CBG [DATASET]        test whether approaches differ
//	lrp curve                                   error by the number of rated respondents
//	lrp run experiment.toml                     an experiment from a file, or a report's again
//	lrp train -m MODEL DATASET                  train a model on rated respondents
//	lrp predict -m MODEL [FILE]                 predict ratings, one record per line
//	lrp merge DIR                               put the parts of predict --shard together
//	lrp explain -m MODEL [FILE]                 … and explain each of them
//	lrp inspect MODEL                           describe a model
//	lrp serve -m MODEL                          predictions over HTTP
//	lrp prior -o FILE DATASET…                  learn AUTO's prior from graded responses
//	lrp export --approach BOW --out DIR DATASET design matrices of one trial, for other tools
//	lrp regress --train FILE …                  fit a regressor to a design matrix
//	lrp convert DATASET --out FILE.jsonl        any data set in the native form
//	lrp similarity --measure FWO [FILE]         similarity of two sentences per line
//	lrp embed train|convert|info|nearest        word vectors: train, convert, inspect
//	lrp list datasets|approaches|regressors     names for arguments and flags
//	lrp doctor                                  check the installation
//	lrp healthcheck                             ask a running server whether it is well
//	lrp version                                 version and build
//	lrp completion bash|zsh|fish|powershell     completion script for a shell
//	lrp man DIR                                 manual pages
//
// Results go to standard output, progress and warnings to standard error. The exit status is 0 on
// success, 1 after a failure and 2 after a usage error. An error is reported on one line that
// starts with "lrp: ", after similar lines that say what was found out about the data.
package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/lrp"
)

func main() { cli.Main(run) }

// run executes the command line and returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := rootCommand()
	explained := func(err error) error {
		tellOf(cli.Readable(stderr), err)
		return asUsage(err)
	}
	return cli.Program{AsUsage: explained}.Execute(ctx, root, args, stdin, stdout, stderr)
}

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "lrp",
		Short: "Luna Rating Prediction: from answers to ratings",
		Long: `Lrp predicts a respondent's overall rating from answers to a fixed set of questions, and evaluates
how well that works.`,
		Example: "  lrp grade exam.xlsx\n  lrp eval\n  lrp list datasets\n  lrp help eval",
		Version: lrp.Version(),
	}
	cli.Group(root, "Your own exam or survey",
		gradeCommand(), nextCommand(), trainCommand(), predictCommand(), mergeCommand(), testCommand(),
		explainCommand(), inspectCommand(),
		retrainCommand(), serveCommand())
	cli.Group(root, "Research",
		evalCommand(), compareCommand(), curveCommand(), runCommand(), priorCommand(),
		exportCommand(), regressCommand())
	cli.Group(root, "Data and texts",
		listCommand(), convertCommand(), similarityCommand(), embedCommand())
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
