package main

import (
	"cmp"
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/luna/server"
)

// addMailFlags adds the flags that describe the mail server.
func addMailFlags(flags *pflag.FlagSet, smtp, from *string) {
	flags.StringVar(smtp, "smtp", "",
		"`URL` of the mail server, if any; set it as "+smtpVariable+" to hide it from other users")
	flags.StringVar(from, "mail-from", "", "sender `ADDRESS` of mail")
}

func adminMailCommand() *cobra.Command {
	var smtp, from, to string
	c := &cobra.Command{
		Use:   "mail --test ADDRESS --mail-from ADDRESS",
		Short: "send a letter to try the mail server",
		Long: `Mail sends one letter by the mail server that --smtp or ` + smtpVariable + ` names, as 'luna
serve' does, and prints what the server answered. The exit status is 1 if it did not take the
letter.`,
		Example: `  LUNA_SMTP=smtps://user:password@mail.example.org luna admin mail --test you@example.org \
    --mail-from luna@example.org`,
		Args: cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			smtp = cmp.Or(smtp, os.Getenv(smtpVariable))
			if smtp == "" || from == "" || to == "" {
				return cli.Usagef("--test ADDRESS, --mail-from ADDRESS, and --smtp URL or %s are needed",
					smtpVariable)
			}
			answer, err := server.TestMail(c.Context(), smtp, from, to)
			if err == nil {
				_, err = fmt.Fprintf(c.OutOrStdout(), "the mail server took the letter to %s: %s\n", to,
					cli.InLine(answer))
			}
			return err
		},
	}
	addMailFlags(c.Flags(), &smtp, &from)
	c.Flags().StringVar(&to, "test", "", "`ADDRESS` to send the letter to")
	return c
}
