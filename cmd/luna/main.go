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
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

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

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// After the first signal the default comes back, so that a second one ends at once.
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run executes the command line and returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := &cobra.Command{
		Use:           "luna",
		Short:         "the Luna Game: guess how smart others are by asking them five questions",
		Long:          "Luna plays the Luna Game, in which two players, people or machines, ask one another five questions and guess\none another's Smarts Rating, from 0 to 100.",
		Example:       "  luna serve --db luna.db\n  luna play --server http://127.0.0.1:8080\n  luna help play",
		Version:       lrp.Version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cli.NoArguments,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.SetFlagErrorFunc(cli.FlagError)
	root.SetHelpCommand(cli.HelpCommand(root))
	// What fails before a command runs is the command line's own fault.
	started := false
	root.PersistentPreRun = func(*cobra.Command, []string) { started = true }
	for _, command := range commands {
		root.AddCommand(command())
	}
	completion(root)
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	if errors.Is(err, context.Canceled) {
		err = errors.New("interrupted")
	}
	fmt.Fprintf(stderr, "luna: %s\n", cli.InLine(err.Error()))
	if _, usage := errors.AsType[cli.UsageError](err); usage || !started {
		return 2
	}
	return 1
}

// completion is cobra's command, but that it fails without a shell that it knows.
func completion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	if c, _, err := root.Find([]string{"completion"}); err == nil && c != root {
		c.Args = cli.NoArguments
		c.Short = "write the completion script for a shell"
		c.RunE = func(*cobra.Command, []string) error {
			return cli.Usagef("completion for which shell? bash, fish, powershell or zsh")
		}
	}
}
