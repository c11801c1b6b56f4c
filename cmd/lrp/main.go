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
