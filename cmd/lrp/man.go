package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/atomicdir"
)

func manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "write manual pages for man(1)",
		Long: `Man writes a manual page for each command, lrp.1, lrp-eval.1 and so on, to the folder DIR, which it
creates if needed. The pages have the text of --help. They have no date, unless the environment
variable SOURCE_DATE_EPOCH gives one in seconds since 1970.`,
		Example: `  lrp man ~/.local/share/man/man1
  man lrp-eval`,
		Args:              cli.OneArgument("DIR"),
		ValidArgsFunction: cli.First(cli.Folders),
		RunE: func(c *cobra.Command, args []string) error {
			if args[0] == "" {
				return usagef("DIR is empty, a folder is needed")
			}
			date, err := sourceDate(os.Getenv("SOURCE_DATE_EPOCH"))
			if err != nil {
				return err
			}
			return writeManPages(c.Root(), args[0], date)
		},
	}
}

// sourceDate formats the date of a time in seconds since 1970, "" if none is given.
func sourceDate(epoch string) (string, error) {
	if epoch == "" {
		return "", nil
	}
	seconds, err := strconv.ParseInt(epoch, 10, 64)
	if err != nil || seconds < 0 {
		return "", usagef("SOURCE_DATE_EPOCH is %q, expected seconds since 1970", epoch)
	}
	return time.Unix(seconds, 0).UTC().Format(time.DateOnly), nil
}

// writeManPages writes the page of c and of each command below it. It renders all pages before it
// writes the first.
func writeManPages(c *cobra.Command, dir, date string) error {
	type page struct {
		name string
		text []byte
	}
	var pages []page
	var add func(c *cobra.Command)
	add = func(c *cobra.Command) {
		var b bytes.Buffer
		writeManPage(&b, c, date)
		pages = append(pages, page{manName(c) + ".1", b.Bytes()})
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() {
				add(sub)
			}
		}
	}
	add(c)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, p := range pages {
		if err := atomicdir.WriteFile(filepath.Join(dir, p.name), func(w io.Writer) error {
			_, err := w.Write(p.text)
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}
