package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
)

// set sets the experiment to the content of a file.
func (x *experimentRun) set(content map[string]any) error {
	x.positions.keys = x.keys
	x.positions.value = func(path string) any { return valueAt(content, path) }
	if err := x.positions.checkKeys("", content); err != nil {
		return err
	}
	x.format = commonFormats[0].Name
	top := &cobra.Command{}
	run := x.registerTop(top)
	if err := x.setFlags(top.Flags(), "", content); err != nil {
		return err
	}
	run.data.base, run.text.base, run.auto.base = x.base, x.base, x.base
	x.out = x.base.newPath(run.out)
	if name, there := content["name"]; there {
		text, ok := name.(string)
		if !ok {
			return x.positions.errorf("name", "name: found %s, expected a string",
				describeValue(name))
		}
		x.name = text
	}
	if err := x.setSources(content, run); err != nil {
		return err
	}
	if x.command != "run" {
		return nil
	}
	if err := x.setCompare(content); err != nil {
		return err
	}
	return x.setCurve(content, run)
}

// registerTop defines the flags that the top-level keys of the file set.
func (x *experimentRun) registerTop(c *cobra.Command) *runFlags {
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

// setFlags sets the flags that a table names, in the order of the file.
func (x *experimentRun) setFlags(flags *pflag.FlagSet, table string, content map[string]any) error {
	for _, key := range x.positions.sortedKeys(table, content) {
		if flags.Lookup(key) == nil || content[key] == nil {
			continue // a structural key, or null in a manifest: not given
		}
		if err := setFlag(flags, key, content[key]); cli.IsUsage(err) {
			return x.positions.locate(table, err)
		} else if err != nil {
			return x.positions.errorf(join(table, key), "%s: %v", key, err)
		}
	}
	return nil
}

// setSources reads the data sets: a list of specifications, or tables with settings of their own.
func (x *experimentRun) setSources(content map[string]any, run *runFlags) error {
	specs, listed := content["datasets"]
	tables, tabled := content["dataset"]
	switch {
	case listed && tabled:
		return x.positions.errorf("datasets", "found datasets and dataset, expected one of them")
	case tabled:
		return x.setTables(tables, run)
	case !listed:
		x.sources = sourcesOf(orSamples(nil), &run.data)
		return nil
	}
	list, ok := flagValues(specs, "string")
	switch {
	case !ok:
		return x.positions.errorf("datasets",
			"datasets: found %s, expected a list of KIND or KIND:PATH", describeValue(specs))
	case len(list) == 0:
		return x.positions.errorf("datasets", "datasets is empty, at least one is needed")
	}
	x.sources = sourcesOf(list, &run.data)
	return nil
}

func (x *experimentRun) setTables(tables any, run *runFlags) error {
	list, ok := tables.([]any)
	if !ok || len(list) == 0 {
		return x.positions.errorf("dataset",
			"dataset: found %s, expected [[dataset]] tables, at least one", describeValue(tables))
	}
	x.tables = true
	for i := range list {
		path := fmt.Sprintf("dataset[%d]", i)
		table, ok := list[i].(map[string]any)
		if !ok {
			return x.positions.errorf(path, "dataset: found %s, expected a table",
				describeValue(list[i]))
		}
		s, err := x.setTable(path, table, run)
		if err != nil {
			return err
		}
		x.sources = append(x.sources, s)
	}
	return nil
}

// setTable reads the table of one data set, whose settings override those at the top level.
func (x *experimentRun) setTable(path string, table map[string]any, run *runFlags) (source, error) {
	if err := x.positions.checkKeys(path, table); err != nil {
		return source{}, err
	}
	spec, ok := table["spec"].(string)
	switch {
	case table["spec"] == nil:
		return source{}, x.positions.errorf(path, "found no spec, expected spec = %q", "KIND:PATH")
	case !ok:
		return source{}, x.positions.errorf(path+".spec",
			"spec: found %s, expected KIND or KIND:PATH", describeValue(table["spec"]))
	}
	data := &dataFlags{}
	c := &cobra.Command{}
	data.register(c)
	data.base = x.base
	if err := inherit(c.Flags(), run.flags, dataKeys); err != nil {
		return source{}, err
	}
	return source{spec, data}, x.setFlags(c.Flags(), path, table)
}

// part returns the table of a part, nil if there is none.
func (x *experimentRun) part(content map[string]any, name string) (map[string]any, error) {
	value, there := content[name]
	if !there {
		return nil, nil
	}
	table, ok := value.(map[string]any)
	if !ok {
		return nil, x.positions.errorf(name, "%s: found %s, expected a table [%s]", name,
			describeValue(value), name)
	}
	return table, x.positions.checkKeys(name, table)
}

func (x *experimentRun) setCompare(content map[string]any) error {
	table, err := x.part(content, "compare")
	if table == nil || err != nil {
		return err
	}
	c := &cobra.Command{}
	x.compare = &compareFlags{}
	x.compare.register(c)
	return x.setFlags(c.Flags(), "compare", table)
}

// setCurve reads the learning curve's table, whose settings override the evaluation's. The number
// of repetitions of a cross-validation is not inherited as the number of trials.
func (x *experimentRun) setCurve(content map[string]any, run *runFlags) error {
	table, err := x.part(content, "curve")
	if table == nil || err != nil {
		return err
	}
	if x.eval.protocol == "published" {
		return x.positions.errorf("curve",
			"found [curve] with protocol published, expected another protocol: "+
				"a curve is of the data as described")
	}
	for _, name := range designKeys {
		if name != "subgroup-column" && x.eval.given(name) {
			return x.positions.errorf("curve", "found [curve] with %s, which curves do not have", name)
		}
	}
	inherited := slices.Clone(runKeys)
	if x.eval.protocol == "cross-validation" {
		inherited = slices.DeleteFunc(inherited, func(name string) bool { return name == "trials" })
	}
	inherited = slices.DeleteFunc(inherited, func(name string) bool { return name == "out" })
	c := &cobra.Command{}
	x.curve = &curveFlags{}
	x.curve.register(c, commonFormats)
	x.curve.data.base, x.curve.text.base, x.curve.auto.base = x.base, x.base, x.base
	if err := inherit(c.Flags(), run.flags, inherited); err != nil {
		return err
	}
	return x.setFlags(c.Flags(), "curve", table)
}

// valueAt returns the value at a path of keys, nil if there is none.
func valueAt(content map[string]any, path string) any {
	table, key, nested := strings.Cut(path, ".")
	if !nested {
		return content[path]
	}
	inner, _ := content[table].(map[string]any)
	return inner[key]
}
