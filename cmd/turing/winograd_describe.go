package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/turing/winograd"
)

func winogradDescribeCommand() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "describe FILE",
		Short: "print statistics of a file of problems",
		Long: `Describe prints how many problems a file has, with how many candidates, which letters
are right, runs of problems that belong together, what guessing and the answer A attain, how people
did, and problems that are unusual: with candidates or excerpts that are not in the text.`,
		Example:           `  turing winograd describe testdata/winograd/pdp.xml`,
		Args:              cli.OneArgument("FILE"),
		ValidArgsFunction: cli.Files,
		RunE: func(c *cobra.Command, args []string) error {
			problems, err := readProblems(c, args[0])
			if err != nil {
				return err
			}
			d := winograd.Describe(problems)
			if format == "json" {
				return cli.WriteJSON(c.OutOrStdout(), d)
			}
			return writeDescription(cli.Readable(c.OutOrStdout()), d)
		},
	}
	cli.EnumVar(c.Flags(), &format, "format", "%s", cli.Names("text", "json"))
	return c
}

func writeDescription(w io.Writer, d winograd.Description) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	row := func(name, format string, args ...any) {
		fmt.Fprintf(t, "%s\t%s\n", name, fmt.Sprintf(format, args...))
	}
	row("problems", "%d", d.Problems)
	row("candidates", "%s", counts(d.Candidates))
	row("right answers", "%s", counts(d.RightAnswers))
	row("runs by length", "%s", counts(d.Runs))
	row("pairs of halves", "%d", d.Halves)
	row("same text", "%d", d.SameText)
	row("guessing", "%s on average", percent(d.Random))
	if d.AlwaysA != nil {
		row("always A", "%s", percent(*d.AlwaysA))
	}
	if d.Humans != nil {
		row("people", "%d of %d answers to %d problems right (%s)", d.Humans.Right, d.Humans.Of,
			d.HumansProblems, percent(d.Humans.Accuracy))
	}
	row("pronouns", "%s", frequent(d.Pronouns))
	row("words per text", "%.1f", d.Words)
	row("candidate not in the text", "%s", numbers(d.NotInText))
	row("excerpt not in the text", "%s", numbers(d.ExcerptNotInText))
	return t.Flush()
}

// counts writes a table in the order of its keys, as in "2: 45, 3: 12".
func counts[K cmp.Ordered](m map[K]int) string {
	var list []string
	for _, k := range slices.Sorted(maps.Keys(m)) {
		list = append(list, fmt.Sprintf("%v: %d", k, m[k]))
	}
	return strings.Join(list, ", ")
}

// frequent writes words with their counts, the most frequent first.
func frequent(m map[string]int) string {
	words := slices.SortedFunc(maps.Keys(m), func(a, b string) int {
		return cmp.Or(cmp.Compare(m[b], m[a]), cmp.Compare(a, b))
	})
	var list []string
	for _, word := range words {
		list = append(list, fmt.Sprintf("%s: %d", cli.InLine(word), m[word]))
	}
	return strings.Join(list, ", ")
}

// numbers writes numbers of problems.
func numbers(list []int) string {
	if len(list) == 0 {
		return "none"
	}
	const most = 30
	text := "problems " + strings.Trim(fmt.Sprint(list[:min(len(list), most)]), "[]")
	if n := len(list) - most; n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	return text
}
