package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/offsets"
)

// location finds settings in a file. A path such as dataset[1].spec names a setting.
type location struct {
	file     string
	document []byte
	offsets  map[string]int              // of each path
	keys     func(table string) []string // that a table can have
	value    func(path string) any
}

// errorf returns a usage error with the position of a path or, if the file does not have it, of the
// table that it would be in.
func (l *location) errorf(path, format string, args ...any) error {
	message := fmt.Sprintf(format, args...)
	if line, column := offsets.Line(l.document, l.offsets, path); line > 0 {
		return usagef("%s:%d:%d: %s", l.file, line, column, message)
	}
	return usagef("%s: %s", l.file, message)
}

// locate adds the position of an invalid setting to its error. Errors of other kinds, and of
// settings that come from the command line, are returned unchanged.
func (l *location) locate(table string, err error) error {
	if l == nil || err == nil {
		return err
	}
	var invalid settingError
	var unknown *cli.UnknownError
	var spec *datasets.UsageError
	isSpec := errors.As(err, &spec)
	err = asUsage(err)
	switch {
	case isSpec:
		return l.errorf(join(table, "spec"), "%v", err)
	case errors.As(err, &invalid):
		if !slices.Contains(slices.Concat(l.keys(table), l.keys("")), invalid.name) {
			return err
		}
		return l.errorf(l.find(table, invalid.name), "%s", invalid.withPrefix(""))
	case errors.As(err, &unknown):
		path := l.find(table, unknown.Kind)
		if i := l.element(path, unknown.Name); i >= 0 {
			path = fmt.Sprintf("%s[%d]", path, i)
		}
		return l.errorf(path, "%v", unknown)
	case cli.IsUsage(err):
		return l.errorf(table, "%v", err)
	}
	return err
}

// find returns the path of a key in a table or, if the table inherits it, at the top level.
func (l *location) find(table, key string) string {
	path := join(table, key)
	if _, found := l.offsets[path]; !found {
		if _, found := l.offsets[key]; found {
			return key
		}
	}
	return path
}

// element returns the index of a name in a list, -1 if the path is no list or does not have it.
func (l *location) element(path, name string) int {
	list, _ := l.value(path).([]any)
	return slices.IndexFunc(list, func(v any) bool {
		s, _ := v.(string)
		return strings.EqualFold(strings.TrimSpace(s), name)
	})
}

// checkKeys rejects the first key that a table cannot have.
func (l *location) checkKeys(table string, content map[string]any) error {
	known := l.keys(table)
	for _, key := range l.sortedKeys(table, content) {
		if !slices.Contains(known, key) {
			return l.errorf(join(table, key), "unknown key %q; %sknown here: %s",
				key, cli.DidYouMean(key, known), strings.Join(known, ", "))
		}
	}
	return nil
}

// sortedKeys lists a table's keys in the order of the file.
func (l *location) sortedKeys(table string, content map[string]any) []string {
	return slices.SortedFunc(maps.Keys(content), func(a, b string) int {
		return cmp.Or(l.offsets[join(table, a)]-l.offsets[join(table, b)], strings.Compare(a, b))
	})
}

func join(table, key string) string {
	if table == "" {
		return key
	}
	return table + "." + key
}
