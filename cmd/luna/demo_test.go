package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// demonstrate runs luna demo and returns the exit status and what it wrote.
func demonstrate(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	status = run(t.Context(), append([]string{"demo"}, args...), strings.NewReader(""), &out, &err)
	return status, out.String(), err.String()
}

func TestDemoOffline(t *testing.T) {
	suite.Slow(t, "plays a hundred games")
	dir := filepath.Join(t.TempDir(), "out")
	status, stdout, stderr := demonstrate(t, "--offline", "--games", "30", "--people", "8",
		"--seed", "3", "--out", dir)
	if status != 0 || !strings.Contains(stderr, "game 30 of 30 (90 of all players)") {
		t.Fatalf("status %d, stderr:\n%s", status, stderr)
	}
	for _, want := range []string{"SYNTHETIC", "8 simulated people", "gibberish-bot",
		"rank correlation (Spearman)", "first 10 guesses were off by"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("the table lacks %q:\n%s", want, stdout)
		}
	}
	for _, name := range []string{
		"report.txt", "error.png", "error.svg", "players.csv", "guesses.csv", "games.jsonl", "examples.jsonl",
	} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v, expected a file that is not empty", name, err)
		}
	}
	if _, again, _ := demonstrate(t, "--offline", "--games", "30", "--people", "8", "--seed",
		"3"); again != stdout {
		t.Errorf("the same seed gives\n%s\nand\n%s", stdout, again)
	}
}

// TestDemoAtItsServer also checks that a temporary database is removed.
//
//luna:race
func TestDemoAtItsServer(t *testing.T) {
	suite.Slow(t, "plays in real time")
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	db := filepath.Join(t.TempDir(), "demo.db")
	status, stdout, stderr := demonstrate(t, "--games", "8", "--people", "4", "--db", db)
	if status != 0 || !strings.Contains(stdout, "8 of them the machine's, over HTTP") {
		t.Fatalf("status %d, stderr:\n%s\nstdout:\n%s", status, stderr, stdout)
	}
	if _, err := os.Stat(db); err != nil {
		t.Error(err)
	}
	if status, _, stderr := demonstrate(t, "--games", "8", "--people", "4", "--db",
		db); status != 1 || !strings.Contains(stderr, "give the name of a new file") {
		t.Errorf("status %d for an existing database, stderr:\n%s", status, stderr)
	}
	if status, _, stderr = demonstrate(t, "--games", "2", "--people", "2"); status != 0 {
		t.Errorf("status %d, stderr:\n%s", status, stderr)
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("%v is left behind, %v", left, err)
	}
}

// TestDemoKeepsServing cancels the context, as an interrupt would.
func TestDemoKeepsServing(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	var out bytes.Buffer
	stderr := &watched{text: "until interrupted", then: interrupt}
	status := run(ctx, []string{"demo", "--games", "2", "--people", "3", "--keep-serving"},
		strings.NewReader(""), &out, stderr)
	if status != 0 ||
		!regexp.MustCompile(`serving at http://127\.0\.0\.1:\d+ until interrupted: .* simulated-1 `).MatchString(stderr.String()) {
		t.Errorf("status %d, stderr:\n%s", status, stderr)
	}
}

// watched is an output that calls a function when a text is written.
type watched struct {
	bytes.Buffer
	text string
	then func()
}

func (w *watched) Write(b []byte) (int, error) {
	if bytes.Contains(b, []byte(w.text)) {
		w.then()
	}
	return w.Buffer.Write(b)
}

func TestDemoWrongUsage(t *testing.T) {
	for want, args := range map[string][]string{
		"--games is 0":        {"--games", "0"},
		"--people is 1":       {"--people", "1"},
		`unknown spread "x"`:  {"--spread", "x"},
		"none with --offline": {"--offline", "--keep-serving"},
		"--out is empty":      {"--out", ""},
		"unknown command":     {"now"},
	} {
		status, stdout, stderr := demonstrate(t, args...)
		if status != 2 || stdout != "" || !strings.HasPrefix(stderr, "luna: ") ||
			strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q: status %d, stderr %q, expected 2 and a line with %q", args, status,
				stderr, want)
		}
		if want != "unknown command" && !strings.Contains(stderr, want) {
			t.Errorf("%q: stderr %q, expected %q", args, stderr, want)
		}
	}
}
