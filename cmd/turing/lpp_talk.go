package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/internal/partner"
	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/turing/entity"
	"github.com/luna-rating/luna/turing/lpp"
)

type lppEntryFlags struct {
	entity.Options
	dir     string
	partner partner.Flags
}

func lppEntryCommand() *cobra.Command {
	var f lppEntryFlags
	c := &cobra.Command{
		Use:   "entry --dir DIR",
		Short: "let a responder talk to a judge, typing like a person",
		Long: `Entry is an entity: a responder talks to the judge's program in the communications
folder DIR. It waits until the judge has ended a line, reads and thinks as long as a person, and
types its reply with a person's speed, errors and BackSpaces. It runs until it is interrupted. If
the responder fails, it warns and stays silent until the next line.

` + partner.Help(),
		Example: `  turing lpp entry --dir D --responder eliza`,
		Args:    cli.NoArguments,
		RunE:    func(c *cobra.Command, _ []string) error { return f.run(c) },
	}
	flags := c.Flags()
	addDirFlag(c, &f.dir)
	f.partner.Register(flags, "eliza")
	flags.Float64Var(&f.Speed, "speed", 1, "how many times faster than a person")
	cli.Bound(flags, cli.Above0, maxSpeed, "a number above 0 and up to 1e+06 is needed", "speed")
	flags.Uint64Var(&f.Seed, "seed", 0, "seed of the random choices (default: a random one)")
	flags.StringVar(&f.Opening, "opening", "",
		"`TEXT` of the first utterance, in place of a reply to the judge's first line")
	return c
}

// addDirFlag adds --dir.
func addDirFlag(c *cobra.Command, dir *string) {
	requiredVar(c, dir, "dir", "communications folder, a `DIR`")
}

func (f *lppEntryFlags) run(c *cobra.Command) error {
	if _, err := lpp.Keys(f.Opening); err != nil {
		return cli.Usagef("--opening: %v", err)
	}
	if !c.Flags().Changed("seed") {
		f.Seed = rand.Uint64()
	}
	talk, err := f.partner.Converse(c.ErrOrStderr(), f.Seed)
	if err != nil {
		return err
	}
	defer talk.Close()
	lost := 0
	f.Warn = func(err error) {
		if l, ok := errors.AsType[*entity.LostError](err); ok && l.Lost == lost {
			return // the reply lost no more
		} else if ok {
			lost = l.Lost
		}
		warn(c, "%v", err)
	}
	err = entity.Run(c.Context(), f.dir, talk, f.Options)
	if errors.Is(err, context.Canceled) {
		return nil // an interrupt is the normal end
	}
	return err
}

// maxSpeed is the maximum value of --speed.
const maxSpeed = 1e6

type lppJudgeFlags struct{ dir, log string }

func lppJudgeCommand() *cobra.Command {
	var f lppJudgeFlags
	c := &cobra.Command{
		Use:   "judge --dir DIR",
		Short: "talk to an entity, as its judge",
		Long: `Judge is the judge's end of a folder of the protocol, to try an entity. It sends each
line of standard input, key by key, and prints a line of the entity when that ends, with its
corrections applied. The end of the input, or Ctrl-C, ends the talk.

Characters that the protocol has no key for are replaced or left out. With --log, each key is
appended to a file in the form of the logs of 2009.`,
		Example: `  turing lpp judge --dir talk`,
		Args:    cli.NoArguments,
		RunE:    func(c *cobra.Command, _ []string) error { return f.run(c) },
	}
	addDirFlag(c, &f.dir)
	c.Flags().StringVar(&f.log, "log", "", "`FILE` to which each key is appended")
	return c
}

// maxTypedLine is the maximum length of a line that a judge types, in bytes.
const maxTypedLine = 64 << 10

func (f *lppJudgeFlags) run(c *cobra.Command) (err error) {
	fault := func(err error) { warn(c, "%v", err) }
	sender, err := lpp.NewSender(f.dir, lpp.Judge)
	if err != nil {
		return err
	}
	sender.Fault = fault
	receiver := lpp.Receiver{Dir: f.dir, From: lpp.Other, Fault: fault}
	record := func([]lpp.Press) error { return nil }
	if f.log != "" {
		var log *keylog.Appender
		if log, err = keylog.Append(f.log); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, log.Close()) }()
		receiver.Taken = log.Taken(keylog.Left, lpp.Other)
		record = func(presses []lpp.Press) error { return log.Add(keylog.Left, presses) }
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
	typed := files.NewScanner(in, "standard input", maxTypedLine)
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
