package luna_test

import (
	"io/fs"
	"os"
	"path"
	"slices"
	"testing"

	"github.com/luna-rating/luna/internal/documents"
)

// commandsTested lists the documents whose commands a test runs: TestExtending those of the
// tutorial, and TestDocumentedCommands in their folders those of the others.
var commandsTested = []string{"README.md", "CONTRIBUTING.md", "benchmarks/README.md", "docs/*.md"}

// TestEveryCommandIsTested checks that no document with commands is forgotten.
func TestEveryCommandIsTested(t *testing.T) {
	found := 0
	err := fs.WalkDir(os.DirFS("."), ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(file) != ".md" ||
			len(documents.Blocks(t, file, "sh")) == 0 {
			return err
		}
		found++
		if !slices.ContainsFunc(commandsTested, func(pattern string) bool {
			ok, err := path.Match(pattern, file)
			return ok && err == nil
		}) {
			t.Errorf("no test runs the commands of %s", file)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found < 20 {
		t.Errorf("only %d documents with commands were found", found)
	}
}
