package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// OneArgument checks the arguments of a command that takes exactly one. The placeholder is its name
// in the usage line, such as FILE.
func OneArgument(placeholder string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) != 1 {
			return Usagef("%s takes one %s, found %d", subcommand(c), placeholder, len(args))
		}
		return nil
	}
}

// AtMostOneArgument checks the arguments of a command that takes one or none.
func AtMostOneArgument(placeholder string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) > 1 {
			return Usagef("%s takes one %s, found %d", subcommand(c), placeholder, len(args))
		}
		return nil
	}
}

// NoArguments checks the arguments of a command that takes none, other than a subcommand.
func NoArguments(c *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case !c.HasAvailableSubCommands():
		return Usagef("%s takes no argument, found %q", subcommand(c), args[0])
	}
	var known []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() || sub.Name() == "help" {
			known = append(known, sub.Name())
		}
	}
	slices.Sort(known)
	return Usagef("unknown command %q; %sknown: %s",
		c.CommandPath()+" "+args[0], DidYouMean(args[0], known), strings.Join(known, ", "))
}

// subcommand is the command's path without the program's name.
func subcommand(c *cobra.Command) string {
	return strings.TrimPrefix(c.CommandPath(), c.Root().Name()+" ")
}
