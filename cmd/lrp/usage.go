package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// usageError is a fault of the command line.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// Unwrap returns what is at fault.
func (e usageError) Unwrap() error { return e.error }

// settingError is a fault of one setting: a flag's, or that of a key in an experiment file.
type settingError struct{ name, message string }

// Error names the setting as the command line does.
func (e settingError) Error() string { return "--" + e.name + " " + e.message }

func settingf(name, format string, args ...any) error {
	return usageError{settingError{name, fmt.Sprintf(format, args...)}}
}

// flagError words pflag's errors as a user would: what was found and what was expected.
func flagError(c *cobra.Command, err error) error {
	if absent, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return usagef("%w%s", err, meantFlag(c, absent.GetSpecifiedName()))
	}
	var value *pflag.InvalidValueError
	if !errors.As(err, &value) {
		return usageError{err}
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
	return usagef("--%s: found %q, expected %s", value.GetFlag().Name, value.GetValue(), expected)
}

// meantFlag is a guess at which of a command's flags was meant, "" without one.
func meantFlag(c *cobra.Command, name string) string {
	var known []string
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			known = append(known, f.Name)
		}
	})
	if guess := closest(name, known); guess != "" {
		return "; did you mean --" + guess + "?"
	}
	return ""
}

// oneDataset checks the arguments of a command that takes a single data set.
func oneDataset(c *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return usagef("%s needs a DATASET; 'lrp list datasets' says how to name one", c.Name())
	case len(args) > 1:
		return usagef("%s takes one DATASET, found %d", c.Name(), len(args))
	}
	return nil
}

// noArguments checks the arguments of a command that takes none, but perhaps has commands below it.
func noArguments(c *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case !c.HasAvailableSubCommands():
		return usagef("%s takes no argument, found %q", strings.TrimPrefix(c.CommandPath(), "lrp "), args[0])
	}
	var known []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() || sub.Name() == "help" {
			known = append(known, sub.Name())
		}
	}
	return usagef("unknown command %q; %sknown: %s", c.CommandPath()+" "+args[0], didYouMean(args[0], known), strings.Join(known, ", "))
}

// helpCommand is cobra's, but that a command that is not there is an error.
func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "say more about a command",
		ValidArgsFunction: func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			return completeCommand(root, args, typed), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			c, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return noArguments(c, append(rest, args...))
			}
			c.InitDefaultHelpFlag()
			c.InitDefaultVersionFlag()
			return c.Help()
		},
	}
}

// completeCommand lists the commands below the one that args name.
func completeCommand(root *cobra.Command, args []string, typed string) []string {
	c, rest, err := root.Find(args)
	if err != nil || len(rest) > 0 {
		return nil
	}
	var list []choice
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			list = append(list, choice{sub.Name(), sub.Short})
		}
	}
	return completeName(list, typed)
}

// strictCompletion makes cobra's completion command fail without a shell that it knows, and mends what it has for bash.
func strictCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	if c, _, err := root.Find([]string{"completion"}); err == nil && c != root {
		c.Args = noArguments
		c.Short = "write the completion script for a shell"
		c.RunE = func(*cobra.Command, []string) error {
			return usagef("completion for which shell? bash, fish, powershell or zsh")
		}
	}
	if c, _, err := root.Find([]string{"completion", "bash"}); err == nil && c.Name() == "bash" {
		c.RunE = func(c *cobra.Command, _ []string) error {
			bare, err := c.Flags().GetBool("no-descriptions")
			if err != nil {
				return err
			}
			return writeBashCompletion(c.OutOrStdout(), root, !bare)
		}
	}
}
