package luna_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// block is a fenced block of a document: its language and its text.
type block struct{ language, body string }

var fence = regexp.MustCompile("(?ms)^```([a-z]*)\n(.*?)^```$")

func blocks(t *testing.T, file string) []block {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var found []block
	for _, m := range fence.FindAllStringSubmatch(string(data), -1) {
		found = append(found, block{m[1], m[2]})
	}
	return found
}

// copyModule copies the module to a temporary folder, so that what the commands write there is
// not left behind here.
func copyModule(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	err := fs.WalkDir(os.DirFS("."), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if path == ".git" {
			return fs.SkipDir
		}
		target := filepath.Join(dir, path)
		if d.IsDir() {
			return os.MkdirAll(target, 0o755)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, data, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestDocumentedCommands runs every shell block of the documents, in their order and in one copy
// of the module, as a reader would. Lines that name the real data wait for LRP_DATA.
func TestDocumentedCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("runs whole evaluations")
	}
	dir := copyModule(t)
	env := append(os.Environ(), "GOBIN="+filepath.Join(dir, "bin"),
		"PATH="+filepath.Join(dir, "bin")+string(os.PathListSeparator)+os.Getenv("PATH"))
	ran := 0
	for _, file := range []string{"README.md", "docs/auto.md", "docs/protocols.md", "docs/statistics.md", "docs/vectors.md", "docs/commandline.md", "docs/models.md", "benchmarks/README.md", "CONTRIBUTING.md"} {
		for _, b := range blocks(t, file) {
			if b.language != "sh" {
				continue
			}
			for _, line := range commands(b.body) {
				switch {
				case line == "" || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "export "):
					continue
				case strings.HasPrefix(line, "go test"), strings.HasPrefix(line, ".ci/run"):
					continue // this is what is running
				case strings.Contains(line, "LRP_DATA") && os.Getenv("LRP_DATA") == "":
					t.Logf("%s: LRP_DATA is unset, not run: %s", file, line)
					continue
				case strings.Contains(line, "curl ") && missing("curl"):
					t.Logf("%s: there is no curl, not run: %s", file, line)
					continue
				}
				cmd := exec.Command("bash", "-e", "-o", "pipefail", "-c", line)
				cmd.Dir, cmd.Env = dir, env
				cmd.WaitDelay = time.Minute // for what it left in the background
				began := time.Now()
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Errorf("%s: %s\n%v\n%s", file, line, err, out)
				}
				t.Logf("%5.1f s  %s: %s", time.Since(began).Seconds(), file, line)
				ran++
			}
		}
	}
	if ran < 8 {
		t.Errorf("only %d commands were found", ran)
	}
	for _, name := range []string{"report.html", "rmse_bars.png", "manifest.json"} {
		if _, err := os.Stat(filepath.Join(dir, "results", name)); err != nil && os.Getenv("LRP_DATA") != "" {
			t.Errorf("the README says that results holds %s: %v", name, err)
		}
	}
}

// commands returns the commands of a block. What follows one that stays in the background belongs to it.
func commands(body string) []string {
	var list []string
	background := false
	for line := range strings.Lines(strings.ReplaceAll(body, "\\\n", "")) {
		line = strings.TrimSpace(line)
		if background {
			list[len(list)-1] += "\n" + line
			continue
		}
		list = append(list, line)
		if background = strings.HasSuffix(line, " &"); background {
			list[len(list)-1] = "trap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n" + line
		}
	}
	return list
}

// missing reports whether there is no such program.
func missing(program string) bool {
	_, err := exec.LookPath(program)
	return err != nil
}

// TestDocumentedPrograms compiles and runs every Go block of the README.
func TestDocumentedPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the compiler")
	}
	ran := 0
	for _, b := range blocks(t, "README.md") {
		if b.language != "go" {
			continue
		}
		dir := t.TempDir()
		file, program := filepath.Join(dir, "main.go"), filepath.Join(dir, "program")
		if err := os.WriteFile(file, []byte(b.body), 0o644); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("go", "build", "-o", program, file).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s\nof\n%s", err, out, b.body)
		}
		cmd := exec.Command(program)
		cmd.Dir = dir // for what it writes
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "COM") {
			t.Errorf("%v\n%s\nof\n%s", err, out, b.body)
		}
		ran++
	}
	if ran < 2 {
		t.Errorf("only %d programs were found", ran)
	}
}
