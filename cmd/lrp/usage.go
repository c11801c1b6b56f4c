package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
)

func usagef(format string, args ...any) error { return cli.Usagef(format, args...) }

// settingError is a fault of one setting: a flag's, or that of a key in an experiment file.
type settingError struct{ name, message string }

// Error names the setting as the command line does.
func (e settingError) Error() string { return "--" + e.name + " " + e.message }

func settingf(name, format string, args ...any) error {
	return cli.Usage(settingError{name, fmt.Sprintf(format, args...)})
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

// helpCommand is that of all command lines, with completion.
func helpCommand(root *cobra.Command) *cobra.Command {
	c := cli.HelpCommand(root)
	c.ValidArgsFunction = func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		return completeCommand(root, args, typed), cobra.ShellCompDirectiveNoFileComp
	}
	return c
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
	cli.StrictCompletion(root)
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
