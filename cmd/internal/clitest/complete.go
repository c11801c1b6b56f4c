package clitest

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
)

// Completed checks that every command completes its arguments, and its flags that take a file, a
// folder or one of several names.
func Completed(t *testing.T, root *cobra.Command) {
	names := []string{"approach", "baseline", "form", "format", "measure", "method", "protocol",
		"rating",
		"regressor", "language", "stopwords", "storage"}
	var check func(c *cobra.Command)
	check = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			check(sub)
		}
		words := strings.Fields(c.Use)
		last := len(words) - 1
		takesArgument := strings.ContainsAny(words[last], "DF") &&
			!strings.HasPrefix(strings.TrimPrefix(words[last-1], "["), "-")
		if takesArgument && c.Name() != "nearest" && c.ValidArgsFunction == nil {
			t.Errorf("the argument of %q is not completed", c.CommandPath())
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			placeholder, _ := pflag.UnquoteUsage(f)
			path := slices.Contains([]string{"FILE", "DIR", "MODEL"}, placeholder)
			if (path || slices.Contains(names, f.Name)) && cli.FlagCompletion(f) == nil {
				t.Errorf("--%s of %q is not completed", f.Name, c.CommandPath())
			}
		})
	}
	check(root)
}
