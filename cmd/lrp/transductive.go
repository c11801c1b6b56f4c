package main

import (
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
)

// withoutTransductive makes the error for the flag --transductive say why a command does not have it
// and which one does.
func withoutTransductive(c *cobra.Command, why string) {
	c.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		absent, ok := errors.AsType[*pflag.NotExistError](err)
		if ok && absent.GetSpecifiedName() == "transductive" {
			return usagef("found --transductive, which %s does not have, as %s; 'lrp predict -m MODEL "+
				"--transductive FILE' rates all in FILE by their texts", c.Name(), why)
		}
		return cli.FlagError(c, err)
	})
}
