package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
)

// setFlag sets a flag to a value in a file, which must have the type of the flag.
func setFlag(flags *pflag.FlagSet, name string, value any) error {
	flag := flags.Lookup(name)
	kind := flag.Value.Type()
	wrong := fmt.Errorf("found %s, expected %s", describeValue(value), expectedValue(kind))
	if list, ok := flag.Value.(pflag.SliceValue); ok {
		element := "string"
		if kind == "intSlice" {
			element = "int"
		}
		values, ok := flagValues(value, element)
		if !ok || list.Replace(values) != nil {
			return wrong
		}
		flag.Changed = true
		return nil
	}
	text, ok := flagValue(value, kind)
	if !ok {
		return wrong
	}
	err := flags.Set(name, text)
	if unknown, ok := errors.AsType[*cli.UnknownError](err); ok {
		return cli.Usage(unknown)
	} else if err != nil {
		return wrong
	}
	return nil
}

// flagValue formats a value for a flag of that type. It is false if the types do not match.
func flagValue(value any, kind string) (string, bool) {
	switch v := value.(type) {
	case string:
		// Half of all seeds exceed TOML's integers and are strings.
		return v, kind == "string" || kind == "uint64"
	case bool:
		return strconv.FormatBool(v), kind == "bool"
	case int64:
		return strconv.FormatInt(v, 10), kind == "int" || kind == "uint64" || kind == "float64"
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64), kind == "float64"
	case json.Number:
		return v.String(), kind == "int" || kind == "uint64" || kind == "float64"
	}
	return "", false
}

// flagValues formats a list whose elements have that type.
func flagValues(value any, kind string) ([]string, bool) {
	list, ok := value.([]any)
	if !ok {
		return nil, false
	}
	texts := []string{}
	for _, v := range list {
		text, ok := flagValue(v, kind)
		if !ok {
			return nil, false
		}
		texts = append(texts, text)
	}
	return texts, true
}

// expectedValue describes the values that a file can have for a flag of that type.
func expectedValue(kind string) string {
	switch kind {
	case "int":
		return "a whole number"
	case "uint64":
		return "a whole number from 0 to 9223372036854775807, " +
			"or a larger one in quotes up to 18446744073709551615"
	case "float64":
		return "a number"
	case "bool":
		return "true or false"
	case "intSlice":
		return "a list of whole numbers"
	case "stringSlice":
		return "a list of names"
	}
	return "a string"
}

// describeValue describes a value in a file.
func describeValue(value any) string {
	switch v := value.(type) {
	case string:
		return fmt.Sprintf("the string %q", v)
	case bool, int64, float64, json.Number:
		return fmt.Sprint(v)
	case []any:
		return "a list"
	case map[string]any:
		return "a table"
	case nil:
		return "null"
	}
	return "a date or time"
}

// inherit copies the values of the named flags that were set.
func inherit(to, from *pflag.FlagSet, names []string) error {
	for _, name := range names {
		flag := from.Lookup(name)
		if flag == nil || !flag.Changed {
			continue
		}
		if list, ok := flag.Value.(pflag.SliceValue); ok {
			target := to.Lookup(name)
			if err := target.Value.(pflag.SliceValue).Replace(list.GetSlice()); err != nil {
				return err
			}
			target.Changed = true
		} else if err := to.Set(name, flag.Value.String()); err != nil {
			return err
		}
	}
	return nil
}
