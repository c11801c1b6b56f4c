// Package cli holds what the command lines of this module share: running a command tree, flags with
// enumerated values, shell completion, and the wording of usage errors.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/parallel"
)

// Manual holds the parts of a program's manual pages that are not in the texts of --help.
type Manual struct {
	Title       string // at the foot of each page
	Environment []Variable
}

// Variable is an environment variable that a program reads.
type Variable struct{ Name, Description string }

// Group adds commands under a heading of the root command's help, in the order given.
func Group(root *cobra.Command, heading string, commands ...*cobra.Command) {
	root.AddGroup(&cobra.Group{ID: heading, Title: heading + ":"})
	for _, c := range commands {
		c.GroupID = heading
	}
	root.AddCommand(commands...)
}

// Parent adds subcommands to c, in the order of the help. Running c without one of them is a usage
// error.
func Parent(c *cobra.Command, commands ...*cobra.Command) *cobra.Command {
	names := numbers.Map(commands, (*cobra.Command).Name)
	c.AddCommand(commands...)
	c.Args = NoArguments
	c.RunE = func(*cobra.Command, []string) error {
		return Usagef("%s needs one of: %s", c.Name(), strings.Join(names, ", "))
	}
	return c
}

// About adds the last group of commands, about the program itself: the given ones, and those that
// every program has: help, version, completion and man.
func About(root *cobra.Command, manual Manual, others ...*cobra.Command) {
	const heading = "About this program"
	Group(root, heading, append(others, versionCommand(), manCommand(manual))...)
	root.SetHelpCommand(helpCommand(root))
	root.SetHelpCommandGroupID(heading)
	root.SetCompletionCommandGroupID(heading)
	strictCompletion(root)
}

func init() {
	cobra.EnableCommandSorting = false // commands are listed by use, as groups add them
}

// Program runs a command tree. AsUsage, if not nil, turns errors of libraries that are mistakes on
// the command line into a [UsageError] and returns all others unchanged.
type Program struct {
	AsUsage func(error) error
	Groups  []FlagGroup // of the flags, in the help
	// Hints say what to do instead of flags that no command has, or has no more.
	Hints map[string]string
}

// Main runs a program with the process's arguments and streams, within the memory of its container,
// until it ends or is interrupted, and exits with its status.
func Main(run func(ctx context.Context, args []string, in io.Reader, out, err io.Writer) int) {
	parallel.LimitMemory()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first signal restores the default action, so that a second one ends the process at once.
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// Execute runs a command line and returns the exit status: 0 on success, 1 after a failure, 2 after
// a usage error. Errors are written on one line that starts with the name of the root command. What
// goes to standard error or a terminal is [Readable].
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
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) { // as a shell does
		if err := RegisterCompletions(root); err != nil {
			fmt.Fprintf(stderr, "%s: %v\n", root.Name(), err)
			return 1
		}
	}
	root.SilenceErrors, root.SilenceUsage = true, true
	root.Args = NoArguments
	root.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	root.SetFlagErrorFunc(p.flagError)
	acceptCommas(root)
	groupFlags(root, p.Groups)
	// Errors before a command runs are usage errors.
	var started atomic.Bool // read below while a command given up may still run
	root.PersistentPreRunE = func(c *cobra.Command, _ []string) error {
		if quiet, err := c.Flags().GetBool("quiet"); quiet && err == nil {
			root.SetErr(&unnoted{w: c.ErrOrStderr(), program: root.Name()})
		}
		if err := c.ValidateFlagGroups(); err != nil {
			return err
		}
		started.Store(true)
		if out := c.Flags().Lookup("out"); out != nil && out.Changed && out.Value.String() != "" {
			return atomicdir.CheckFolder(out.Value.String())
		}
		return nil
	}
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
	missing := missingPath(err, args)
	if near := ClosestPath(missing); near != "" && near != missing { // as a link to nothing is
		err = fmt.Errorf("%w; did you mean %s?", err, near)
	}
	NoteTo(stderr, root.Name(), err.Error())
	if !started.Load() || IsUsage(err) {
		return 2
	}
	return 1
}

// helpCommand is cobra's help command, except that an unknown command is an error.
func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "say more about a command",
		RunE: func(_ *cobra.Command, args []string) error {
			c, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return NoArguments(c, append(rest, args...))
			}
			c.InitDefaultHelpFlag()
			c.InitDefaultVersionFlag()
			return c.Help()
		},
	}
}

// strictCompletion adds cobra's completion command, except that it fails if no known shell is
// named.
func strictCompletion(root *cobra.Command) {
	root.CompletionOptions.DisableNoDescFlag = true
	root.InitDefaultCompletionCmd()
	if c, _, err := root.Find([]string{"completion"}); err == nil && c != root {
		c.Args = NoArguments
		c.Short = "write the completion script for a shell"
		c.RunE = func(*cobra.Command, []string) error {
			return Usagef("completion for which shell? bash, fish, powershell or zsh")
		}
	}
}

// patience is how long a command may take to end after an interrupt. A command that waits for
// input, or for somebody to open a pipe, would not end at all.
const patience = 2 * time.Second

type orderlyKey struct{}

// Orderly declares that the command running with ctx ends by itself after an interrupt, however
// long that takes, like a server that first answers the requests it has accepted.
func Orderly(ctx context.Context) {
	if orderly, ok := ctx.Value(orderlyKey{}).(*atomic.Bool); ok {
		orderly.Store(true)
	}
}

// OutliveReaders makes writing to a pipe that nobody reads any more return an error instead of
// ending the process: a server must not end because the reader of its log has ended.
func OutliveReaders() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }

// OnHangup does something at every SIGHUP until stop is called.
func OnHangup(do func()) (stop func()) {
	hangup := make(chan os.Signal, 1)
	signal.Notify(hangup, syscall.SIGHUP)
	go func() {
		for range hangup {
			do()
		}
	}()
	return func() {
		signal.Stop(hangup)
		close(hangup)
	}
}

// Logger returns a log of a server in one of the formats of [TextOrJSON].
func Logger(w io.Writer, format string, level slog.Level) *slog.Logger {
	o := &slog.HandlerOptions{Level: level}
	if format == "json" {
		return slog.New(slog.NewJSONHandler(w, o))
	}
	return slog.New(slog.NewTextHandler(w, o))
}

// await runs a command. After an interrupt it gives the command some time to end; then it abandons
// the command and removes its unfinished files.
func await(ctx context.Context, run func(context.Context) error) error {
	var orderly atomic.Bool
	done := make(chan error, 1)
	go func() { done <- run(context.WithValue(ctx, orderlyKey{}, &orderly)) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case err := <-done:
		return err
	case <-late.C:
	}
	if orderly.Load() {
		return <-done
	}
	atomicdir.Abandon()
	return ctx.Err()
}

// gate is a stream of a command until the command is given up. Its goroutine may still run then,
// but nothing that it writes follows what is said of the interrupt.
type gate struct {
	w      io.Writer
	turn   chan struct{} // holds a token while somebody writes
	closed atomic.Bool
}

func newGate(w io.Writer) *gate { return &gate{w: w, turn: make(chan struct{}, 1)} }

// Write implements [io.Writer].
func (g *gate) Write(p []byte) (int, error) {
	g.turn <- struct{}{}
	defer func() { <-g.turn }()
	if g.closed.Load() {
		return 0, os.ErrClosed
	}
	return g.w.Write(p)
}

// stuck is how long a write may take that has begun when a gate closes. One into a pipe that nobody
// reads would not end.
const stuck = 100 * time.Millisecond

// close ends the stream, once a write that has begun is done or stuck.
func (g *gate) close() {
	g.closed.Store(true)
	late := time.NewTimer(stuck)
	defer late.Stop()
	select {
	case g.turn <- struct{}{}:
		<-g.turn
	case <-late.C:
	}
}
