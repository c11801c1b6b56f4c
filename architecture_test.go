// Package luna_test holds the tests of the module as a whole: its structure and its documents.
package luna_test

import (
	"slices"
	"strings"
	"testing"
)

const module = "github.com/luna-rating/luna/"

// mayImport says which other folders the packages of a folder may import.
var mayImport = map[string][]string{
	"internal":   {},
	"datasets":   {"internal"},
	"embed":      {"internal"},
	"features":   {"embed", "internal"},
	"regress":    {"internal"},
	"lrp":        {"datasets", "features", "embed", "regress", "internal"},
	"luna":       {"datasets", "internal"}, // it knows a Guesser, but no model
	"turing":     {"luna", "datasets", "features", "embed", "regress", "internal"},
	"cmd":        {"turing", "luna", "lrp", "datasets", "features", "embed", "regress", "internal"},
	"benchmarks": {"cmd", "turing", "luna", "lrp", "datasets", "features", "embed", "regress", "internal"},
}

// allImports has the go command list each package with what it imports.
const allImports = "{{.ImportPath}}{{range .Imports}} {{.}}{{end}}"

func TestImportsPointOneWay(t *testing.T) {
	out := goCommand(t, "list", "-f", allImports, "./...")
	packages := 0
	for line := range strings.Lines(out) {
		fields := strings.Fields(line)
		from, ok := strings.CutPrefix(fields[0], module)
		if !ok {
			continue // the tests of the module itself
		}
		packages++
		folder := top(from)
		allowed, known := mayImport[folder]
		if !known {
			t.Errorf("folder %s is not in the map of the architecture", folder)
		}
		for _, path := range fields[1:] {
			to, ok := strings.CutPrefix(path, module)
			if !ok || top(to) == folder {
				continue
			}
			if !slices.Contains(allowed, top(to)) {
				t.Errorf("%s imports %s: %s may import %v only", from, to, folder, allowed)
			}
		}
	}
	if packages < 10 {
		t.Errorf("only %d packages were found", packages)
	}
}

// TestRulesOfTheGamesArePure checks that rules depend on nothing outside them, so that a log of
// events always leads to the same state. Those of Turing Trade also read and write their logs.
func TestRulesOfTheGamesArePure(t *testing.T) {
	pure := []string{"cmp", "errors", "fmt", "iter", "math", "slices", "strings", "time", "unicode",
		"unicode/utf8"}
	for folder, more := range map[string][]string{
		"luna/game": {"crypto/sha256", "encoding/binary", "maps"},
		"luna/trade": {"bufio", "bytes", "encoding/json", "io", module + "internal/files",
			module + "internal/text"},
	} {
		out := goCommand(t, "list", "-f", `{{range .Imports}}{{.}}{{"\n"}}{{end}}`, "./"+folder)
		for path := range strings.Lines(out) {
			path = strings.TrimSpace(path)
			if path != "" && !slices.Contains(slices.Concat(pure, more), path) {
				t.Errorf("%s imports %s", folder, path)
			}
		}
	}
}

// onlyIn lists the folders that may import the packages a path starts with, tests aside.
var onlyIn = map[string][]string{
	"github.com/sjwhitworth/golearn": {}, // not maintained
	module + "regress/golearn":       {"cmd/lrp"},
}

func TestImportsStayInTheirPlace(t *testing.T) {
	out := goCommand(t, "list", "-f", allImports, "./...")
	for line := range strings.Lines(out) {
		fields := strings.Fields(line)
		for _, path := range fields[1:] {
			for start, folders := range onlyIn {
				from := strings.TrimPrefix(fields[0], module)
				if strings.HasPrefix(path, start) && !slices.Contains(folders, from) {
					t.Errorf("%s imports %s: only %v may", from, path, folders)
				}
			}
		}
	}
}

// TestProgramsLinkNothingForTests checks that what tests compare with, and libraries for tests, are
// in no program.
func TestProgramsLinkNothingForTests(t *testing.T) {
	for path := range strings.Lines(goCommand(t, "list", "-deps", "./cmd/lrp", "./cmd/luna", "./cmd/turing")) {
		path = strings.TrimSpace(path)
		for _, library := range []string{"github.com/sjwhitworth/", "github.com/google/go-cmp/", "github.com/stretchr/"} {
			if strings.HasPrefix(path, library) {
				t.Errorf("a program links %s", path)
			}
		}
	}
}

// top returns the folder of the map that a package is in.
func top(path string) string {
	folder, _, _ := strings.Cut(path, "/")
	return folder
}
