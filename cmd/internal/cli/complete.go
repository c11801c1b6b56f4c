package cli

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"

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

// OneOf completes one name out of a list.
func OneOf(list func() []Choice) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return matching(list(), typed), cobra.ShellCompDirectiveNoFileComp
	}
}

// SomeOf completes the last of several names separated by commas, offering those not yet given.
func SomeOf(list func() []Choice) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		before := ""
		if i := strings.LastIndexByte(typed, ','); i >= 0 {
			before, typed = typed[:i+1], typed[i+1:]
		}
		given := strings.Split(strings.ToLower(before), ",")
		rest := slices.DeleteFunc(list(), func(c Choice) bool {
			return slices.Contains(given, strings.ToLower(c.Name))
		})
		names := matching(rest, typed)
		for i := range names {
			names[i] = before + names[i]
		}
		return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// CompleteFlags sets how shells complete the values of flags. [RegisterCompletions] makes it known
// to cobra.
func CompleteFlags(flags *pflag.FlagSet, complete cobra.CompletionFunc, names ...string) {
	for _, name := range names {
		f := flags.Lookup(name)
		if list, ok := f.Value.(sliceValue); ok {
			f.Value = completedSlice{list, complete}
		} else {
			f.Value = completed{f.Value, complete}
		}
	}
}

// completed is a flag's value with its completion.
type completed struct {
	pflag.Value
	complete cobra.CompletionFunc
}

type completedSlice struct {
	sliceValue
	complete cobra.CompletionFunc
}

type sliceValue interface {
	pflag.Value
	pflag.SliceValue
}

// FlagCompletion returns what [CompleteFlags] or [EnumVar] set for a flag. Without that, a flag
// whose description names a `FILE`, `MODEL` or `DIR` completes files or folders; others return nil.
func FlagCompletion(f *pflag.Flag) cobra.CompletionFunc {
	switch v := f.Value.(type) {
	case completed:
		return v.complete
	case completedSlice:
		return v.complete
	}
	switch placeholder, _ := pflag.UnquoteUsage(f); placeholder {
	case "FILE", "MODEL":
		return Files
	case "DIR":
		return Folders
	}
	return nil
}

// RegisterCompletions registers the completions of the flags of a command and of those below it.
func RegisterCompletions(c *cobra.Command) error {
	var errs []error
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if complete := FlagCompletion(f); complete != nil {
			errs = append(errs, c.RegisterFlagCompletionFunc(f.Name, complete))
		}
	})
	for _, sub := range c.Commands() {
		errs = append(errs, RegisterCompletions(sub))
	}
	return errors.Join(errs...)
}

// matching lists the choices that start with what was typed, ignoring case, with their
// descriptions.
func matching(list []Choice, typed string) []string {
	var names []string
	for _, c := range list {
		if !HasPrefixFold(c.Name, typed) {
			continue
		}
		if c.Description == "" {
			names = append(names, c.Name)
		} else {
			names = append(names, cobra.CompletionWithDesc(c.Name, c.Description))
		}
	}
	return names
}

// HasPrefixFold reports whether s starts with prefix, ignoring case.
func HasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// addCompletion adds cobra's completion command with a corrected script for bash.
func addCompletion(root *cobra.Command) {
	strictCompletion(root)
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

// keepCommas removes, in the script that cobra generates for bash, the backslash that printf %q
// puts before a comma: "BOW\,CBG" does not start with the "BOW," that was typed.
var keepCommas = strings.NewReplacer(
	`comp=$(printf "%q" "${compline%%$tab*}")`+"\n",
	`comp=$(printf "%q" "${compline%%$tab*}")`+"\n        comp=${comp//\\\\,/,}\n",
	`COMPREPLY[0]=$(printf "%q" "${COMPREPLY[0]}")`+"\n",
	`COMPREPLY[0]=$(printf "%q" "${COMPREPLY[0]}")`+"\n            COMPREPLY[0]=${COMPREPLY[0]//\\\\,/,}\n",
	`COMPREPLY[0]=$(printf "%q" "${COMPREPLY[0]%%$tab*}")`+"\n",
	`COMPREPLY[0]=$(printf "%q" "${COMPREPLY[0]%%$tab*}")`+"\n        COMPREPLY[0]=${COMPREPLY[0]//\\\\,/,}\n",
)

// writeBashCompletion writes the completion script for bash.
func writeBashCompletion(w io.Writer, root *cobra.Command, descriptions bool) error {
	var script bytes.Buffer
	if err := root.GenBashCompletionV2(&script, descriptions); err != nil {
		return err
	}
	_, err := keepCommas.WriteString(w, script.String())
	return err
}
