//go:build unix

package benchmarks

import (
	"testing"

	"github.com/luna-rating/luna/internal/documents"
)

// TestDocumentedCommands runs the commands of the README in this folder.
func TestDocumentedCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("runs whole benchmarks")
	}
	documents.Clone(t, documents.Programs(t)).RunDocument(t, "benchmarks/README.md")
}
