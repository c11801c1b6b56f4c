package cli

import (
	"strings"

	"github.com/spf13/cobra"
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
	names := make([]string, len(commands))
	for i, sub := range commands {
		names[i] = sub.Name()
	}
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
	addCompletion(root)
	root.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveNoFileComp)
}

func init() {
	cobra.EnableCommandSorting = false // commands are listed by use, as groups add them
}
