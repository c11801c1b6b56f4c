package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/turing/internal/winograd"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/internal/wsc"
	"github.com/luna-rating/luna/luna/responder"
)

type winogradPlayFlags struct {
	solver, team, out string
	seed              uint64
	guess, resume     bool
}

func winogradPlayCommand() *cobra.Command {
	var f winogradPlayFlags
	c := &cobra.Command{
		Use:   "play FILE",
		Short: "answer a contest's problems as a team",
		Long: `Play lets a solver answer the problems of a file and writes TEAM-output.txt in the
form of the contest. The solver never sees right answers, even if the file has them.

--solver is first (always A), random (guesses), or any responder of "luna chat --help", such as
command:COMMAND (a program), http:URL (a service) or chat:URL[#MODEL] (a language model). It is
asked in words. Its answer counts if it names one candidate, by letter or by its text. Otherwise the
problem is left out ("-") and named, or guessed with --guess, as the rules of the contest advise.

After three failures in a row, and when it is interrupted, play ends and keeps the answers so far.
With --resume, it asks only the problems to which TEAM-output.txt has no answer.`,
		Example: `  turing winograd play testdata/winograd/pdp.xml --solver first --team ann
  turing winograd play problems.xml --solver command:./solve.py --team ann --out answers
  turing winograd play problems.xml --solver chat:http://127.0.0.1:11434#llama3.2 --team llama`,
		Args: cli.OneArgument("FILE"),
		RunE: f.run,
	}
	flags := c.Flags()
	requiredVar(c, &f.solver, "solver", "`KIND` or KIND:WHAT that answers, such as first; see above")
	flags.StringVar(&f.solver, "responder", "", "another name of --solver, as in earlier versions")
	_ = flags.MarkHidden("responder") // never fails for a flag that there is
	requiredVar(c, &f.team, "team", "`NAME` of the team")
	flags.StringVarP(&f.out, "out", "o", ".", "`DIR` for TEAM-output.txt")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of guesses")
	flags.BoolVar(&f.guess, "guess", false, "guess the answers that the solver does not give")
	flags.BoolVar(&f.resume, "resume", false, "keep the answers of TEAM-output.txt, and ask the rest")
	return c
}

func (f *winogradPlayFlags) run(c *cobra.Command, args []string) error {
	if err := f.check(); err != nil {
		return err
	}
	problems, err := readProblems(c, args[0])
	if err != nil {
		return err
	}
	solver, closing, err := winograd.Open(f.solver, f.seed, func(text string) { warn(c, "%s", text) })
	if errors.Is(err, responder.ErrSpec) {
		err = cli.Usage(fmt.Errorf("--solver is first, random or a %w", err))
	}
	if err != nil {
		return err
	}
	defer closing()
	if err := os.MkdirAll(f.out, 0o777); err != nil {
		return err
	}
	path := filepath.Join(f.out, f.team+wsc.Suffix)
	var earlier wsc.Output
	if f.resume {
		if earlier, err = earlierAnswers(path, args[0], problems); err != nil {
			return err
		}
	}
	answers := earlier.Answers(len(problems))
	var unclear []error
	failure := winograd.Answer(c.Context(), solver, problems, answers,
		func(err error) { unclear = append(unclear, err) })
	warnOf(c, unclear, len(unclear), "more answer", "like these")
	without := 0
	for _, a := range answers {
		if a == wsc.Unknown {
			without++
		}
	}
	switch {
	case failure != nil && without == len(problems):
		return failure
	case failure != nil || without == 0:
	case f.guess:
		warn(c, "the answers to %d of %d problems are guessed", without, len(problems))
		failure = winograd.Answer(c.Context(), winograd.Random(f.seed), problems, answers, nil)
	default:
		warn(c, "%d of %d problems have no answer and will be graded as wrong; --guess guesses", without,
			len(problems))
	}
	if err := atomicdir.WriteFile(path, func(w io.Writer) error {
		return wsc.WriteOutput(w, problems, answers)
	}); err != nil {
		return err
	}
	if failure != nil {
		cli.Note(c, "kept the answers so far in %s; --resume goes on", path)
		return failure
	}
	cli.Wrote(c, "answers to %s to %s", text.Count(len(problems), "problem"), path)
	return nil
}

// maxTeam is the maximum length of a team's name, in bytes. File names have at most 255.
const maxTeam = 100

func (f *winogradPlayFlags) check() error {
	if len(f.team) > maxTeam || strings.HasPrefix(f.team, ".") || strings.TrimSpace(f.team) != f.team ||
		strings.ContainsFunc(f.team, func(r rune) bool {
			return !unicode.IsPrint(r) || strings.ContainsRune(`/\:*?"<>|`, r)
		}) {
		return cli.Usagef("--team is %q, a name that a file can have, of at most %d bytes, is needed",
			f.team, maxTeam)
	}
	return nil
}

// readProblems reads problems, and says what was decided about them.
func readProblems(c *cobra.Command, path string) ([]wsc.Problem, error) {
	return files.With(path, "Winograd schemas", func(in io.Reader, _ string) ([]wsc.Problem, error) {
		return wsc.ReadNoted(in, path, func(text string) { cli.Note(c, "%s", text) })
	})
}

// earlierAnswers reads the output file of an earlier play of the problems, which need not exist.
func earlierAnswers(path, file string, problems []wsc.Problem) (o wsc.Output, err error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return o, nil
	}
	var same bytes.Buffer
	if err == nil {
		o, err = wsc.ReadOutput(bytes.NewReader(data), path)
	}
	if err == nil {
		err = wsc.WriteOutput(&same, problems, o.Answers(len(problems)))
	}
	if err == nil && !bytes.Equal(data, same.Bytes()) {
		err = files.New(path, 0, "answers to other problems, or edited ones", "what play wrote for "+file)
	}
	return o, err
}
