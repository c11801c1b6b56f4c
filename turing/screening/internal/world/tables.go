package world

import (
	_ "embed"
	"iter"
	"strings"
	"sync"
)

//go:embed facts.txt
var factsText string

//go:embed lists.txt
var listsText string

// Facts returns the facts of a kind, such as "opposite", as the fields of their lines.
func Facts(kind string) [][]string { return facts()[kind] }

var facts = sync.OnceValue(func() map[string][][]string {
	m := map[string][][]string{}
	for _, fields := range records(factsText) {
		m[fields[0]] = append(m[fields[0]], fields[1:])
	}
	return m
})

// List returns the values of a list, such as "games".
func List(name string) []string { return lists()[name] }

var lists = sync.OnceValue(func() map[string][]string { return named(listsText) })

// Alternatives splits a field into its alternatives.
func Alternatives(field string) []string { return list(field) }

// named reads lines of a name, a colon and values. A name may be on several lines.
func named(text string) map[string][]string {
	m := map[string][]string{}
	for _, fields := range records(text) {
		name, values, _ := strings.Cut(fields[0], ": ")
		m[name] = append(m[name], list(values)...)
	}
	return m
}

// records yields the lines of a table with their numbers, split at bars, comments left out.
func records(text string) iter.Seq2[int, []string] {
	return func(yield func(int, []string) bool) {
		n := 0
		for line := range strings.Lines(text) {
			n++
			line = strings.TrimSpace(line)
			if line == "" || line[0] == '#' {
				continue
			}
			fields := strings.Split(line, "|")
			for i := range fields {
				fields[i] = strings.TrimSpace(fields[i])
			}
			if !yield(n, fields) {
				return
			}
		}
	}
}

func list(values string) []string {
	var out []string
	for v := range strings.SplitSeq(values, ",") {
		if v = strings.TrimSpace(v); v != "" {
			out = append(out, v)
		}
	}
	return out
}
