package cli

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

// HelpWidth is the maximum number of columns of help texts.
const HelpWidth = 100

// wrapFlagUsages wraps the descriptions of flags at [HelpWidth].
func wrapFlagUsages(root *cobra.Command) {
	wrapped := "FlagUsagesWrapped " + strconv.Itoa(HelpWidth)
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), "FlagUsages", wrapped))
}

// helpCommand is cobra's help command, except that an unknown command is an error and that shells
// complete the names of commands.
func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "say more about a command",
		ValidArgsFunction: func(_ *cobra.Command, args []string, typed string) (
			[]string, cobra.ShellCompDirective,
		) {
			return subcommands(root, args, typed), cobra.ShellCompDirectiveNoFileComp
		},
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

// subcommands lists the commands below the one that args name.
func subcommands(root *cobra.Command, args []string, typed string) []string {
	c, rest, err := root.Find(args)
	if err != nil || len(rest) > 0 {
		return nil
	}
	var list []Choice
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			list = append(list, Choice{sub.Name(), sub.Short})
		}
	}
	return matching(list, typed)
}

// strictCompletion adds cobra's completion command, except that it fails if no known shell is
// named.
func strictCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	if c, _, err := root.Find([]string{"completion"}); err == nil && c != root {
		c.Args = NoArguments
		c.Short = "write the completion script for a shell"
		c.RunE = func(*cobra.Command, []string) error {
			return Usagef("completion for which shell? bash, fish, powershell or zsh")
		}
	}
}
