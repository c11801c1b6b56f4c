package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/turing/winograd"
)

// readProblems reads problems, and says what was decided about them.
func readProblems(c *cobra.Command, path string) ([]winograd.Problem, error) {
	return winograd.ReadFileNoted(path, func(text string) { cli.Note(c, "%s", text) })
}

// earlierAnswers returns the answers in the output file of an earlier play of the problems, none if
// there is no such file.
func earlierAnswers(path, file string, problems []winograd.Problem) ([]int, error) {
	o, err := winograd.ReadOutputFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	} else if err == nil {
		var same bytes.Buffer
		data, readErr := os.ReadFile(path)
		err = errors.Join(readErr, winograd.WriteOutput(&same, problems, o.Answers(len(problems))))
		if err == nil && !bytes.Equal(data, same.Bytes()) {
			err = fileerr.New(path, 0, "answers to other problems, or edited ones",
				"what play wrote for "+file)
		}
	}
	return o.Answers(len(problems)), err
}

// answerRest lets a solver answer the problems without an answer. If it fails, the answers until
// then are kept.
func answerRest(ctx context.Context, s winograd.Solver, problems []winograd.Problem, answers []int,
) error {
	var rest []winograd.Problem
	var places []int
	for i, a := range answers {
		if a == winograd.Unknown {
			rest, places = append(rest, problems[i]), append(places, i)
		}
	}
	if len(rest) == 0 {
		return nil
	}
	got, err := winograd.Answer(ctx, s, rest)
	for i, a := range got {
		answers[places[i]] = a
	}
	return err
}

// warnUnclear lists the answers that were not understood, the first of them with their texts.
func warnUnclear(c *cobra.Command, unclear []string) {
	n := min(len(unclear), maxWarnings)
	for _, text := range unclear[:n] {
		fmt.Fprintln(c.ErrOrStderr(), "warning:", cli.InLine(text))
	}
	if more := len(unclear) - n; more > 0 {
		fmt.Fprintf(c.ErrOrStderr(), "warning: %s like these\n", fileerr.Count(more, "more answer"))
	}
}

// fill counts the problems without an answer, and guesses their answers if asked to.
func (f *winogradPlayFlags) fill(c *cobra.Command, problems []winograd.Problem,
	answers []int) error {
	guesses, err := winograd.Answer(c.Context(), winograd.Random(f.seed), problems)
	if err != nil {
		return err
	}
	without := 0
	for i := range answers {
		if answers[i] == winograd.Unknown {
			without++
			if f.guess {
				answers[i] = guesses[i]
			}
		}
	}
	switch {
	case without == 0:
	case f.guess:
		fmt.Fprintf(c.ErrOrStderr(), "warning: the answers to %d of %d problems are guessed\n",
			without, len(problems))
	default:
		fmt.Fprintf(c.ErrOrStderr(),
			"warning: %d of %d problems have no answer and will be graded "+
				"as wrong; --guess guesses\n", without, len(problems))
	}
	return nil
}
