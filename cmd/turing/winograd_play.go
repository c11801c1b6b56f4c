package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/turing/winograd"
	"github.com/luna-rating/luna/luna/responder"
)

type winogradPlayFlags struct {
	solver, responder, team, out string
	seed                         uint64
	guess, resume                bool
}

func winogradPlayCommand() *cobra.Command {
	var f winogradPlayFlags
	c := &cobra.Command{
		Use:   "play FILE",
		Short: "answer a contest's problems as a team",
		Long: `Play lets a solver answer the problems of a file and writes TEAM-output.txt in the
form of the contest. The solver never sees right answers, even if the file has them.

--solver is one of:
` + solverHelp() + `
The program gets a line of JSON per problem on its standard input, with the members number, text,
before, pronoun, after, excerpt, candidates and same_text, and writes a line
{"number":1,"answer":"A"} to its standard output. The service gets the same by POST.

--responder asks any responder of "luna chat --help" the problems as questions in words, with
lettered candidates. Its answer counts if it names one candidate, by letter or by its text. Where a
solver or responder gives no such answer, the problem is left out ("-") and named; with --guess the
answer to it is guessed, as the rules of the contest advise.

After three failures in a row, and when it is interrupted, play ends and keeps the answers so far.
With --resume, it asks only the problems to which TEAM-output.txt has no answer.`,
		Example: `  turing winograd play testdata/winograd/pdp.xml --solver first --team ann
  turing winograd play problems.xml --solver command:./solve.py --team ann --out answers
  turing winograd play problems.xml --solver chat:http://127.0.0.1:11434#llama3.2 --team llama`,
		Args:              cli.OneArgument("FILE"),
		ValidArgsFunction: cli.Files,
		RunE:              f.run,
	}
	flags := c.Flags()
	flags.StringVar(&f.solver, "solver", "", "who answers: `KIND` or KIND:WHAT, see above")
	flags.StringVar(&f.responder, "responder", "", "responder `KIND` or KIND:WHAT that answers")
	flags.StringVar(&f.team, "team", "", "`NAME` of the team (needed)")
	flags.StringVar(&f.out, "out", ".", "`DIR` for TEAM-output.txt")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of guesses")
	flags.BoolVar(&f.guess, "guess", false, "guess the answers that the solver does not give")
	flags.BoolVar(&f.resume, "resume", false, "keep the answers of TEAM-output.txt, and ask the rest")
	return c
}

func solverHelp() string {
	var b strings.Builder
	line := func(name, help string) { fmt.Fprintf(&b, "  %-17s%s\n", name, help) }
	line("person", "you, at the terminal")
	line("first", "always A")
	line("random", "guesses")
	line("command:COMMAND", "a program")
	line("http:URL", "a service")
	line("chat:URL[#MODEL]", "a language model, by a server with OpenAI's chat completions; the")
	line("", "environment variable "+responder.ChatKeyVariable+" has the key, if it needs one")
	return b.String()
}

func (f *winogradPlayFlags) run(c *cobra.Command, args []string) error {
	if err := checkTeam(f.team); err != nil {
		return err
	}
	switch {
	case f.responder != "" && f.solver != "":
		return cli.Usagef("--solver and --responder both say who answers: give one of them")
	case f.responder == "" && f.solver == "":
		return cli.Usagef("--solver is missing, such as person, first or random, or --responder")
	case f.solver == "best":
		return cli.Usagef("--solver best is no more: give another solver, such as random or chat:URL")
	}
	problems, err := readProblems(c, args[0])
	if err != nil {
		return err
	}
	var unclear []string
	solver, err := f.open(c, winograd.Options{
		Seed: f.seed,
		Misunderstood: func(p winograd.Problem, reply string) {
			unclear = append(unclear, fmt.Sprintf("problem %d: the answer %s names no single "+
				"candidate", p.Number, fileerr.Quote(reply)))
		},
		Failed: func(_ winograd.Problem, err error) { unclear = append(unclear, err.Error()) },
	})
	if err != nil {
		return err
	}
	if closer, ok := solver.(io.Closer); ok {
		defer closer.Close()
	}
	path := filepath.Join(f.out, winograd.FileName(f.team))
	if err := os.MkdirAll(f.out, 0o777); err != nil {
		return err
	}
	answers := winograd.Output{}.Answers(len(problems))
	if f.resume {
		if answers, err = earlierAnswers(path, args[0], problems); err != nil {
			return err
		}
	}
	failure := answerRest(c.Context(), solver, problems, answers)
	warnUnclear(c, unclear)
	switch {
	case failure != nil && !slices.ContainsFunc(answers, func(a int) bool { return a >= 0 }):
		return failure
	case failure == nil:
		if err := f.fill(c, problems, answers); err != nil {
			return err
		}
	}
	err = atomicdir.WriteFile(path, func(w io.Writer) error {
		return winograd.WriteOutput(w, problems, answers)
	})
	if err != nil {
		return err
	}
	if failure != nil {
		cli.Note(c, "kept the answers so far in %s; --resume goes on", path)
		return failure
	}
	cli.Wrote(c, "answers to %s to %s", fileerr.Count(len(problems), "problem"), path)
	return nil
}

// open opens the solver that the flags name.
func (f *winogradPlayFlags) open(c *cobra.Command, o winograd.Options) (winograd.Solver, error) {
	if f.responder != "" {
		r, err := responder.Options{ChatSystem: winograd.ChatSystem, Warn: func(text string) {
			fmt.Fprintln(c.ErrOrStderr(), "warning:", text)
		}}.Open(f.responder)
		if errors.Is(err, responder.ErrSpec) {
			return nil, cli.Usage(fmt.Errorf("--%w", err))
		}
		if err != nil {
			return nil, err
		}
		return o.FromResponder(r), nil
	}
	if f.solver == "person" {
		return personSolver(c), nil
	}
	solver, err := o.Open(f.solver)
	if errors.Is(err, winograd.ErrSpec) && !strings.Contains(f.solver, ":") {
		return nil, cli.Usage(fmt.Errorf("--%w; or person", err))
	}
	if errors.Is(err, winograd.ErrSpec) {
		return nil, cli.Usage(fmt.Errorf("--%w", err))
	}
	return solver, err
}

// maxTeam is the maximum length of a team's name, in bytes. File names have at most 255.
const maxTeam = 100

// checkTeam refuses names of teams that are not valid file names.
func checkTeam(name string) error {
	switch {
	case name == "":
		return cli.Usagef("--team is missing, a name is needed")
	case len(name) > maxTeam:
		return cli.Usagef("--team has %d bytes, at most %d are allowed", len(name), maxTeam)
	case strings.HasPrefix(name, "."), strings.TrimSpace(name) != name,
		strings.ContainsFunc(name, func(r rune) bool {
			return !unicode.IsPrint(r) || strings.ContainsRune(`/\:*?"<>|`, r)
		}):
		return cli.Usagef("--team is %q, a name that a file can have is needed", name)
	}
	return nil
}
