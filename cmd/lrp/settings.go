package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
)

// set gives a flag the value that a file has for it, of the flag's own type.
func set(flags *pflag.FlagSet, name string, value any) error {
	flag := flags.Lookup(name)
	kind := flag.Value.Type()
	wrong := fmt.Errorf("found %s, expected %s", shown(value), expectedValue(kind))
	if list, ok := flag.Value.(pflag.SliceValue); ok {
		words, ok := wordsOf(value, kind == "intSlice")
		if !ok {
			return wrong
		}
		if list.Replace(words) != nil {
			return wrong
		}
		flag.Changed = true
		return nil
	}
	word, ok := wordOf(value, kind)
	if !ok {
		return wrong
	}
	err := flags.Set(name, word)
	if unknown, ok := errors.AsType[*cli.UnknownError](err); ok {
		return cli.Usage(unknown)
	} else if err != nil {
		return wrong
	}
	return nil
}

// wordOf writes a value as on the command line, if it is of the flag's kind.
func wordOf(value any, kind string) (string, bool) {
	switch v := value.(type) {
	case string:
		// Half of all seeds are too large for TOML's integers.
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

// wordsOf writes a list of strings, or of whole numbers, as on the command line.
func wordsOf(value any, numbers bool) ([]string, bool) {
	list, ok := value.([]any)
	if !ok {
		return nil, false
	}
	kind := "string"
	if numbers {
		kind = "int"
	}
	words := []string{}
	for _, v := range list {
		word, ok := wordOf(v, kind)
		if !ok {
			return nil, false
		}
		words = append(words, word)
	}
	return words, true
}

// expectedValue says what a file has to have for a flag of that type.
func expectedValue(kind string) string {
	switch kind {
	case "int":
		return "a whole number"
	case "uint64":
		return "a whole number from 0 to 9223372036854775807, or a larger one in quotes up to 18446744073709551615"
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

// shown says what a file has.
func shown(value any) string {
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

// inherit gives flags the values that the user set of others, where both have them.
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
