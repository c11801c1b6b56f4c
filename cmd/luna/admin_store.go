package main

import (
	"cmp"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/luna/server"
)

func adminVerifyCommand() *cobra.Command {
	var format string
	c := onDB(&cobra.Command{
		Use:   "verify --db FILE",
		Short: "compare everything that follows from the log with it",
		Long: `Verify looks for damage in every page of the file, replays the log of all games and compares what
follows from it with the tables, ratings to the bit. It changes nothing and may run beside a server.
The exit status is 1 if the file is damaged ('luna admin restore' takes a backup in its place) or if
something differs ('luna admin rebuild' makes the tables again).`,
	}, func(c *cobra.Command, db string, _ []string) error {
		v, found := server.Verify(c.Context(), db, nil)
		if found != nil && len(v.Problems) == 0 {
			return found
		}
		err := cli.WriteAs(c.OutOrStdout(), format, v, writeVerification)
		if err = cmp.Or(err, found); err == nil && len(v.Problems) > 0 {
			err = fmt.Errorf("%s: %d differences between the log and the tables; 'luna admin rebuild' makes "+
				"the tables again", db, len(v.Problems))
		}
		return err
	})
	addFormatFlag(c, &format)
	return c
}

func writeVerification(out io.Writer, v server.Verification) error {
	for _, problem := range v.Problems {
		fmt.Fprintln(out, problem)
	}
	_, err := fmt.Fprintf(out, "compared %d players and %d games with %d events\n", v.Players,
		v.Games, v.Events)
	if err == nil && v.Behind > 0 {
		_, err = fmt.Fprintf(out, "%d later events are taken up at the next start\n", v.Behind)
	}
	return err
}

func adminRebuildCommand() *cobra.Command {
	return onDB(&cobra.Command{
		Use:   "rebuild --db FILE",
		Short: "make everything that follows from the log again",
		Long: `Rebuild empties the tables of players and games and makes them again from the log. No server may run
on the file meanwhile. If it is interrupted, the next start of a server continues it.`,
	}, func(c *cobra.Command, db string, _ []string) error {
		return say(c, server.Rebuild(c.Context(), db), "made the tables of %s again from the log", db)
	})
}

func adminBackupCommand() *cobra.Command {
	var force bool
	c := onDB(&cobra.Command{
		Use:   "backup --db FILE BACKUP",
		Short: "copy the file, also while a server runs",
		Long: `Backup copies the file as it is at one moment, with what is written ahead of it, also while
'luna serve' runs and after a crash. Both files are checked for damage. The backup is there as a
whole or not at all, readable by its owner only: it has the hashes of passwords and the key of
tokens.`,
		Example: "  luna admin backup --db luna.db backups/monday.db --force",
		Args:    cli.OneArgument("BACKUP"),
	}, func(c *cobra.Command, db string, args []string) error {
		err := server.Backup(c.Context(), db, args[0], force)
		if err == nil {
			cli.Wrote(c, "a backup of %s to %s", db, args[0])
		}
		return err
	})
	c.Flags().BoolVar(&force, "force", false, "replace an existing backup, once the new one is complete")
	return c
}

func adminRestoreCommand() *cobra.Command {
	return onDB(&cobra.Command{
		Use:   "restore BACKUP --db FILE",
		Short: "put a backup in the place of the file",
		Long: `Restore checks a backup and copies it into the place of the file, which no server may have open.
The file of before is moved aside together with what is written ahead of it, FILE-wal and FILE-shm,
which would destroy the restored one. FILE-epoch stays, by which tokens that were revoked after the
backup stay void.`,
		Example: "  luna admin restore backups/monday.db --db luna.db",
		Args:    cli.OneArgument("BACKUP"),
	}, func(c *cobra.Command, db string, args []string) error {
		r, err := server.Restore(c.Context(), args[0], db)
		if r.Aside != "" {
			cli.Note(c, "the file of before is %s, with its -wal and -shm; remove it when all is well", r.Aside)
		}
		if err != nil {
			return err
		}
		cli.Note(c, "restored %s from %s; what happened after the backup is lost", db, args[0])
		if r.Void != "" {
			cli.Note(c, "all tokens and links are void (%s): people log in again, machines need new tokens",
				r.Void)
		}
		return nil
	})
}

func adminRekeyCommand() *cobra.Command {
	return onDB(&cobra.Command{
		Use:   "rekey --db FILE",
		Short: "replace the key of all tokens, which makes them void",
		Long: `Rekey replaces the key that signs tokens. All tokens and all links in letters are void at once,
also on a running server: people log in again, and guests cannot come back. Machine players need new
tokens, by 'luna machine revoke'. Do this when somebody else may have read the database file, or
after restoring the database together with the file FILE-epoch beside it.`,
	}, func(c *cobra.Command, db string, _ []string) error {
		return say(c, server.RotateKey(c.Context(), db), "replaced the key: all tokens and links are void")
	})
}

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
