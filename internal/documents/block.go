// Package documents runs the shell blocks of the module's documents for tests, as a reader would,
// and compares what documents show with what the commands print.
package documents

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Block is a fenced block of a document.
type Block struct{ Language, Body string }

var fence = regexp.MustCompile("(?ms)^```([a-z]*)\n(.*?)^```$")

// Blocks returns the blocks of a document that are in one of the languages.
func Blocks(t testing.TB, file string, languages ...string) []Block {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var found []Block
	for _, m := range fence.FindAllStringSubmatch(string(data), -1) {
		if slices.Contains(languages, m[1]) {
			found = append(found, Block{m[1], m[2]})
		}
	}
	return found
}

// Commands returns the blocks of a document that contain commands: those in sh, and those in
// console, which show what each command prints below it.
func Commands(t testing.TB, file string) []Block {
	t.Helper()
	return Blocks(t, file, "sh", "console")
}

// WithCommands lists the documents below a folder that contain commands, as paths relative to it.
func WithCommands(t testing.TB, folder string) []string {
	t.Helper()
	var found []string
	for _, pattern := range []string{"*.md", "*/*.md"} {
		files, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if len(Commands(t, file)) > 0 {
				name, err := filepath.Rel(folder, file)
				if err != nil {
					t.Fatal(err)
				}
				found = append(found, filepath.ToSlash(name))
			}
		}
	}
	return found
}

// Shown is a command in a console block and its output as shown there.
type Shown struct{ Command, Output string }

// Console returns the commands of a console block, each of which follows a $.
func Console(body string) []Shown {
	var list []Shown
	for part := range strings.SplitSeq("\n"+body, "\n$ ") {
		command, output, _ := strings.Cut(part, "\n")
		if command != "" {
			list = append(list, Shown{command, strings.TrimRight(output, "\n")})
		}
	}
	return list
}
