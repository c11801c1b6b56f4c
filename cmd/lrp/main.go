// Lrp evaluates Luna Rating Prediction: predicting a respondent's overall rating in [0,1]
// from answers to a fixed set of questions.
//
//	lrp eval                                    the experiment, on the embedded samples
//	lrp eval powergrading:DIR mohler:DIR        … on real data
//	lrp compare --baseline CBG [DATASET]        are the approaches' errors different by more than chance?
//	lrp curve                                   how the error falls with the number rated
//	lrp run experiment.toml                     an experiment from a file, or a manifest again
//	lrp train -m MODEL DATASET                  learn from rated respondents
//	lrp predict -m MODEL [FILE]                 rate others, a record a line
//	lrp explain -m MODEL [FILE]                 … and say what moved each rating
//	lrp inspect MODEL                           what is in a model
//	lrp serve -m MODEL                          predictions over HTTP
//	lrp export --approach BOW --out DIR DATASET one trial's numbers, for other tools
//	lrp regress --train FILE …                  fit and predict numbers of your own
//	lrp convert DATASET --out FILE.jsonl        any data set in the native form
//	lrp similarity --measure FWO [FILE]         the similarity of two sentences a line
//	lrp embed train|convert|info|nearest        word vectors: make, convert, look into
//	lrp list datasets|approaches|regressors     what there is
//	lrp doctor                                  is the program whole, and can it work here?
//	lrp completion bash|zsh|fish|powershell     completion for a shell
//	lrp man DIR                                 manual pages
//
// Results go to standard output, progress and warnings to standard error. The exit status is
// 0 when done, 1 after a failure and 2 after wrong usage; either is told in one line that
// starts with "lrp: ".
package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/lrp"
)

func main() { cli.Main(run) }

// run executes the command line and returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := rootCommand()
	if err := cli.RegisterCompletions(root); err != nil {
		fmt.Fprintf(stderr, "lrp: %v\n", err)
		return 1
	}
	return cli.Program{AsUsage: asUsage}.Execute(ctx, root, args, stdin, stdout, stderr)
}

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "lrp",
		Short: "Luna Rating Prediction: from answers to ratings",
		Long: `Lrp predicts a respondent's overall rating in [0,1] from answers to a fixed set of questions,
and evaluates how well that works.`,
		Example: "  lrp eval\n  lrp list datasets\n  lrp help eval",
		Version: lrp.Version(),
	}
	root.SetHelpCommand(cli.HelpCommand(root))
	root.AddCommand(
		evalCommand(), compareCommand(), curveCommand(), runCommand(),
		trainCommand(), predictCommand(), explainCommand(), inspectCommand(), serveCommand(),
		exportCommand(), regressCommand(), convertCommand(), similarityCommand(), embedCommand(),
		listCommand(), manCommand(), doctorCommand(),
	)
	addCompletion(root)
	return root
}
