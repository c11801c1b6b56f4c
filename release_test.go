package luna_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// clean is what govulncheck says where it finds nothing.
const clean = `Go: go1.26.8
Scanner: govulncheck@v1.1.4
DB: https://vuln.go.dev
DB updated: 2026-11-27 18:31:02 +0000 UTC

Fetching vulnerabilities from the database...

Govulncheck scanned the following 42 modules and the go1.26.8 standard library:
  example.com/one@v1.0.0

No vulnerabilities found.
`

// TestVulnerabilityRecord runs the script that records runs of govulncheck with one that says what
// the test wants: only a run that has found nothing is recorded, and it is one of certain modules.
func TestVulnerabilityRecord(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	script, err := os.ReadFile(".ci/vulnerabilities")
	if err != nil {
		t.Fatal(err)
	}
	last := filepath.Join(dir, ".ci/vulnerabilities.last")
	put := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	run := func(says string, status string, args ...string) (passed bool) {
		t.Helper()
		put("says", says)
		put("bin/go", "#!/bin/sh\ncat says\nexit "+status+"\n")
		c := exec.Command("bash", append([]string{".ci/vulnerabilities"}, args...)...)
		c.Dir = dir
		c.Env = append(os.Environ(), "PATH="+filepath.Join(dir, "bin")+":"+os.Getenv("PATH"))
		return c.Run() == nil
	}
	put(".ci/vulnerabilities", string(script))
	put(".ci/vulnerabilities.last", "# none yet\n")
	put("go.mod", "module one\n")
	put("go.sum", "")
	recorded := func() bool { return run("", "1", "recorded") }
	const unreachable = "govulncheck: fetching vulnerabilities: no such host\n"
	if !run(unreachable, "1", "record") || recorded() {
		t.Error("a run without a database is recorded, or fails")
	}
	if run(clean, "3", "record") || recorded() {
		t.Error("a run that found vulnerabilities is recorded, or passes")
	}
	if run("No vulnerabilities found.\n", "0", "record") || recorded() {
		t.Error("a run of nothing is recorded, or passes")
	}
	if !run(clean, "0") || recorded() {
		t.Error("a run is recorded unasked, or fails")
	}
	if !run(clean, "0", "record") || !recorded() {
		t.Error("a good run is not recorded")
	}
	text, _ := os.ReadFile(last)
	today := time.Now().UTC()
	for _, line := range []string{"date: " + today.Format(time.DateOnly), "modules: 42, ", "Go: go1.26.8",
		"DB updated: 2026-11-27"} {
		if !strings.Contains(string(text), "\n"+line) {
			t.Errorf("the record lacks %q:\n%s", line, text)
		}
	}
	old := strings.Replace(string(text), today.Format(time.DateOnly), today.AddDate(0, 0, -32).Format(time.DateOnly), 1)
	put(".ci/vulnerabilities.last", old)
	if recorded() {
		t.Error("a record of last month counts")
	}
	put(".ci/vulnerabilities.last", string(text))
	put("go.sum", "another module")
	if recorded() {
		t.Error("a record of other modules counts")
	}
}
