//go:build unix

package luna_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

const (
	tutorial = "docs/extending.md"
	external = "testdata/external"
)

// TestExtendingQuotesTheModule compares the Go code of the tutorial with the files of the module
// that it explains.
func TestExtendingQuotesTheModule(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(external, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var source strings.Builder
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		source.Write(data)
	}
	blocks := Blocks(t, tutorial, "go")
	for _, b := range blocks {
		if !strings.Contains(source.String(), b.Body) {
			t.Errorf("%s has code that no file of %s has:\n%s", tutorial, external, b.Body)
		}
	}
	if len(blocks) < 8 {
		t.Errorf("%s: only %d pieces of Go code were found", tutorial, len(blocks))
	}
}

// TestExtending runs the commands of the tutorial in a copy of the module that it explains, which
// has all that a clone has: Go neither completes its lists of modules nor asks the network.
func TestExtending(t *testing.T) {
	suite.Slow(t, "runs the compiler")
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(external)); err != nil {
		t.Fatal(err)
	}
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	mod := filepath.Join(dir, "go.mod")
	text, err := os.ReadFile(mod)
	if err == nil {
		err = os.WriteFile(mod, bytes.Replace(text, []byte("=> ../.."), []byte("=> "+root), 1), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOPROXY", "off")
	t.Setenv("GOFLAGS", "-mod=readonly")
	ran := 0
	for _, b := range Blocks(t, tutorial, "sh") {
		for line := range strings.Lines(b.Body) {
			out, err := Folder{Path: dir, Programs: dir}.Run(t, strings.TrimSpace(line))
			if err != nil || out == "" {
				t.Errorf("%s: %s%v\n%s\nIf a module is missing: cd %s && go mod tidy", tutorial, line,
					err, out, external)
			}
			ran++
		}
	}
	if ran < 3 {
		t.Errorf("%s: only %d commands were found", tutorial, ran)
	}
}
