package main

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/internal/positions"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/text"
)

// errorf returns a usage error with the position of a setting, such as dataset[1].spec, or, if the
// document does not have it, of the table that it would be in.
func (d *document) errorf(setting, format string, args ...any) error {
	line, column := positions.Line(d.text, positions.TOML(d.text), setting)
	return d.at(line, column, format, args...)
}

// at returns a usage error with a position, or without one if the line is 0.
func (d *document) at(line, column int, format string, args ...any) error {
	message := fmt.Sprintf(format, args...)
	if line == 0 || d.generated {
		return usagef("%s: %s", d.path, message)
	}
	return usagef("%s:%d:%d: %s", d.path, line, column, message)
}

// locate adds the position of an invalid setting to its error. It returns errors of other kinds
// unchanged, and all errors if there is no document.
func (d *document) locate(table string, err error) error {
	if d == nil || err == nil {
		return err
	}
	var invalid cli.SettingError
	var unknown *cli.UnknownError
	var spec *datasets.UsageError
	isSpec := errors.As(err, &spec)
	err = asUsage(err)
	switch {
	case isSpec:
		return d.errorf(join(table, "spec"), "%v", err)
	case errors.As(err, &invalid):
		return d.errorf(d.find(table, invalid.Name), "%s", invalid.InFile())
	case errors.As(err, &unknown):
		return d.errorf(d.find(table, unknown.Kind), "%v", unknown)
	case cli.IsUsage(err):
		return d.errorf(table, "%v", err)
	}
	return err
}

// find returns the path of a key in a table or, if the table inherits it, at the top level.
func (d *document) find(table, key string) string {
	at := positions.TOML(d.text)
	path := join(table, key)
	if _, found := at[path]; !found {
		if _, found := at[key]; found {
			return key
		}
	}
	return path
}

func join(table, key string) string {
	if table == "" {
		return key
	}
	return table + "." + key
}

// mismatch is how the TOML library says that a value has another type than a setting.
var mismatch = text.Pattern(
	`(TOML .+) into struct field .* of type (.+)$|(value \S+) cannot be stored in (.+)$`)

// expectedValues describe the types of settings.
var expectedValues = map[string]string{
	"int": "a whole number", "float64": "a number", "bool": "true or false", "string": "a string",
	"[]string": "a list of names", "[]int": "a list of whole numbers",
	"main.seed": "a whole number from 0 to 9223372036854775807, or a larger one in quotes up to " +
		"18446744073709551615",
	"[]main.sourceTable": "[[dataset]] tables", "main.curveTable": "a table", "main.compareFlags": "a table",
}

// decodeError rewords an error of the TOML library: its position, what was found and what is
// expected.
func (d *document) decodeError(err error) error {
	wrong, _ := errors.AsType[*toml.DecodeError](err)
	if missing, ok := errors.AsType[*toml.StrictMissingError](err); ok {
		wrong = &missing.Errors[0]
	}
	if wrong == nil {
		return usagef("%s: %w", d.path, err)
	}
	line, column := wrong.Position()
	known := keysOf(d.of)
	for _, key := range wrong.Key() {
		of, ok := known[key]
		if !ok {
			names := slices.Sorted(maps.Keys(known))
			meant := cli.DidYouMean(key, names)
			if instead := hints[key]; instead != "" {
				meant = instead + "; "
			}
			return d.at(line, column, "unknown key %q; %sknown here: %s", key, meant, strings.Join(names, ", "))
		}
		known = keysOf(of)
	}
	if m := mismatch().FindStringSubmatch(wrong.Error()); m != nil {
		found := "the " + m[3]
		if m[1] != "" {
			found = "a " + m[1]
		}
		return d.at(line, column, "%s: found %s, expected %s", wrong.Key()[len(wrong.Key())-1],
			found, expectedValues[m[2]+m[4]])
	}
	return d.at(line, column, "found no TOML (%s), expected settings in it",
		strings.TrimPrefix(wrong.Error(), "toml: "))
}

// keysOf returns the types of the settings in a struct, including those in embedded structs.
func keysOf(of reflect.Type) map[string]reflect.Type {
	if of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice {
		of = of.Elem()
	}
	keys := make(map[string]reflect.Type)
	if of.Kind() != reflect.Struct {
		return keys
	}
	for f := range of.Fields() {
		if f.Anonymous {
			maps.Copy(keys, keysOf(f.Type))
		} else if key, _, _ := strings.Cut(f.Tag.Get("toml"), ","); key != "" && key != "-" {
			keys[key] = f.Type
		}
	}
	return keys
}
