package main

import (
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/regress"
	"github.com/luna-rating/luna/regress/golearn"
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
		return cli.WriteJSON(w, list)
	}
	row, flush := namedValues(w)
	rows(func(name, description string) { row(name, "%s", description) })
	return flush()
}

// regressors lists the regressors of all packages, sorted by name.
func regressors() []regress.Entry {
	list := slices.Concat(regress.Catalog(), golearn.Catalog())
	slices.SortFunc(list, func(a, b regress.Entry) int { return strings.Compare(a.Name, b.Name) })
	return list
}

func regressorNames() []string {
	var names []string
	for _, e := range regressors() {
		names = append(names, e.Name)
	}
	return names
}

// regressorByName returns the regressor of that name.
func regressorByName(name string, o regress.Options) (regress.Regressor, error) {
	for _, e := range regressors() {
		if e.Name == name {
			return e.New(o)
		}
	}
	return nil, &lrp.UnknownError{Kind: "regressor", Name: name, Known: regressorNames()}
}

// selectRegressors returns the named regressors in the order given, without duplicates.
func selectRegressors(names []string, alpha float64) ([]regress.Regressor, error) {
	var list []regress.Regressor
	seen := make(map[string]bool)
	for _, n := range names {
		n = strings.ToLower(strings.TrimSpace(n))
		if seen[n] {
			continue
		}
		seen[n] = true
		r, err := regressorByName(n, regress.Options{Alpha: alpha})
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	if len(list) == 0 {
		return nil, cli.Settingf("regressor", "names none; known: %s",
			strings.Join(regressorNames(), ", "))
	}
	return list, nil
}
