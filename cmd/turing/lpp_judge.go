package main

import (
	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/turing/seat"
	"github.com/luna-rating/luna/turing/lpp"
)

func lppJudgeCommand() *cobra.Command {
	var f personFlags
	var dir string
	c := &cobra.Command{
		Use:   "judge --dir DIR",
		Short: "talk to an entity, as its judge",
		Long: `Judge is the judge's end of a folder of the protocol. Each key that you press is sent
at once, and the entity's keys appear as they come, with its corrections. Enter ends a line.

With --log, each key is appended to a file in the form of the logs of 2009, as it passes. Ctrl-C
asks whether to leave; the terminal is given back as it was, whatever ends the program.

With --web, the same is a page for a browser, at an address that nobody can guess.`,
		Example: `  turing lpp judge --dir talk --log talk.log
  turing lpp judge --dir talk --web`,
		Args: cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := wholeFolder("dir", dir); err != nil {
				return err
			}
			if err := f.check(c); err != nil {
				return err
			}
			_, err := f.sit(c, seat.Options{Here: lpp.Judge, Folders: []string{dir},
				Title: "Judge " + f.judge, There: "They"})
			return left(err)
		},
	}
	c.Flags().StringVar(&dir, "dir", "", "`FOLDER` of the protocol, created if needed")
	f.registerLog(c)
	f.register(c, 0, "`MINUTES` after your first key at which the talk ends; 0: when you leave")
	return c
}
