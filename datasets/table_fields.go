package datasets

import (
	"encoding/csv"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/text"
)

// Field is one of the [TableOptions] that users give: a flag of a command, a key of a file, a field
// of a form. It is a Value of package pflag.
type Field struct {
	Name string // in all of these
	// Usage is for a command's help; "" if it is no flag, but a key of files alone. A name in it
	// between backquotes stands for the value.
	Usage string
	// Label and Hint are for a form; Label is "" if forms do not have the field.
	Label, Hint string
	// Choices are the only values, if there are few.
	Choices []string

	value reflect.Value
}

// Fields lists the options that users give. Setting a field sets the option.
func (o *TableOptions) Fields() (list []Field) {
	all := reflect.ValueOf(o).Elem()
	for i := range all.NumField() {
		tag := all.Type().Field(i).Tag
		name, _, _ := strings.Cut(tag.Get("toml"), ",")
		if name == "-" {
			continue
		}
		f := Field{Name: name, Label: tag.Get("label"), Hint: tag.Get("hint"), value: all.Field(i)}
		f.Usage = strings.ReplaceAll(strings.ReplaceAll(tag.Get("usage"), "{", "`"), "}", "`")
		if choices := tag.Get("choices"); choices != "" {
			words := strings.Split(choices, ",")
			f.Usage = strings.Replace(f.Usage, "%s", text.Or(words), 1)
			for _, word := range words {
				name, _, _ := strings.Cut(word, " (")
				f.Choices = append(f.Choices, name)
			}
		}
		list = append(list, f)
	}
	return list
}

// Set sets the option to what a user wrote. A list gets more names, which commas separate; a name
// with a comma is quoted.
func (f Field) Set(s string) (err error) {
	switch p := f.value.Addr().Interface().(type) {
	case *string:
		*p = s
	case *[]string:
		var names []string
		if s != "" {
			names, err = csv.NewReader(strings.NewReader(s)).Read()
		}
		*p = append(*p, names...)
	case *bool:
		*p, err = strconv.ParseBool(s)
	case *int:
		*p, err = strconv.Atoi(s)
	case *float64:
		*p, err = strconv.ParseFloat(s, 64)
	case **float64:
		*p = new(float64)
		**p, err = strconv.ParseFloat(s, 64)
	}
	if err != nil {
		expected := map[string]string{"stringSlice": "names separated by commas", "bool": "true or false",
			"int": "a whole number", "float64": "a number"}[f.Type()]
		err = fmt.Errorf("found %s %s, expected %s", f.Name, text.Quote(s), expected)
	}
	return err
}

// list returns the names in an option that is one or a list of them.
func (f Field) list() []string {
	if names, ok := f.value.Interface().([]string); ok {
		return names
	}
	if name := f.value.String(); name != "" {
		return []string{name}
	}
	return nil
}

// Given reports whether the option says anything.
func (f Field) Given() bool { return !f.value.IsZero() && f.value.String() != "auto" }

// String returns the option as [Field.Set] takes it.
func (f Field) String() string {
	switch v := f.value.Interface().(type) {
	case string:
		if v == "" && len(f.Choices) > 0 && f.Choices[0] == "auto" {
			return "auto"
		}
	case *float64:
		if v == nil {
			return ""
		}
	case []string:
		var names []string
		for _, name := range v {
			if strings.ContainsAny(name, "\",\n") {
				name = `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
			}
			names = append(names, name)
		}
		return strings.Join(names, ",")
	}
	return fmt.Sprint(reflect.Indirect(f.value))
}

// Type returns the kind of the option in the words of package pflag.
func (f Field) Type() string {
	return strings.ReplaceAll(strings.TrimLeft(f.value.Type().String(), "*"), "[]string", "stringSlice")
}
