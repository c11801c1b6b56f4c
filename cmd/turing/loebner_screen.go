package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/internal/partner"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/turing/screening"
	"github.com/luna-rating/luna/luna/responder"
)

// keyFlags name the file of the questions.
type keyFlags struct{ questions string }

func (f *keyFlags) register(c *cobra.Command) {
	c.Flags().StringVar(&f.questions, "questions", "", "`FILE` of the questions")
}

// open reads the questions.
func (f *keyFlags) open() (*screening.Questionnaire, error) {
	if f.questions == "" {
		return nil, cli.Usagef("--questions FILE is needed; 'turing loebner questions' writes one")
	}
	in, err := os.Open(f.questions)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return screening.Read(in, f.questions)
}

// sheets reads files of answers.
func (f *keyFlags) sheets(q *screening.Questionnaire, paths []string) ([]*screening.Sheet, error) {
	var list []*screening.Sheet
	for _, path := range paths {
		more, err := f.file(q, path)
		if err != nil {
			return nil, err
		}
		list = append(list, more...)
	}
	return list, nil
}

func (f *keyFlags) file(q *screening.Questionnaire, path string) ([]*screening.Sheet, error) {
	in, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	return screening.ReadSheets(in, path, name, q)
}

type screenFlags struct {
	keyFlags
	partner partner.Flags
	name    string
	person  bool
	seed    uint64
	out     string
}

func loebnerScreenCommand() *cobra.Command {
	var f screenFlags
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
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c) },
	}
	f.keyFlags.register(c)
	flags := c.Flags()
	f.partner.Register(flags, "eliza")
	flags.StringVar(&f.name, "name", "", "`NAME` of the entry (default: what --responder says)")
	flags.BoolVar(&f.person, "person", false, "a person answers, not a program")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the responder's random choices")
	flags.StringVar(&f.out, "out", "", "`FILE` for the answers, or - for standard output")
	return c
}

func (f *screenFlags) run(c *cobra.Command) error {
	if f.out == "" {
		return cli.Usagef(
			"--out FILE is needed, where the answers are written, or - for standard output",
		)
	}
	if f.name == "" {
		f.name = f.partner.Spec
	}
	q, err := f.open()
	if err != nil {
		return err
	}
	r, err := f.partner.Open(c.ErrOrStderr())
	if err != nil {
		return err
	}
	if closer, ok := r.(io.Closer); ok {
		defer closer.Close()
	}
	talk := responder.Converse(r, f.seed)
	answers, err := q.Ask(c.Context(), talk)
	if err = errors.Join(err, talk.Close()); err != nil {
		return fmt.Errorf("%s: %w", f.name, err)
	}
	s := screening.NewSheet(f.name, q, answers)
	s.Person = f.person
	if f.out == "-" {
		return s.Write(c.OutOrStdout())
	}
	if err := atomicdir.WriteFile(f.out, s.Write); err != nil {
		return err
	}
	points, of := s.Points()
	cli.Wrote(c, "%s's answers, with %g of %g points proposed, to %s", f.name, points, of, f.out)
	return nil
}
