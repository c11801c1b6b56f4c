package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/clitest"
)

func TestManPages(t *testing.T) { clitest.ManPages(t, run) }

func TestHelp(t *testing.T) { clitest.Help(t, rootCommand(), run) }

// Every flag is in one group of the help, and there are few.
func TestFlagGroups(t *testing.T) {
	var grouped, found []string
	for _, g := range flagGroups {
		grouped = append(grouped, strings.Fields(g.Names+" "+g.Rest)...)
	}
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		c.InitDefaultHelpFlag()
		c.InitDefaultVersionFlag()
		for _, flags := range []*pflag.FlagSet{c.Flags(), c.PersistentFlags()} {
			flags.VisitAll(func(f *pflag.Flag) { found = append(found, f.Name) })
		}
		for _, sub := range c.Commands() {
			visit(sub)
		}
	}
	visit(rootCommand())
	slices.Sort(found)
	found = slices.Compact(found)
	for _, name := range found {
		count := 0
		for _, other := range grouped {
			if other == name {
				count++
			}
		}
		if count != 1 {
			t.Errorf("--%s is in %d groups", name, count)
		}
	}
	if most := 100; len(found) > most {
		t.Errorf("found %d flags, expected at most %d", len(found), most)
	}
}
