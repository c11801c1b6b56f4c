package main

import (
	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/turing/seat"
	"github.com/luna-rating/luna/turing/lpp"
)

func lppRelayCommand() *cobra.Command {
	var f personFlags
	var dir string
	var begins bool
	c := &cobra.Command{
		Use:   "relay --dir DIR",
		Short: "talk to a judge, as a human confederate",
		Long: `Relay is the end of a human confederate. The judge's keys appear as they come, and
each key that you press is sent at once. The judge begins: before, nothing can be typed.

Ctrl-C asks whether to leave. With --web, the same is a page for a browser, at an address that
nobody can guess.`,
		Example: `  turing lpp relay --dir talk
  turing lpp relay --dir talk --web --addr 192.168.1.10:8080`,
		Args: cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := wholeFolder("dir", dir); err != nil {
				return err
			}
			if err := f.check(c); err != nil {
				return err
			}
			_, err := f.sit(c, seat.Options{Here: lpp.Other, Folders: []string{dir},
				EntityBegins: begins, Title: "Confederate", There: "Judge"})
			return left(err)
		},
	}
	flags := c.Flags()
	flags.StringVar(&dir, "dir", "", "`FOLDER` of the protocol, created if needed")
	flags.BoolVar(&begins, "begin", false, "begin, rather than wait for the judge, as in 2004")
	f.register(c, 0, "`MINUTES` after the first key at which the talk ends; 0: when you leave")
	return c
}
