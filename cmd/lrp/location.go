package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
)

// location knows where in a file its settings are. A path such as dataset[1].spec names a setting.
type location struct {
	file     string
	document []byte
	places   map[string]int              // the offset of each
	keys     func(table string) []string // that a table can have
	value    func(path string) any
}

// errorf is a fault of what path names, or where that is not in the file itself, of the table that it would be in.
func (l *location) errorf(path, format string, args ...any) error {
	message := fmt.Sprintf(format, args...)
	for {
		if offset, ok := l.places[path]; ok {
			before := l.document[:offset]
			column := offset - bytes.LastIndexByte(before, '\n') // counted in bytes from 1
			return usagef("%s:%d:%d: %s", l.file, bytes.Count(before, []byte("\n"))+1, column, message)
		}
		end := strings.LastIndexAny(path, ".[")
		if end < 0 {
			return usagef("%s: %s", l.file, message)
		}
		path = path[:end]
	}
}

// word gives a fault of a setting its place in the file, and says what was meant perhaps. Other errors, and settings that
// come from the command line, stay as they are.
func (l *location) word(table string, err error) error {
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

// find returns the path of a key in a table or, where it is not there, of the one at the top that it is taken from.
func (l *location) find(table, key string) string {
	path := join(table, key)
	if _, there := l.places[path]; !there {
		if _, there := l.places[key]; there {
			return key
		}
	}
	return path
}

// element returns which of a list's names was meant, -1 where it is no list or none of them.
func (l *location) element(path, name string) int {
	list, _ := l.value(path).([]any)
	return slices.IndexFunc(list, func(v any) bool {
		s, _ := v.(string)
		return strings.EqualFold(strings.TrimSpace(s), name)
	})
}

// check finds keys that a table cannot have, the first of the file first.
func (l *location) check(table string, content map[string]any) error {
	known := l.keys(table)
	for _, key := range l.inOrder(table, content) {
		if !slices.Contains(known, key) {
			return l.errorf(join(table, key), "unknown key %q; %sknown here: %s", key, cli.DidYouMean(key, known), strings.Join(known, ", "))
		}
	}
	return nil
}

// inOrder lists a table's keys as the file does.
func (l *location) inOrder(table string, content map[string]any) []string {
	return slices.SortedFunc(maps.Keys(content), func(a, b string) int {
		return cmp.Or(l.places[join(table, a)]-l.places[join(table, b)], strings.Compare(a, b))
	})
}

func join(table, key string) string {
	if table == "" {
		return key
	}
	return table + "." + key
}
