package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
)

// fill sets what the content of a file says.
func (x *experiment) fill(content map[string]any) error {
	x.where.keys = x.keys
	x.where.value = func(path string) any { return valueAt(content, path) }
	if err := x.where.check("", content); err != nil {
		return err
	}
	x.format = commonFormats[0].Name
	top := &cobra.Command{}
	run := x.registerTop(top)
	if err := x.setAll(top.Flags(), "", content); err != nil {
		return err
	}
	run.data.base, run.text.base = x.base, x.base
	x.out = x.base.below(run.out)
	if name, there := content["name"]; there {
		text, ok := name.(string)
		if !ok {
			return x.where.errorf("name", "name: found %s, expected a string", shown(name))
		}
		x.name = text
	}
	if err := x.fillSources(content, run); err != nil {
		return err
	}
	if x.command != "run" {
		return nil
	}
	if err := x.fillCompare(content); err != nil {
		return err
	}
	return x.fillCurve(content, run)
}

// registerTop makes the flags that the top of the file sets.
func (x *experiment) registerTop(c *cobra.Command) *runFlags {
	if x.command == "curve" {
		x.curve = &curveFlags{}
		x.curve.register(c, commonFormats)
		x.curve.registerOut(c)
		return &x.curve.runFlags
	}
	x.eval = &evalFlags{}
	x.eval.register(c, commonFormats)
	x.eval.registerOut(c)
	return &x.eval.runFlags
}

// setAll sets the flags that a table names, in the order of the file.
func (x *experiment) setAll(flags *pflag.FlagSet, table string, content map[string]any) error {
	for _, key := range x.where.inOrder(table, content) {
		if flags.Lookup(key) == nil || content[key] == nil {
			continue // structure, or a manifest's null: not given
		}
		if err := set(flags, key, content[key]); cli.IsUsage(err) {
			return x.where.word(table, err)
		} else if err != nil {
			return x.where.errorf(join(table, key), "%s: %v", key, err)
		}
	}
	return nil
}

// fillSources reads the data sets: a list of specifications, or tables with settings of their own.
func (x *experiment) fillSources(content map[string]any, run *runFlags) error {
	specs, listed := content["datasets"]
	tables, tabled := content["dataset"]
	switch {
	case listed && tabled:
		return x.where.errorf("datasets", "found datasets and dataset, expected one of them")
	case tabled:
		return x.fillTables(tables, run)
	case !listed:
		x.sources = sourcesOf(orSamples(nil), &run.data)
		return nil
	}
	words, ok := wordsOf(specs, false)
	switch {
	case !ok:
		return x.where.errorf("datasets", "datasets: found %s, expected a list of KIND or KIND:PATH", shown(specs))
	case len(words) == 0:
		return x.where.errorf("datasets", "datasets is empty, at least one is needed")
	}
	x.sources = sourcesOf(words, &run.data)
	return nil
}

func (x *experiment) fillTables(tables any, run *runFlags) error {
	list, ok := tables.([]any)
	if !ok || len(list) == 0 {
		return x.where.errorf("dataset", "dataset: found %s, expected [[dataset]] tables, at least one", shown(tables))
	}
	x.tables = true
	for i := range list {
		path := fmt.Sprintf("dataset[%d]", i)
		table, ok := list[i].(map[string]any)
		if !ok {
			return x.where.errorf(path, "dataset: found %s, expected a table", shown(list[i]))
		}
		s, err := x.fillTable(path, table, run)
		if err != nil {
			return err
		}
		x.sources = append(x.sources, s)
	}
	return nil
}

// fillTable reads one data set. It has the settings at the top but for its own.
func (x *experiment) fillTable(path string, table map[string]any, run *runFlags) (source, error) {
	if err := x.where.check(path, table); err != nil {
		return source{}, err
	}
	spec, ok := table["spec"].(string)
	switch {
	case table["spec"] == nil:
		return source{}, x.where.errorf(path, "found no spec, expected spec = %q", "KIND:PATH")
	case !ok:
		return source{}, x.where.errorf(path+".spec", "spec: found %s, expected KIND or KIND:PATH", shown(table["spec"]))
	}
	data := &dataFlags{}
	c := &cobra.Command{}
	data.register(c)
	data.base = x.base
	if err := inherit(c.Flags(), run.flags, dataKeys); err != nil {
		return source{}, err
	}
	return source{spec, data}, x.setAll(c.Flags(), path, table)
}

// part returns the table of a part, nil where there is none.
func (x *experiment) part(content map[string]any, name string) (map[string]any, error) {
	value, there := content[name]
	if !there {
		return nil, nil
	}
	table, ok := value.(map[string]any)
	if !ok {
		return nil, x.where.errorf(name, "%s: found %s, expected a table [%s]", name, shown(value), name)
	}
	return table, x.where.check(name, table)
}

func (x *experiment) fillCompare(content map[string]any) error {
	table, err := x.part(content, "compare")
	if table == nil || err != nil {
		return err
	}
	c := &cobra.Command{}
	x.compare = &compareFlags{}
	x.compare.register(c)
	return x.setAll(c.Flags(), "compare", table)
}

// fillCurve takes for the learning curve what its table says and otherwise the evaluation's settings; but the number of
// repetitions of a cross-validation is not that of its trials.
func (x *experiment) fillCurve(content map[string]any, run *runFlags) error {
	table, err := x.part(content, "curve")
	if table == nil || err != nil {
		return err
	}
	if x.eval.protocol == "published" {
		return x.where.errorf("curve", "found [curve] with protocol published, expected another protocol: a curve is of the data as described")
	}
	inherited := slices.Clone(runKeys)
	if x.eval.protocol == "cross-validation" {
		inherited = slices.DeleteFunc(inherited, func(name string) bool { return name == "trials" })
	}
	inherited = slices.DeleteFunc(inherited, func(name string) bool { return name == "out" })
	c := &cobra.Command{}
	x.curve = &curveFlags{}
	x.curve.register(c, commonFormats)
	x.curve.data.base, x.curve.text.base = x.base, x.base
	if err := inherit(c.Flags(), run.flags, inherited); err != nil {
		return err
	}
	return x.setAll(c.Flags(), "curve", table)
}

// valueAt returns what a file has at a path of keys, nil where it has nothing.
func valueAt(content map[string]any, path string) any {
	table, key, nested := strings.Cut(path, ".")
	if !nested {
		return content[path]
	}
	inner, _ := content[table].(map[string]any)
	return inner[key]
}
