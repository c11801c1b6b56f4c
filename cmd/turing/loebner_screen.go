package main

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/internal/partner"
	"github.com/luna-rating/luna/internal/turing/screening"
)

func loebnerScreenCommand() *cobra.Command {
	var questions, name, out string
	var who partner.Flags
	var person bool
	var seed uint64
	c := &cobra.Command{
		Use:   "screen --questions FILE --responder SPEC --name NAME --out FILE",
		Short: "ask an entry the screening questions",
		Long: `Screen asks an entry all questions in one conversation and writes a table with a row
for each: the key, the answer, its points and why. Points are proposed where the answer equals or
contains a text of the key. A person checks them and writes others into the column "points", which
'turing loebner rank' reads. Where FILE is -, the table goes to standard output.

` + partner.Help(),
		Example: `  turing loebner screen --questions q.jsonl --responder eliza --out eliza.csv
  turing loebner screen --questions q.jsonl --responder command:./e7 --name E7 --out e7.csv`,
		Args: cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			q, err := readQuestions(c, questions)
			if err != nil {
				return err
			}
			talk, err := who.Converse(c.ErrOrStderr(), seed)
			if err != nil {
				return err
			}
			defer talk.Close()
			name = cmp.Or(name, who.Spec)
			answers, err := q.Ask(c.Context(), talk)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			s := screening.NewSheet(name, q, answers)
			s.Person = person
			points, of := s.Points()
			return save(c, out, s.Write,
				fmt.Sprintf("%s's answers, with %g of %g points proposed,", name, points, of))
		},
	}
	addQuestionsFlag(c, &questions)
	flags := c.Flags()
	who.Register(flags, "eliza")
	flags.StringVar(&name, "name", "", "`NAME` of the entry (default: what --responder says)")
	flags.BoolVar(&person, "person", false, "a person answers, not a program")
	flags.Uint64Var(&seed, "seed", 1, "seed of the responder's random choices")
	addOutFlag(c, &out, "answers")
	return c
}
