package documents

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/luna-rating/luna"

// Folder is a folder in which commands run.
type Folder struct {
	Path     string
	Programs string // the folder of lrp, luna and turing
}

// Build builds lrp, luna and turing in a folder.
func Build(dir string) error {
	out, err := exec.Command("go", "build", "-o", dir, module+"/cmd/lrp", module+"/cmd/luna",
		module+"/cmd/turing").CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return nil
}

// environment puts the programs on the path; commands install others in the same folder.
func (f Folder) environment() []string {
	return append(os.Environ(), "GOWORK=off", "GOBIN="+f.Programs,
		"PATH="+f.Programs+string(os.PathListSeparator)+os.Getenv("PATH"))
}

// Clone copies the module's files, except its code, to a temporary folder in which documented
// commands can write. The code is used where it is.
func Clone(t testing.TB, programs string) Folder {
	t.Helper()
	dir, from := t.TempDir(), root(t)
	err := fs.WalkDir(os.DirFS(from), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		target := filepath.Join(dir, path)
		switch {
		case path == ".git" && d.IsDir():
			return fs.SkipDir
		case path == ".git": // a worktree's
			return nil
		case d.IsDir():
			return os.MkdirAll(target, 0o755)
		case filepath.Ext(path) == ".go":
			return nil
		}
		data, err := os.ReadFile(filepath.Join(from, path))
		if err != nil {
			return err
		}
		return os.WriteFile(target, data, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	takeModule(t, from, dir)
	return Folder{Path: dir, Programs: programs}
}

// root returns the folder of the module.
func root(t testing.TB) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Dir(strings.TrimSpace(string(out)))
}

// takeModule makes dir a module that takes the code of this one from its folder, with the same
// versions of all others. Go then compiles nothing again that it compiled for the tests.
func takeModule(t testing.TB, root, dir string) {
	t.Helper()
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		if name == "go.mod" {
			text = strings.Replace(text, "module "+module, "module clone", 1) +
				"\nrequire " + module + " v0.0.0\nreplace " + module + " => " + strconv.Quote(root) + "\n"
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
