package main

import (
	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/turing/screening"
)

func loebnerQuestionsCommand() *cobra.Command {
	var out string
	c := &cobra.Command{
		Use:   "questions --out FILE",
		Short: "write screening questions with keys, to edit",
		Long: `Questions writes five questions of each of the sets by which the contest of 2010 chose
its finalists: time, things, relations and memory. They are to begin with: edit them and add to
them, since who has read them knows the answers. FILE has JSON lines, a header and then a question
each; docs/contest.md describes them. Where it is -, they go to standard output.`,
		Example: `  turing loebner questions --out questions.jsonl`,
		Args:    cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			q := screening.Sample(0)
			switch out {
			case "":
				return cli.Usagef(
					"--out FILE is needed, where the questions are written, or - for standard output")
			case "-":
				return q.Write(c.OutOrStdout())
			}
			if err := atomicdir.WriteFile(out, q.Write); err != nil {
				return err
			}
			cli.Wrote(c, "%d questions to %s", len(q.Questions), out)
			return nil
		},
	}
	c.Flags().StringVar(&out, "out", "", "`FILE` for the questions, or - for standard output")
	return c
}
