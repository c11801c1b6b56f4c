package luna_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/documents"
)

// TestDocumentedPrograms compiles and runs every Go block of the README.
func TestDocumentedPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the compiler")
	}
	ran := 0
	for _, block := range documents.Blocks(t, "README.md", "go") {
		dir := t.TempDir()
		file, program := filepath.Join(dir, "main.go"), filepath.Join(dir, "program")
		if err := os.WriteFile(file, []byte(block), 0o644); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("go", "build", "-o", program, file).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s\nof\n%s", err, out, block)
		}
		cmd := exec.Command(program)
		cmd.Dir = dir // for what it writes
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "COM") {
			t.Errorf("%v\n%s\nof\n%s", err, out, block)
		}
		ran++
	}
	if ran < 2 {
		t.Errorf("only %d programs were found", ran)
	}
}
