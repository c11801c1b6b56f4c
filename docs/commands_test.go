//go:build unix

// Package docs runs the commands of the documents in this folder.
package docs

import (
	"path/filepath"
	"testing"

	"github.com/luna-rating/luna/internal/documents"
)

// TestDocumentedCommands runs the commands of each document in a clone of its own, so that nobody
// has to read another one first. TestExtending of the module runs those of the tutorial, which are
// about another module. Package documents tests those that need the published data sets, so that
// the results here do not depend on LRP_DATA.
func TestDocumentedCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("runs whole evaluations")
	}
	files, err := filepath.Glob("*.md")
	if err != nil || len(files) < 10 {
		t.Fatalf("found %d documents (%v)", len(files), err)
	}
	programs := documents.Programs(t)
	for _, file := range files {
		if file == "extending.md" || len(documents.Blocks(t, file, "sh")) == 0 ||
			documents.NeedsData(t, file) {
			continue
		}
		t.Run(file, func(t *testing.T) {
			documents.Clone(t, programs).RunDocument(t, "docs/"+file)
		})
	}
}
