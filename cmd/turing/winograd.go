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
	if f.team != filepath.Base(f.team) || strings.HasPrefix(f.team, ".") {
		return cli.Usagef("--team is %q, a name that a file can have is needed", f.team)
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

func winogradGradeCommand() *cobra.Command {
	var key string
	var check bool
	c := &cobra.Command{
		Use:   "grade OUTPUT... --key FILE",
		Short: "grade output files, and award prizes",
		Long: `Grade compares teams' output files, or those of folders, with the right answers. Only
the final list of a file counts, and an answer that is missing or no candidate's letter is wrong.
Accuracies have 95% intervals by Wilson. Of pairs of halves of a schema, it counts those with both
right, a quarter by guessing, and those with different answers, as is right.

Prizes are for a contest, 60 problems in XML: the best three above 65% win those of the first round
of 2016. Teams with the same score split the prizes of their places.

With --check, nothing is graded: what is wrong with the files is printed, a line each, and the exit
status is 1 if there is anything. It needs no right answers.`,
		Example: `  turing winograd grade --key key.xml ann-output.txt bob-output.txt
  turing winograd grade --key wsc273.jsonl answers --format json`,
		Args: oneOrMore("OUTPUT"),
		RunE: func(c *cobra.Command, args []string) error {
			problems, err := readProblems(c, key)
			if err != nil {
				return err
			}
			outputs, err := readOutputs(args)
			if err != nil {
				return err
			}
			if check {
				return checkOutputs(cli.Readable(c.OutOrStdout()), problems, outputs)
			}
			r, err := winograd.GradeAll(problems, key, outputs)
			if err != nil {
				return err
			}
			if format(c) == "text" {
				for _, g := range r.Teams {
					warnOf(c, g.Warnings, len(g.Warnings), "more fault", "of "+g.File+", which --check lists")
				}
			}
			return show(c, r, gradesText(r))
		},
	}
	requiredVar(c, &key, "key", "`FILE` of the problems with their right answers")
	c.Flags().BoolVar(&check, "check", false, "print all faults of the files, and grade nothing")
	addFormatFlag(c)
	return c
}

// checkOutputs prints what is wrong with output files.
func checkOutputs(w io.Writer, problems []wsc.Problem, outputs []wsc.Output) error {
	faults := 0
	for _, o := range outputs {
		list := wsc.Check(o, problems)
		faults += len(list)
		for _, fault := range list {
			fmt.Fprintln(w, fault.Error.Error())
		}
		if len(list) == 0 {
			fmt.Fprintf(w, "%s: all %d answers are in the form of the contest\n", filepath.Base(o.File),
				len(problems))
		}
	}
	if faults > 0 {
		return fmt.Errorf("found %s in %s", text.Count(faults, "fault"), text.Count(len(outputs), "output file"))
	}
	return nil
}

// maxTeams bounds the number of output files read.
const maxTeams = 10_000

// readOutputs reads output files, and the files in folders whose names end in -output.txt.
func readOutputs(paths []string) ([]wsc.Output, error) {
	var outputs []wsc.Output
	for _, path := range paths {
		list, err := files.List(path, maxTeams, func(e string) bool { return e == ".txt" })
		if err != nil {
			return nil, err
		}
		for _, file := range list {
			if file != path && !strings.HasSuffix(file, wsc.Suffix) {
				continue
			}
			o, err := files.With(file, "a team's answers", wsc.ReadOutput)
			if err != nil {
				return nil, err
			}
			outputs = append(outputs, o)
		}
	}
	if len(outputs) == 0 {
		return nil, files.New(paths[0], 0, "a folder without output files", "files TEAM"+wsc.Suffix)
	}
	return outputs, nil
}

// gradesText returns the results as a table, and the prizes.
func gradesText(r winograd.Grading) string {
	all := fmt.Sprintf("%s: %s. Guessing has %s on average, always A %s", cli.InLine(r.Key),
		text.Count(r.Problems, "problem"), percent(r.Random), percent(r.AlwaysA))
	if r.Humans != nil {
		all += ", people " + percent(r.Humans.Accuracy)
	}
	all += ".\n\n" + aligned(func(t io.Writer) {
		fmt.Fprint(t, "team\tright\tof\taccuracy\t95% interval\tomitted\tinvalid")
		if r.Teams[0].Halves != nil { // as all teams have
			fmt.Fprint(t, "\tboth halves\tdifferent")
		}
		fmt.Fprintln(t)
		for _, g := range r.Teams {
			fmt.Fprintf(t, "%s\t%d\t%d\t%s\t%.1f-%.1f%%\t%d\t%d", cli.InLine(g.Team), g.Right, g.Of,
				percent(g.Accuracy), 100*g.Low, 100*g.High, g.Omitted, g.Invalid)
			if h := g.Halves; h != nil {
				fmt.Fprintf(t, "\t%d of %d (%s)\t%d of %d", h.Both.Right, h.Both.Of, percent(h.Both.Accuracy),
					h.Different, h.Answered)
			}
			fmt.Fprintln(t)
		}
	})
	if r.Contest {
		all += "\n"
	}
	if r.Contest && len(r.Prizes) == 0 {
		all += "No prize is won.\n"
	}
	for _, p := range r.Prizes {
		split := ""
		if p.SharedBy > 1 {
			split = fmt.Sprintf(" (split among %d)", p.SharedBy)
		}
		all += fmt.Sprintf("%s prize: %s, $%.2f%s\n", p.Prize, cli.InLine(p.Team), p.Amount, split)
	}
	return all
}

// percent formats a share as a percentage, with two decimal places only if they are needed.
func percent(share float64) string {
	return strings.TrimSuffix(fmt.Sprintf("%.2f", 100*share), "0") + "%"
}
