// Luna is the Luna Game: a rating system's server, and machines that play on one.
//
//	luna serve --db FILE             a rating system: pages for people, an interface for machines
//	luna play --server URL           a machine player that guesses by Luna Rating Prediction
//	luna bot gibberish --server URL  the control player
//	luna demo                        a rating system alive, with simulated people
//	luna simulate figure all         chapter 3's simulations
//	luna machine add NAME --db FILE  register a machine player; list them, take their tokens back
//	luna export --db FILE --out DIR  the games of players who consent, as data sets
//	luna completion bash|zsh|fish|powershell
//
// Results go to standard output, progress and warnings to standard error. The exit status is
// 0 when done, 1 after a failure and 2 after wrong usage; either is told in one line that
// starts with "luna: ".
package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/lrp"
)

// commands make what the program has, a line a command.
var commands = []func() *cobra.Command{
	serveCommand,
	playCommand,
	botCommand,
	demoCommand,
	simulateCommand,
	machineCommand,
	exportCommand,
}

func main() { cli.Main(run) }

// run executes the command line and returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := &cobra.Command{
		Use:   "luna",
		Short: "the Luna Game: guess how smart others are by asking them five questions",
		Long: `Luna plays the Luna Game, in which two players, people or machines, ask one another five questions and guess
one another's Smarts Rating, from 0 to 100.`,
		Example: "  luna serve --db luna.db\n  luna play --server http://127.0.0.1:8080\n  luna help play",
		Version: lrp.Version(),
	}
	root.SetHelpCommand(cli.HelpCommand(root))
	for _, command := range commands {
		root.AddCommand(command())
	}
	cli.StrictCompletion(root)
	return cli.Program{}.Execute(ctx, root, args, stdin, stdout, stderr)
}
