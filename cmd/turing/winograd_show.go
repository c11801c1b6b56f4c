package main

import (
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/turing/winograd"
	"github.com/luna-rating/luna/internal/wsc"
)

func winogradShowCommand() *cobra.Command {
	var answers bool
	c := &cobra.Command{
		Use:   "show FILE [NUMBER]",
		Short: "print problems for people",
		Long: `Show prints the problems of a file, or the one of a number: the text with its pronoun
in square brackets, and the candidates. An asterisk marks the right one, unless --answers=false.`,
		Example: `  turing winograd show testdata/winograd/pdp.xml
  turing winograd show testdata/winograd/pdp.xml 7 --answers=false`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 1 && len(args) != 2 {
				return cli.Usagef("winograd show takes FILE and perhaps a number, found %d "+
					"arguments",
					len(args))
			}
			return nil
		},
		ValidArgsFunction: cli.Files,
		RunE: func(c *cobra.Command, args []string) error {
			problems, err := readProblems(c, args[0])
			if err != nil {
				return err
			}
			if len(args) == 2 {
				n, err := strconv.Atoi(args[1])
				if err != nil || n < 1 || n > len(problems) {
					return cli.Usagef("found number %q, expected one from 1 to %d", args[1],
						len(problems))
				}
				problems = problems[n-1 : n]
			}
			if !answers {
				problems = winograd.Blind(problems)
			}
			w := cli.Readable(c.OutOrStdout())
			for i, p := range problems {
				if i > 0 {
					fmt.Fprintln(w)
				}
				showProblem(w, p)
			}
			return nil
		},
	}
	c.Flags().BoolVar(&answers, "answers", true, "mark the right answers")
	return c
}

func showProblem(w io.Writer, p winograd.Problem) {
	fmt.Fprintf(w, "%d. %s\n", p.Number, p.Marked())
	printCandidates(w, p, p.Right)
	if p.Humans > 0 {
		fmt.Fprintf(w, "   %d of %d people were right\n", p.HumansRight, p.Humans)
	}
	if p.Source != "" {
		fmt.Fprintf(w, "   Source: %s\n", p.Source)
	}
}

// printCandidates prints the candidates of a problem; an asterisk marks the right one.
func printCandidates(w io.Writer, p winograd.Problem, right int) {
	for i, candidate := range p.Candidates {
		mark := ' '
		if i == right {
			mark = '*'
		}
		fmt.Fprintf(w, " %c %s  %s\n", mark, wsc.Letter(i), candidate)
	}
}
