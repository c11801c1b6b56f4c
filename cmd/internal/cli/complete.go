package cli

import (
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Files completes the name of a file.
func Files(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}

// Folders completes the name of a folder.
func Folders(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// First completes the first argument of a command and nothing after it.
func First(complete cobra.CompletionFunc) cobra.CompletionFunc {
	return func(c *cobra.Command, args []string, typed string) (
		[]string, cobra.ShellCompDirective,
	) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return complete(c, args, typed)
	}
}

// RegisterCompletions makes shells complete the names that flags of [EnumVar] take, and folders for
// flags whose description names a `DIR` or `FOLDER`, of a command and those below it. Others
// complete files.
func RegisterCompletions(c *cobra.Command) error {
	var errs []error
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		placeholder, _ := pflag.UnquoteUsage(f)
		if e, ok := f.Value.(*enum); ok {
			errs = append(errs, c.RegisterFlagCompletionFunc(f.Name,
				cobra.FixedCompletions(e.known, cobra.ShellCompDirectiveNoFileComp)))
		} else if placeholder == "DIR" || placeholder == "FOLDER" {
			errs = append(errs, c.RegisterFlagCompletionFunc(f.Name, Folders))
		}
	})
	for _, sub := range c.Commands() {
		errs = append(errs, RegisterCompletions(sub))
	}
	return errors.Join(errs...)
}
