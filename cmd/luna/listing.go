package main

import (
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
)

// listing returns a command that prints what it reads from a database file.
func listing[T any](
	c *cobra.Command, read func(c *cobra.Command, db string, args []string) (T, error),
	write func(io.Writer, T) error,
) *cobra.Command {
	var db, format string
	if c.Args == nil {
		c.Args = cli.NoArguments
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		found, err := read(c, db, args)
		if err != nil {
			return err
		}
		return printAs(c, format, found, write)
	}
	addDBFlag(c, &db)
	addFormatFlag(c.Flags(), &format)
	return c
}

func addFormatFlag(flags *pflag.FlagSet, format *string) {
	cli.EnumVar(flags, format, "format", "%s", cli.Names("table", "json"))
}

// printAs prints a result as JSON or by a function that writes a table.
func printAs[T any](
	c *cobra.Command, format string, found T, write func(io.Writer, T) error,
) error {
	if format == "json" {
		return cli.WriteJSON(c.OutOrStdout(), found)
	}
	return write(c.OutOrStdout(), found)
}

// table returns a writer that aligns columns, which tabs separate.
func table(w io.Writer) *tabwriter.Writer {
	return tabwriter.NewWriter(cli.Readable(w), 0, 0, 2, ' ', 0)
}
