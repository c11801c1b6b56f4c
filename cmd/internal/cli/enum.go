package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// Choice is one of the names that a flag or an argument can take.
type Choice struct{ Name, Description string }

// Names makes choices without descriptions.
func Names(names ...string) []Choice {
	list := make([]Choice, len(names))
	for i, name := range names {
		list[i].Name = name
	}
	return list
}

// EnumVar defines a flag that takes one of a few names, of which the first is the default. The %s
// in usage stands for the list of names; shells complete them, and any other value is an
// [UnknownError].
func EnumVar(flags *pflag.FlagSet, p *string, name, usage string, choices []Choice) {
	*p = choices[0].Name
	OptionalEnumVar(flags, p, name, usage, choices)
}

// OptionalEnumVar is [EnumVar] for a flag whose default is the present value of p.
func OptionalEnumVar(flags *pflag.FlagSet, p *string, name, usage string, choices []Choice) {
	e := &enum{value: p, flag: name}
	words := make([]string, len(choices))
	for i, choice := range choices {
		e.known = append(e.known, choice.Name)
		words[i] = choice.Name
		if choice.Description != "" {
			words[i] += " (" + choice.Description + ")"
		}
	}
	flags.Var(e, name, fmt.Sprintf(usage, orList(words)))
}

// orList joins words as in "a, b or c".
func orList(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// enum implements [pflag.Value].
type enum struct {
	value *string
	flag  string
	known []string
}

func (e *enum) String() string { return *e.value }

func (e *enum) Type() string { return "string" }

func (e *enum) Set(name string) error {
	if !slices.Contains(e.known, name) {
		return &UnknownError{Kind: e.flag, Name: name, Known: e.known}
	}
	*e.value = name
	return nil
}
