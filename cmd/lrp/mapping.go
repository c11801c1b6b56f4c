package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/atomicdir"
)

// table returns the options for tables: those of the flags, and those of the mapping that no flag
// sets.
func (f *dataFlags) table() (datasets.TableOptions, error) {
	o := f.TableOptions
	if f.Mapping == "" {
		return o, nil
	}
	content, err := readMapping(f.Mapping)
	if err != nil {
		return o, err
	}
	for key := range content {
		if f.flags.Changed(key) {
			delete(content, key)
		}
	}
	if err = decodeOver(content, &o); content["key"] != nil {
		o.Key = base{filepath.Dir(f.Mapping)}.path(o.Key)
	}
	return o, err
}

// readMapping reads and checks the options in a file.
func readMapping(path string) (map[string]any, error) {
	d := &document{path: path}
	if err := d.read(maxTOML, "options of tables in TOML, as 'lrp inspect TABLE --save-mapping FILE' writes "+
		"them"); err != nil {
		return nil, err
	}
	c, flags := &cobra.Command{}, &dataFlags{}
	flags.register(c)
	return d.decode(&flags.TableOptions, c.Flags())
}

// registerSave adds the flag of the commands that read one table.
func (f *dataFlags) registerSave(c *cobra.Command) {
	c.Flags().StringVar(&f.saveMapping, "save-mapping", "",
		"`FILE.toml` for how the table was read")
}

// save writes how the table was read, if that is to be kept.
func (f *dataFlags) save(sets []*datasets.Dataset) error {
	if f.saveMapping == "" {
		return nil
	}
	if sets[0].Table == nil {
		return cli.Settingf("save-mapping", "is for a table, found other data")
	}
	return writeMapping(f.saveMapping, sets[0].Table)
}

// writeMapping writes how a table was read, without the key, which is that of one exam.
func writeMapping(path string, t *datasets.TableInfo) error {
	if !strings.EqualFold(filepath.Ext(path), ".toml") {
		return cli.Settingf("save-mapping", "is %q, a name that ends in .toml is needed", path)
	}
	m := t.Mapping
	m.Key = ""
	options, err := toml.Marshal(m)
	if err != nil {
		return err
	}
	return atomicdir.WriteFile(path, func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "# How tables like %s are read, with --mapping %s.\n%s",
			cli.InLine(filepath.Base(t.File)), cli.InLine(filepath.Base(path)), options)
		return err
	})
}
