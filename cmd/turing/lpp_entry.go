package main

import (
	"context"
	"errors"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/internal/partner"
	"github.com/luna-rating/luna/turing/entity"
	"github.com/luna-rating/luna/turing/lpp"
)

type lppEntryFlags struct {
	dir     string
	partner partner.Flags
	speed   float64
	seed    uint64
	opening string
}

func lppEntryCommand() *cobra.Command {
	var f lppEntryFlags
	c := &cobra.Command{
		Use:   "entry --dir DIR",
		Short: "let a responder talk to a judge, typing like a person",
		Long: `Entry is an entity: a responder talks to the judge's program in the communications
folder DIR, which it creates if it does not exist. It waits until the judge has ended a line, reads
and thinks as long as a person, and types its reply with a person's speed, errors and BackSpaces. It
replies to all lines that have ended since its last reply as to one. It runs until it is
interrupted.

If the responder fails, entry warns and stays silent until the next line.

` + partner.Help(),
		Example: `  turing lpp entry --dir D --responder eliza
  turing lpp entry --dir D --responder aiml --opening 'Hello, my name is Ann and I am the human'`,
		Args: cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c) },
	}
	flags := c.Flags()
	lppDirFlag(c, &f.dir, "communications folder")
	f.partner.Register(flags, "eliza")
	flags.Float64Var(&f.speed, "speed", 1, "how many times faster than a person")
	flags.Uint64Var(&f.seed, "seed", 0, "seed of the random choices (default: a random one)")
	flags.StringVar(&f.opening, "opening", "",
		"`TEXT` of the first utterance, in place of a reply to the judge's first line")
	return c
}

// lppDirFlag defines --dir, without which a command does not run.
func lppDirFlag(c *cobra.Command, dir *string, what string) {
	flags := c.Flags()
	flags.StringVar(dir, "dir", "", what+", a `DIR`")
	run := c.RunE
	c.RunE = func(c *cobra.Command, args []string) error {
		if *dir == "" {
			return cli.Usagef("--dir is missing, a folder is needed")
		}
		return run(c, args)
	}
}

func (f *lppEntryFlags) run(c *cobra.Command) error {
	if !(f.speed > 0 && f.speed <= maxSpeed) {
		return cli.Usagef("--speed is %v, a number above 0 and up to %g is needed", f.speed,
			float64(maxSpeed))
	}
	if _, err := lpp.Keys(f.opening); err != nil {
		return cli.Usagef("--opening: %v", err)
	}
	if !c.Flags().Changed("seed") {
		f.seed = rand.Uint64()
	}
	talk, err := f.partner.Converse(c.ErrOrStderr(), f.seed)
	if err != nil {
		return err
	}
	defer talk.Close()
	err = entity.Run(c.Context(), f.dir, talk, entity.Options{
		Seed: f.seed, Speed: f.speed, Opening: f.opening,
		Warn: func(err error) { warn(c, "%v", err) },
	})
	if errors.Is(err, context.Canceled) {
		return nil // an interrupt is the normal end
	}
	return err
}

// maxSpeed is the maximum value of --speed.
const maxSpeed = 1e6
