package main

import (
	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/luna/server"
)

func adminBackupCommand() *cobra.Command {
	var db string
	var force bool
	c := &cobra.Command{
		Use:   "backup --db FILE BACKUP",
		Short: "copy the file, also while a server runs",
		Long: `Backup copies the file as it is at one moment, with what is written ahead of it, also while
'luna serve' runs and after a crash. Both files are checked for damage. The backup is there as a
whole or not at all, readable by its owner only: it has the hashes of passwords and the key of
tokens.`,
		Example: "  luna admin backup --db luna.db backups/monday.db --force",
		Args:    one("BACKUP"),
		RunE: func(c *cobra.Command, args []string) error {
			err := server.Backup(c.Context(), db, args[0], force)
			if err == nil {
				cli.Wrote(c, "a backup of %s to %s", db, args[0])
			}
			return err
		},
	}
	addDBFlag(c, &db)
	c.Flags().BoolVar(&force, "force", false, "replace an existing backup, once the new one is complete")
	return c
}

func adminRestoreCommand() *cobra.Command {
	var db string
	c := &cobra.Command{
		Use:   "restore BACKUP --db FILE",
		Short: "put a backup in the place of the file",
		Long: `Restore checks a backup and copies it into the place of the file, which no server may have open.
The file of before is moved aside together with what is written ahead of it, FILE-wal and FILE-shm,
which would destroy the restored one. FILE-epoch stays, by which tokens that were revoked after the
backup stay void.`,
		Example: "  luna admin restore backups/monday.db --db luna.db",
		Args:    one("BACKUP"),
		RunE: func(c *cobra.Command, args []string) error {
			r, err := server.Restore(c.Context(), args[0], db)
			if r.Aside != "" {
				cli.Note(c, "the file of before is %s, with its -wal and -shm; remove it when all is well",
					r.Aside)
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
		},
	}
	addDBFlag(c, &db)
	return c
}
