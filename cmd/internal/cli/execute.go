package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"

	"github.com/spf13/cobra"
)

// Program runs a command tree. AsUsage, if not nil, turns library errors that are mistakes on the
// command line into a [UsageError] and returns all others unchanged.
type Program struct {
	AsUsage func(error) error
}

// Main runs a program with the process's arguments and streams until it ends or is interrupted, and
// exits with its status.
func Main(run func(ctx context.Context, args []string, in io.Reader, out, err io.Writer) int) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first signal restores the default action, so that a second one ends the process at once.
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// Execute runs a command line and returns the exit status: 0 on success, 1 after a failure, 2 after
// a usage error. Errors are written on one line that starts with the name of the root command.
// Output to standard error or to a terminal passes through [Readable].
func (p Program) Execute(
	ctx context.Context, root *cobra.Command, args []string,
	stdin io.Reader, stdout, stderr io.Writer,
) int {
	messages := &readable{w: stderr}
	defer messages.end()
	stderr = messages
	if _, ok := Terminal(stdout); ok {
		shown := &readable{w: stdout}
		defer shown.end()
		stdout = shown
	}
	if err := RegisterCompletions(root); err != nil {
		fmt.Fprintf(stderr, "%s: %v\n", root.Name(), err)
		return 1
	}
	root.SilenceErrors, root.SilenceUsage = true, true
	root.Args = NoArguments
	root.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	root.SetFlagErrorFunc(FlagError)
	wrapFlagUsages(root)
	// Errors before a command runs are usage errors.
	var started atomic.Bool // read below while a command given up may still run
	root.PersistentPreRun = func(*cobra.Command, []string) { started.Store(true) }
	root.SetArgs(args)
	root.SetIn(stdin)
	results, notes := newGate(stdout), newGate(stderr)
	root.SetOut(results)
	root.SetErr(notes)
	err := await(ctx, root.ExecuteContext)
	results.close()
	notes.close()
	if err == nil {
		return 0
	}
	if errors.Is(err, context.Canceled) {
		err = errors.New("interrupted")
	}
	if p.AsUsage != nil {
		err = p.AsUsage(err)
	}
	fmt.Fprintf(stderr, "%s: %s\n", root.Name(), InLine(err.Error()))
	if !started.Load() || IsUsage(err) {
		return 2
	}
	return 1
}
