package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

// Program is what makes a command line's errors its own: Message words one, nil is as it is, and Usage tells whether it is a fault of
// the command line, nil is that a [UsageError] is.
type Program struct {
	Message func(error) string
	Usage   func(error) bool
}

// Main runs a program with the process's arguments and streams until it ends, or is interrupted, and exits with its status.
func Main(run func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// After the first signal the default comes back, so that a second one ends at once.
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// Execute runs a command line and returns the exit status: 0 when done, 1 after a failure and 2 after wrong usage, either of which it
// tells in one line that starts with the name of the root.
func (p Program) Execute(ctx context.Context, root *cobra.Command, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root.SilenceErrors, root.SilenceUsage = true, true
	root.Args = NoArguments
	root.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	root.SetFlagErrorFunc(FlagError)
	// What fails before a command runs is the command line's own fault.
	started := false
	root.PersistentPreRun = func(*cobra.Command, []string) { started = true }
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
	if p.Message == nil {
		p.Message = error.Error
	}
	if p.Usage == nil {
		p.Usage = isUsage
	}
	fmt.Fprintf(stderr, "%s: %s\n", root.Name(), InLine(p.Message(err)))
	if !started || p.Usage(err) {
		return 2
	}
	return 1
}

func isUsage(err error) bool {
	_, usage := errors.AsType[UsageError](err)
	return usage
}

// StrictCompletion gives a program cobra's command for completion, but that it fails without a shell that it knows.
func StrictCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	if c, _, err := root.Find([]string{"completion"}); err == nil && c != root {
		c.Args = NoArguments
		c.Short = "write the completion script for a shell"
		c.RunE = func(*cobra.Command, []string) error {
			return Usagef("completion for which shell? bash, fish, powershell or zsh")
		}
	}
}
