package luna_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/documents"
)

const (
	tutorial = "docs/extending.md"
	external = "testdata/external"
)

// TestExtendingQuotesTheModule compares the Go code of the tutorial with the files of the module that it explains.
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
	quoted := 0
	for _, b := range documents.Blocks(t, tutorial, "go") {
		quoted++
		if !strings.Contains(source.String(), b) {
			t.Errorf("%s has code that no file of %s has:\n%s", tutorial, external, b)
		}
	}
	if quoted < 8 {
		t.Errorf("%s: only %d pieces of Go code were found", tutorial, quoted)
	}
}

// TestExtending runs the commands of the tutorial in a copy of the module outside of this one, without network:
// it may need only what this module needs.
func TestExtending(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the compiler")
	}
	dir := copyExternal(t)
	ran := 0
	for _, b := range documents.Blocks(t, tutorial, "sh") {
		for line := range strings.Lines(b) {
			cmd := exec.Command("bash", "-e", "-c", line)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
			if out, err := cmd.CombinedOutput(); err != nil || len(out) == 0 {
				t.Errorf("%s: %s%v\n%s", tutorial, line, err, out)
			}
			ran++
		}
	}
	if ran < 3 {
		t.Errorf("%s: only %d commands were found", tutorial, ran)
	}
}

// copyExternal copies the module of the tutorial to a temporary folder, where the go command may
// bring its list of modules up to date with this module's.
func copyExternal(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(external)); err != nil {
		t.Fatal(err)
	}
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	edit(t, filepath.Join(dir, "go.mod"), func(s string) string {
		return strings.Replace(s, "=> ../..", "=> "+root, 1)
	})
	sums, err := os.ReadFile("go.sum")
	if err != nil {
		t.Fatal(err)
	}
	edit(t, filepath.Join(dir, "go.sum"), func(s string) string { return s + string(sums) })
	return dir
}

// edit rewrites a file.
func edit(t *testing.T, file string, change func(string) string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(change(string(data))), 0o644); err != nil {
		t.Fatal(err)
	}
}
