package cli

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/internal/atomicdir"
)

// manCommand returns the command that writes the manual pages of a program.
func manCommand(m Manual) *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "write manual pages for man(1)",
		Long: `Man writes a manual page for each command to the folder DIR, which it creates if needed. The pages
have the text of --help. They have no date, unless the environment variable SOURCE_DATE_EPOCH gives
one in seconds since 1970.`,
		Example:           "  man DIR\n  man -M DIR NAME",
		Args:              OneArgument("DIR"),
		ValidArgsFunction: First(Folders),
		RunE: func(c *cobra.Command, args []string) error {
			if args[0] == "" {
				return Usagef("DIR is empty, a folder is needed")
			}
			date, err := sourceDate(os.Getenv("SOURCE_DATE_EPOCH"))
			if err != nil {
				return err
			}
			pages := m.pages(c.Root(), date)
			if err := writeManPages(args[0], pages); err != nil {
				return err
			}
			Wrote(c, "%d manual pages to %s", len(pages), args[0])
			return nil
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
		return "", Usagef("SOURCE_DATE_EPOCH is %q, expected seconds since 1970", epoch)
	}
	return time.Unix(seconds, 0).UTC().Format(time.DateOnly), nil
}

// manPage is a page and the name of its file.
type manPage struct {
	name string
	text []byte
}

// pages renders the page of c and of each command below it.
func (m Manual) pages(c *cobra.Command, date string) []manPage {
	var b bytes.Buffer
	m.writePage(&b, c, date)
	pages := []manPage{{manName(c) + ".1", b.Bytes()}}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			pages = append(pages, m.pages(sub, date)...)
		}
	}
	return pages
}

func writeManPages(dir string, pages []manPage) error {
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
