package main

import (
	"bytes"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/files"
)

// document is the text of an experiment or of other settings, in which errors are located.
type document struct {
	path      string
	text      []byte       // in TOML
	of        reflect.Type // what it is decoded into
	generated bool         // from a manifest: positions mean nothing
}

// read reads the file of at most max bytes. Expected says what should be in it.
func (d *document) read(max int64, expected string) error {
	text, err := files.Read(d.path, max, expected)
	d.text = bytes.TrimPrefix(text, []byte("\ufeff")) // byte order mark
	return err
}

// decode decodes the text into settings, which the flags are bound to, and returns what it has.
func (d *document) decode(into any, flags *pflag.FlagSet) (content map[string]any, err error) {
	d.of = reflect.TypeOf(into)
	if err := toml.Unmarshal(d.text, &content); err != nil {
		return nil, d.decodeError(err)
	}
	decoder := toml.NewDecoder(bytes.NewReader(d.text)).DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return nil, d.decodeError(err)
	}
	return content, d.given(flags, "", content)
}

// given decodes a table of the file ("" for the top level) over the inherited settings, marks its
// flags as given and checks their values as the command line does.
func (d *document) given(
	flags *pflag.FlagSet, table string, content map[string]any, into ...any,
) error {
	if table != "" {
		content = tableAt(content, table)
	}
	for _, to := range into {
		if err := decodeOver(content, to); err != nil {
			return d.errorf(table, "%v", err)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(content)) {
		flag := flags.Lookup(key)
		if flag == nil {
			continue
		}
		flag.Changed = true
		if strings.HasSuffix(flag.Value.Type(), "Slice") {
			continue // whose Set adds to the list
		}
		if err := flag.Value.Set(flag.Value.String()); err != nil {
			return d.locate(table, cli.Usage(err))
		}
	}
	return nil
}
