package jsonapi

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Fields are the fields of a body by name: values of JSON, as encoding/json decodes them into any
// with json.Number, or [FormTexts]. If the whole body is an array, its name is "".
type Fields map[string]any

// FormTexts are the values of a field of a form.
type FormTexts []string

// Text returns a text, "" if the field is missing.
func (f Fields) Text(name string) (string, error) {
	switch v := f[name].(type) {
	case nil:
		return "", nil
	case string:
		return v, nil
	case FormTexts:
		if len(v) != 1 {
			return "", Invalid("%s: found %d values, expected one", name, len(v))
		}
		return v[0], nil
	default:
		return "", Invalid("%s: found %s, expected a text", name, Describe(v))
	}
}

// Texts returns a list of texts, which is never nil.
func (f Fields) Texts(name string) ([]string, error) {
	switch v := f[name].(type) {
	case nil:
		return f.formList(name)
	case FormTexts:
		if len(f.listNames(name)) > 0 {
			return nil, Invalid("%s: found it both with [] and without", name)
		}
		return v, nil
	case []any:
		return jsonTexts(name, v)
	default:
		return nil, Invalid("%s: found %s, expected a list of texts", name, Describe(v))
	}
}

func jsonTexts(name string, list []any) ([]string, error) {
	texts := make([]string, len(list))
	for i, x := range list {
		s, ok := x.(string)
		if !ok {
			return nil, Invalid("%s: number %d is %s, expected a text", name, i+1, Describe(x))
		}
		texts[i] = s
	}
	return texts, nil
}

// listNames are the names under which a form has a list, besides the bare one.
func (f Fields) listNames(name string) []string {
	var names []string
	if _, ok := f[name+"[]"]; ok {
		names = append(names, name+"[]")
	}
	for i := 0; ; i++ {
		n := name + "[" + strconv.Itoa(i) + "]"
		if _, ok := f[n]; !ok {
			return names
		}
		names = append(names, n)
	}
}

// formList reads name[], or name[0], name[1] and so on. The list may be empty.
func (f Fields) formList(name string) ([]string, error) {
	texts := []string{}
	names := f.listNames(name)
	for _, n := range names {
		v, ok := f[n].(FormTexts)
		if !ok {
			break // JSON, in which such names mean nothing
		}
		if n == name+"[]" && len(names) > 1 || n != name+"[]" && len(v) != 1 {
			return nil, Invalid("%s: found it both as a list and by numbers", name)
		}
		texts = append(texts, v...)
	}
	return texts, nil
}

// Number returns a number from 0 to highest. In JSON it may also be a string.
func (f Fields) Number(name string, highest float64) (float64, error) {
	v := f[name]
	if n, ok := v.(json.Number); ok {
		return ParseNumber(name, n.String(), highest)
	}
	if v == nil {
		return 0, numberError(name, "is missing", highest)
	}
	text, err := f.Text(name)
	if err != nil {
		return 0, numberError(name, "found "+Describe(v), highest)
	}
	return ParseNumber(name, text, highest)
}

// ParseNumber parses a decimal number from 0 to highest: neither NaN nor Inf nor hexadecimal.
func ParseNumber(name, text string, highest float64) (float64, error) {
	text = strings.TrimSpace(text)
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || strings.Trim(text, "0123456789.eE+-") != "" || math.IsNaN(x) ||
		math.IsInf(x, 0) {
		return 0, numberError(name, fmt.Sprintf("found %q", short(text)), highest)
	}
	if x < 0 || x > highest {
		return 0, numberError(name, fmt.Sprintf("found %v", x), highest)
	}
	return x, nil
}

func numberError(name, problem string, highest float64) error {
	return Invalid("%s: %s, expected a number from 0 to %v", name, problem, highest)
}

// Bool returns a truth value, false if the field is missing.
func (f Fields) Bool(name string) (bool, error) {
	v := f[name]
	if b, ok := v.(bool); ok || v == nil {
		return b, nil
	}
	text, err := f.Text(name)
	switch {
	case err != nil:
	case text == "true" || text == "1" || text == "on":
		return true, nil
	case text == "false" || text == "0" || text == "off" || text == "":
		return false, nil
	}
	return false, Invalid("%s: found %s, expected true or false", name, Describe(v))
}

// Describe returns words for the kind of a value.
func Describe(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return fmt.Sprintf("%q", short(v))
	case json.Number:
		return "the number " + short(v.String())
	case bool:
		return strconv.FormatBool(v)
	case []any:
		return "a list"
	case FormTexts:
		if len(v) == 1 {
			return fmt.Sprintf("%q", short(v[0]))
		}
		return fmt.Sprintf("%d values", len(v))
	default:
		return "an object"
	}
}
