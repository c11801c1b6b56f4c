package main

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/regress"
	"github.com/luna-rating/luna/regress/golearn"
)

func listCommand() *cobra.Command {
	return cli.Parent(&cobra.Command{
		Use:   "list datasets|approaches|regressors",
		Short: "list the kinds of data sets, the approaches or the regressors",
	},
		listOf("datasets", "list the kinds of data sets", datasets.Formats(),
			func(k datasets.Format) listed { return listed{k.Usage(), k.Description} }),
		listOf("approaches", "list the approaches that eval can compare", approach.All(),
			func(a lrp.Approach) listed { return listed{a.Name, a.Description} }),
		listOf("regressors", "list the regressors", regressors(),
			func(e regress.Entry) listed { return listed{e.Name, e.Summary} }),
	)
}

// listed is an entry of a list.
type listed struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

// listOf returns the command that lists things, in two columns or as JSON.
func listOf[T any](name, short string, things []T, describe func(T) listed) *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   name,
		Short: short,
		Args:  cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			list := []listed{}
			for _, x := range things {
				list = append(list, describe(x))
			}
			return cli.WriteAs(c.OutOrStdout(), format, list, writeList)
		},
	}
	cli.EnumVar(c.Flags(), &format, "format", "%s", "table", "json")
	return c
}

func writeList(w io.Writer, list []listed) error {
	row, flush := namedValues(w)
	for _, x := range list {
		row(x.Name, "%s", x.Description)
	}
	return flush()
}

// regressors lists the regressors of all packages, sorted by name.
func regressors() []regress.Entry {
	list := slices.Concat(regress.Catalog(), golearn.Catalog())
	slices.SortFunc(list, func(a, b regress.Entry) int { return strings.Compare(a.Name, b.Name) })
	return list
}

func regressorNames() []string {
	return numbers.Map(regressors(), func(e regress.Entry) string { return e.Name })
}

// regressorByName returns the regressor of that name, which may have a penalty in brackets.
func regressorByName(name string, o regress.Options) (regress.Regressor, error) {
	base, penalty, given := strings.Cut(strings.TrimSuffix(name, ")"), "(")
	for _, e := range regressors() {
		if e.Name != base || given != strings.HasSuffix(name, ")") {
			continue
		}
		if !given {
			return e.New(o)
		}
		alpha, err := strconv.ParseFloat(penalty, 64)
		if err != nil || !(alpha > 0) {
			return nil, cli.Settingf("regressor", "is %s, a penalty above 0 is needed in brackets", name)
		}
		r, err := e.New(regress.Options{Alpha: alpha})
		if err == nil {
			r, err = regress.WithPenalty(r, alpha)
		}
		if err != nil {
			return nil, cli.Usage(err)
		}
		return r, nil
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
