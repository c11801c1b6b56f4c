package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// FlagGroup is a heading in the help of all commands and the flags below it, in their order. Flags
// of no group are below "Flags".
type FlagGroup struct {
	Title string
	Names string // of flags, separated by blanks
	// Rest are further names. The help of a command that has flags of both kinds refers to the
	// command or topic Topic for them.
	Rest, Topic string
}

// HelpWidth is the number of columns that help texts keep to.
const HelpWidth = 100

// groupFlags has the help of a command and of those below it show flags in groups.
func groupFlags(root *cobra.Command, groups []FlagGroup) {
	before, rest, _ := strings.Cut(root.UsageTemplate(), "{{if .HasAvailableLocalFlags}}")
	const next = "{{if .HasHelpSubCommands}}"
	_, after, _ := strings.Cut(rest, next)
	after = strings.NewReplacer("Additional help topics:", "Topics of '{{.Name}} help':",
		"{{rpad .CommandPath .CommandPathPadding}}", "{{rpad .Name .NamePadding}}").Replace(after)
	help := root.HelpFunc()
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		flags := flagUsages(c, groups)
		c.SetUsageTemplate(before + flags + next + after)
		help(c, args)
		if c.IsAdditionalHelpTopicCommand() {
			fmt.Fprintln(c.OutOrStdout(), strings.TrimLeft(flags, "\n"))
		}
	})
}

// flagUsages describes the flags of a command below their headings.
func flagUsages(c *cobra.Command, groups []FlagGroup) string {
	left := map[string]*pflag.Flag{}
	others := FlagGroup{Title: "Flags"}
	for _, flags := range []*pflag.FlagSet{c.LocalFlags(), c.InheritedFlags()} {
		flags.VisitAll(func(f *pflag.Flag) {
			left[f.Name] = f
			others.Names += " " + f.Name
		})
	}
	shown := &pflag.FlagSet{} // in the order of the groups, so that all descriptions begin in one column
	headings := map[string]string{}
	for _, g := range append(slices.Clip(groups), others) {
		first, more := "", ""
		add := func(names string, here bool) {
			for name := range strings.FieldsSeq(names) {
				f := left[name]
				if delete(left, name); f == nil {
					continue
				} else if !here {
					more = fmt.Sprintf(" (more: %s help %s)", c.Root().Name(), g.Topic)
					continue
				}
				first = cmp.Or(first, name)
				shown.AddFlag(f)
			}
		}
		add(g.Names, true)
		add(g.Rest, c.Name() == g.Topic || first == "")
		headings[first] = "\n" + g.Title + more + ":\n"
	}
	var b strings.Builder
	for line := range strings.Lines(shown.FlagUsagesWrapped(HelpWidth)) {
		if name, isFlag := strings.CutPrefix(strings.TrimLeft(line[min(6, len(line)):], " "), "--"); isFlag && line[6] == '-' {
			name, _, _ = strings.Cut(strings.Fields(name)[0], "[")
			b.WriteString(headings[name])
		}
		b.WriteString(line)
	}
	return "\n" + strings.TrimRight(b.String(), "\n")
}
