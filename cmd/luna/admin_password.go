package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/luna/server"
)

func adminPasswordCommand() *cobra.Command {
	var db, base string
	var stdin bool
	c := &cobra.Command{
		Use:   "password NAME --db FILE",
		Short: "make a link by which a player can choose a new password",
		Long: `Password prints a link by which the player can choose a new password. It works once, within 24
hours, and not after the password has changed. --base-url is the public address of the server, as
for 'luna serve'.

With --stdin, it sets the password to the first line of standard input instead, and makes the
player's tokens void. Passwords are never arguments, which other users could see.`,
		Example: `  luna admin password ann --base-url https://luna.example.org --db luna.db
  luna admin password ann --stdin --db luna.db < new-password`,
		Args: one("NAME"),
		RunE: func(c *cobra.Command, args []string) error {
			if stdin {
				password, err := readPassword(c.InOrStdin(), c.ErrOrStderr())
				if err != nil {
					return err
				}
				return server.SetPassword(c.Context(), db, args[0], password)
			}
			link, err := server.ResetLink(c.Context(), db, args[0], base)
			return printToken(c, link, err)
		},
	}
	addDBFlag(c, &db)
	c.Flags().StringVar(&base, "base-url", "http://127.0.0.1:8080", "public `URL` of the server")
	c.Flags().BoolVar(&stdin, "stdin", false, "read the new password from standard input")
	return c
}

// maxLine is more than the length of any password.
const maxLine = 4 << 10

// readPassword reads a line, from a terminal without showing it.
func readPassword(in io.Reader, prompt io.Writer) (string, error) {
	if f, ok := in.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		fmt.Fprint(prompt, "New password: ")
		text, err := term.ReadPassword(int(f.Fd()))
		fmt.Fprintln(prompt)
		return string(text), err
	}
	line, err := bufio.NewReader(io.LimitReader(in, maxLine)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	if line == "" {
		return "", cli.Usagef("--stdin needs the new password on standard input, found nothing")
	}
	return strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"), nil
}
