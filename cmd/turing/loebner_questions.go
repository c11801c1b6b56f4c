package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
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
			return save(c, out, q.Write, fmt.Sprintf("%d questions", len(q.Questions)))
		},
	}
	addOutFlag(c, &out, "questions")
	return c
}
