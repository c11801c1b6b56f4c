package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/approach"
)

func listCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "list datasets|approaches|regressors",
		Short: "list the kinds of data sets, the approaches or the regressors",
		Args:  cli.NoArguments,
		RunE: func(*cobra.Command, []string) error {
			return usagef("list what? datasets, approaches or regressors")
		},
	}
	for _, l := range []struct {
		name, short string
		rows        func(row func(name, description string))
	}{
		{"datasets", "list the kinds of data sets", func(row func(name, description string)) {
			for _, k := range datasets.Formats() {
				row(k.Usage(), k.Description)
			}
		}},
		{"approaches", "list the approaches that eval compares",
			func(row func(name, description string)) {
				for _, a := range approach.All() {
					row(a.Name, a.Description)
				}
			}},
		{"regressors", "list the regressors", func(row func(name, description string)) {
			for _, e := range regressors() {
				row(e.Name, e.Summary)
			}
		}},
	} {
		var format string
		sub := &cobra.Command{
			Use:   l.name,
			Short: l.short,
			Args:  cli.NoArguments,
			RunE: func(c *cobra.Command, _ []string) error {
				return writeList(c.OutOrStdout(), format, l.rows)
			},
		}
		cli.EnumVar(sub.Flags(), &format, "format", "%s", cli.Names("table", "json"))
		c.AddCommand(sub)
	}
	return c
}

// writeList writes names and descriptions, in two columns or as JSON.
func writeList(
	w io.Writer, format string, rows func(row func(name, description string)),
) error {
	if format == "json" {
		type entry struct {
			Name        string `json:"name"`
			Description string `json:"description"`
		}
		list := []entry{}
		rows(func(name, description string) { list = append(list, entry{name, description}) })
		return writeJSON(w, list)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	rows(func(name, description string) { fmt.Fprintf(t, "%s\t%s\n", name, description) })
	return t.Flush()
}
