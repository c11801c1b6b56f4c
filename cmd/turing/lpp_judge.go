package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/lines"
	"github.com/luna-rating/luna/internal/turing/keylog"
	"github.com/luna-rating/luna/turing/lpp"
)

type lppJudgeFlags struct{ dir, log string }

func lppJudgeCommand() *cobra.Command {
	var f lppJudgeFlags
	c := &cobra.Command{
		Use:   "judge --dir DIR",
		Short: "talk to an entity, as its judge",
		Long: `Judge is the judge's end of a folder of the protocol, to try an entity. It sends each
line of standard input, key by key, when the line ends. It prints a line of the entity when that
ends, with its corrections applied; a line that the entity changes after its end is printed again.
The end of the input, or Ctrl-C, ends the talk.

Characters that the protocol has no key for are replaced or left out. With --log, each key is
appended to a file in the form of the logs of 2009.`,
		Example: `  turing lpp judge --dir talk
  (echo Hello; sleep 20) | turing lpp judge --dir talk --log talk.log`,
		Args: cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c) },
	}
	lppDirFlag(c, &f.dir, "communications folder")
	c.Flags().StringVar(&f.log, "log", "", "`FILE` to which each key is appended")
	return c
}

// maxTypedLine is the maximum length of a line that a judge types, in bytes.
const maxTypedLine = 64 << 10

func (f *lppJudgeFlags) run(c *cobra.Command) (err error) {
	fault := func(err error) { warn(c, "%v", err) }
	sender, err := lpp.NewSender(f.dir, lpp.Judge, "")
	if err != nil {
		return err
	}
	sender.Fault = fault
	receiver := lpp.Receiver{Dir: f.dir, From: lpp.Other, Fault: fault}
	record := func([]lpp.Press) error { return nil }
	if f.log != "" {
		var log *recording
		if log, err = openRecording(f.log, keylog.Round{Number: 1}); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, log.Close()) }()
		receiver.Taken = log.taken(keylog.Left, lpp.Other)
		record = func(presses []lpp.Press) error { return log.add(keylog.Left, presses) }
	}
	ctx, cancel := context.WithCancelCause(c.Context())
	defer cancel(nil)
	go func() { cancel(say(c.InOrStdin(), sender, record)) }()
	entity := heard{out: c.OutOrStdout()}
	err = receiver.Receive(ctx, func(presses []lpp.Press) error {
		return cmp.Or(record(presses), entity.hear(presses))
	})
	if ctx.Err() == nil {
		return err
	}
	if err := context.Cause(ctx); !errors.Is(err, io.EOF) && !errors.Is(err, context.Canceled) {
		return err
	}
	return entity.rest()
}

// say sends the lines of an input. It returns [io.EOF] at its end.
func say(in io.Reader, to *lpp.Sender, record func([]lpp.Press) error) error {
	typed := lines.NewScanner(in, "standard input", maxTypedLine)
	for typed.Scan() {
		keys, err := lpp.Keys(lpp.Typeable(typed.Text()) + "\n")
		if err != nil {
			return err
		}
		presses, err := to.Send(keys...)
		if err := errors.Join(err, record(presses)); err != nil {
			return err
		}
	}
	return cmp.Or(typed.Err(), io.EOF)
}

// heard prints the lines of an entity.
type heard struct {
	out   io.Writer
	typed lpp.Screen
}

// hear takes keys, and prints each line that a Return ends.
func (h *heard) hear(presses []lpp.Press) error {
	for _, p := range presses {
		h.typed.Apply(p.Key)
		if p.Key == lpp.Return {
			all := h.typed.Lines()
			if _, err := fmt.Fprintln(h.out, all[len(all)-2]); err != nil {
				return err
			}
		}
	}
	return nil
}

// rest prints what the entity has typed since its last Return.
func (h *heard) rest() error {
	all := h.typed.Lines()
	if last := all[len(all)-1]; last != "" {
		_, err := fmt.Fprintln(h.out, last)
		return err
	}
	return nil
}
