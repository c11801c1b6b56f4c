//go:build unix

package luna_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/luna-rating/luna/internal/documents"
)

// TestDocumentedCommands runs the commands of the documents in this folder. Those of other folders
// are run by tests there.
func TestDocumentedCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("runs whole evaluations")
	}
	programs := documents.Programs(t)
	t.Run("README.md", func(t *testing.T) {
		clone := documents.Clone(t, programs)
		clone.RunDocument(t, "README.md")
		for _, name := range []string{"report.html", "rmse_bars.png", "manifest.json"} {
			if _, err := os.Stat(filepath.Join(clone.Path, "results", name)); err != nil {
				t.Errorf("the README says that results holds %s: %v", name, err)
			}
		}
	})
	t.Run("CONTRIBUTING.md", func(t *testing.T) {
		documents.Clone(t, programs).RunDocument(t, "CONTRIBUTING.md")
	})
}
