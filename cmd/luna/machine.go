package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/luna/auth"
	"github.com/luna-rating/luna/luna/referee"
	"github.com/luna-rating/luna/luna/store"
)

func machineCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "machine",
		Short: "register machine players, list them, take their tokens back",
		Long: `Machine manages the machine players of a rating system. Their guesses never count. It works on the file itself, also
while 'luna serve' does.`,
		Args: cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			return cli.Usagef("machine needs to know what to do: add, list or revoke")
		},
	}
	c.AddCommand(machineAddCommand(), machineListCommand(), machineRevokeCommand())
	return c
}

// machineFlags are what all commands for machines need.
type machineFlags struct{ db string }

func (f *machineFlags) register(c *cobra.Command) {
	c.Flags().StringVar(&f.db, "db", "", "`FILE` of the rating system, which must be there")
}

// oneName checks the arguments of a command for one machine.
func oneName(c *cobra.Command, args []string) error {
	if len(args) != 1 {
		return cli.Usagef("%s needs one NAME, found %d", c.CommandPath(), len(args))
	}
	return nil
}

// with opens a rating system that there is, for a command.
func with(ctx context.Context, db string, do func(*system) error) (err error) {
	if err := needDB(db); err != nil {
		return err
	}
	if _, err := os.Stat(db); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: there is no such file; luna serve makes one", db)
	}
	s, err := store.Open(ctx, db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	key, err := s.Key(ctx)
	if err != nil {
		return err
	}
	tokens, err := auth.NewTokens(key, nil)
	if err != nil {
		return err
	}
	return do(&system{s, tokens})
}

// system is the file of a rating system and what its tokens are made by.
type system struct {
	*store.Store
	tokens *auth.Tokens
}

// machine returns the machine of a name.
func (s *system) machine(ctx context.Context, name string) (store.Account, error) {
	a, err := s.AccountNamed(ctx, name)
	switch {
	case errors.Is(err, store.ErrUnknownAccount):
		return a, fmt.Errorf("there is no player %q", name)
	case err == nil && a.Kind != store.Machine:
		return a, fmt.Errorf("%q is a %s, not a machine", a.Username, a.Kind)
	}
	return a, err
}

// printToken writes a new token of an account.
func (s *system) printToken(w io.Writer, a store.Account) error {
	token, err := s.tokens.Session(string(a.ID), a.Username, a.Generation)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(w, token)
	return err
}

func machineAddCommand() *cobra.Command {
	var f machineFlags
	var consent bool
	c := &cobra.Command{
		Use:   "add NAME --db FILE",
		Short: "register a machine player and print its token",
		Long: `Add registers a machine player and prints its token, which is good for 60 days. 'luna machine revoke' gives another one.
With --consent the games that it finishes with players who consent too are published.`,
		Example: "  LUNA_TOKEN=$(luna machine add watson --db luna.db) luna play",
		Args:    oneName,
		RunE: func(c *cobra.Command, args []string) error {
			return with(c.Context(), f.db, func(s *system) error {
				a := referee.NewAccount(store.Account{Username: args[0], Password: auth.NoPassword, Kind: store.Machine, Consent: consent}, time.Now())
				if err := s.CreateAccount(c.Context(), a); err != nil {
					return err
				}
				return s.printToken(c.OutOrStdout(), a)
			})
		},
	}
	f.register(c)
	c.Flags().BoolVar(&consent, "consent", false, "publish its questions, responses and guesses")
	return c
}

func machineListCommand() *cobra.Command {
	var f machineFlags
	c := &cobra.Command{
		Use:   "list --db FILE",
		Short: "list the machine players",
		Args:  cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			return with(c.Context(), f.db, func(s *system) error {
				list, err := s.Accounts(c.Context(), store.Machine)
				if err != nil {
					return err
				}
				t := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
				fmt.Fprintln(t, "NAME\tJOINED\tCONSENTS")
				for _, a := range list {
					fmt.Fprintf(t, "%s\t%s\t%s\n", cli.InLine(a.Username), a.Joined.UTC().Format(time.DateTime), yes(a.Consent))
				}
				return t.Flush()
			})
		},
	}
	f.register(c)
	return c
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func machineRevokeCommand() *cobra.Command {
	var f machineFlags
	c := &cobra.Command{
		Use:   "revoke NAME --db FILE",
		Short: "take the tokens of a machine player back and print a new one",
		Long:  "Revoke makes the tokens void that a machine player was given, at once also where the server runs, and prints a new one.",
		Args:  oneName,
		RunE: func(c *cobra.Command, args []string) error {
			return with(c.Context(), f.db, func(s *system) error {
				a, err := s.machine(c.Context(), args[0])
				if err != nil {
					return err
				}
				a, err = s.UpdateAccount(c.Context(), a.ID, func(a *store.Account) error {
					a.Generation++
					return nil
				})
				if err != nil {
					return err
				}
				return s.printToken(c.OutOrStdout(), a)
			})
		},
	}
	f.register(c)
	return c
}
