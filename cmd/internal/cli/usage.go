package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// UsageError is a fault of the command line, for which the exit status is 2.
type UsageError struct{ error }

// Usage makes a fault of the command line of an error.
func Usage(err error) error { return UsageError{err} }

// Usagef words a fault of the command line.
func Usagef(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }

// Unwrap returns what is at fault.
func (e UsageError) Unwrap() error { return e.error }

// FlagError words pflag's errors as a user would: what was found and what was expected.
func FlagError(c *cobra.Command, err error) error {
	if absent, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return Usagef("%w%s", err, meantFlag(c, absent.GetSpecifiedName()))
	}
	var value *pflag.InvalidValueError
	if !errors.As(err, &value) {
		return Usage(err)
	}
	expected := value.GetFlag().Value.Type()
	switch expected {
	case "int", "int64":
		expected = "a whole number"
	case "uint64":
		expected = "a whole number from 0 to 18446744073709551615"
	case "float64":
		expected = "a number"
	case "bool":
		expected = "true or false"
	case "intSlice":
		expected = "whole numbers separated by commas"
	case "duration":
		expected = "a duration such as 30s"
	case "stringSlice":
		expected = "names separated by commas"
	}
	return Usagef("--%s: found %q, expected %s", value.GetFlag().Name, value.GetValue(), expected)
}

// meantFlag is a guess at which of a command's flags was meant, "" without one.
func meantFlag(c *cobra.Command, name string) string {
	var known []string
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			known = append(known, f.Name)
		}
	})
	if guess := Closest(name, known); guess != "" {
		return "; did you mean --" + guess + "?"
	}
	return ""
}

// NoArguments checks the arguments of a command that takes none, but perhaps has commands below it.
func NoArguments(c *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case !c.HasAvailableSubCommands():
		return Usagef("%s takes no argument, found %q", strings.TrimPrefix(c.CommandPath(), c.Root().Name()+" "), args[0])
	}
	var known []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() || sub.Name() == "help" {
			known = append(known, sub.Name())
		}
	}
	return Usagef("unknown command %q; %sknown: %s", c.CommandPath()+" "+args[0], DidYouMean(args[0], known), strings.Join(known, ", "))
}

// HelpCommand is cobra's, but that a command that is not there is an error.
func HelpCommand(root *cobra.Command) *cobra.Command {
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
