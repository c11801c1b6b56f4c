//go:build unix

package documents

import (
	"path/filepath"
	"testing"
)

// TestDocumentedCommands runs the commands of the documents in docs that need the published data
// sets, each in a clone of its own. The others are tested by package docs.
func TestDocumentedCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("runs whole evaluations")
	}
	files, err := filepath.Glob(filepath.Join("..", "..", "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	programs, tested := Programs(t), 0
	for _, file := range files {
		if !NeedsData(t, file) {
			continue
		}
		tested++
		name := filepath.Base(file)
		t.Run(name, func(t *testing.T) { Clone(t, programs).RunDocument(t, "docs/"+name) })
	}
	if tested < 3 {
		t.Errorf("only %d documents need the published data sets", tested)
	}
}
