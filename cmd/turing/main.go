// Turing runs contests related to the Turing test: the Loebner Prize, from the entries to the
// certificate, and the Winograd Schema Challenge.
//
//	turing loebner run DIR     hold a contest
//	turing help                all commands
//
// Results go to standard output, progress and warnings to standard error. The exit status is 0 on
// success, 1 after a failure and 2 after a usage error. Errors are reported on one line that starts
// with "turing: ".
package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/internal/doctor"
	"github.com/luna-rating/luna/cmd/turing/internal/cage"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/luna/responder"
)

func main() {
	cage.Main()
	cli.Main(run)
}

// run executes the command line and returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return cli.Program{}.Execute(ctx, rootCommand(), args, stdin, stdout, stderr)
}

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "turing",
		Short: "hold contests in which programs are taken for people, or not",
		Long: `turing holds the Loebner Prize, in which judges say which of two is the human, and the
Winograd Schema Challenge, in which programs say what pronouns refer to.`,
		Example: `  turing loebner check --matrix matrix.txt --schedule schedule.txt
  turing help loebner`,
		Version: lrp.Version(),
	}
	cli.Group(root, "Contests", lppCommand(), loebnerCommand(), winogradCommand())
	cli.About(root, manual, doctorCommand())
	return root
}

func doctorCommand() *cobra.Command {
	return doctor.Command(`Doctor verifies the embedded resources and tries to write to the current and
to the temporary folder. If a check fails, it says what to do and exits with status 1.`,
		func(context.Context) []doctor.Check { return nil })
}

var manual = cli.Manual{
	Title: "Turing tests",
	Environment: []cli.Variable{
		{Name: responder.ChatKeyVariable,
			Description: "The key of the server of --responder chat:URL and --solver chat:URL."},
	},
}

func lppCommand() *cobra.Command {
	return cli.Parent(&cobra.Command{
		Use:   "lpp",
		Short: "talk key by key, by the Loebner Prize Protocol",
		Long: `Lpp speaks the Loebner Prize Protocol: two programs share a folder, in which a key press
is a sub-directory.`,
	},
		lppJudgeCommand(),
		lppEntryCommand(),
		lppRecordCommand(),
		lppReplayCommand(),
		lppDecodeCommand(),
		lppEncodeCommand(),
	)
}

func loebnerCommand() *cobra.Command {
	return cli.Parent(&cobra.Command{
		Use:   "loebner",
		Short: "hold contests for the Loebner Prize and study their logs",
		Long: `Loebner holds contests in which a judge talks to a program and to a human confederate
at the same time and then says which of them is the human.`,
	},
		loebnerRulesCommand(),
		loebnerScheduleCommand(),
		loebnerNewCommand(),
		loebnerTestCommand(),
		loebnerRunCommand(),
		loebnerVoteCommand(),
		loebnerVerifyCommand(),
		loebnerAnnulCommand(),
		loebnerCheckCommand(),
		loebnerScoreCommand(),
		loebnerRatingsCommand(),
		loebnerTranscriptCommand(),
		loebnerStatisticsCommand(),
		loebnerDatasetCommand(),
	)
}

func winogradCommand() *cobra.Command {
	return cli.Parent(&cobra.Command{
		Use:   "winograd",
		Short: "take part in the Winograd Schema Challenge, and grade it",
		Long:  "Winograd works on the question which of several candidates a pronoun refers to.",
	},
		winogradPlayCommand(),
		winogradGradeCommand(),
	)
}
