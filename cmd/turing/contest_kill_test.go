package main

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
)

// newContest writes a contest of scripts, whose choices all derive from the seed.
func newContest(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "contest")
	output(t, "", "loebner", "new", dir, "--entry", "eliza", "--entry", "aiml", "--entry", "simple",
		"--entry", "fixed:I think so, haha.")
	path := filepath.Join(dir, "contest.toml")
	setup := string(mustRead(t, path))
	setup = regexp.MustCompile(`seed = \d+`).ReplaceAllString(setup, "seed = 1")
	setup = strings.ReplaceAll(setup, "by = \"script:", "ask = 2\nby = \"script:")
	suite.OK(t, os.WriteFile(path, []byte(setup), 0o666))
	return dir
}

// journalSum matches the line of a certificate that has the sum of the journal, which has times.
var journalSum = regexp.MustCompile(`.*Journal of \d+ lines, SHA-256.*`)

// outcome returns what must not depend on interruptions: results without times and sums, ballots,
// ranks and the certificate.
func outcome(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	for _, name := range []string{"results.json", "ballots.csv", "ranks.csv", "certificate.html"} {
		data := suite.Must(os.ReadFile(filepath.Join(dir, name)))(t)
		all[name] = journalSum.ReplaceAllString(string(data), "")
	}
	var results map[string]any
	suite.OK(t, json.Unmarshal([]byte(all["results.json"]), &results))
	for _, key := range []string{"began", "ended", "evidence", "interruptions"} {
		delete(results, key)
	}
	data := suite.Must(json.MarshalIndent(results, "", " "))(t)
	all["results.json"] = string(data)
	return all
}

// TestKilledContest kills a contest ten times, as its journal has got a random number of lines
// further. In the end it must have the results of a contest that was never interrupted, and nothing
// half-written.
func TestKilledContest(t *testing.T) {
	suite.Slow(t, "holds two contests")
	whole := newContest(t)
	if out, err := exec.Command("turing", "loebner", "run", whole, "--speed", "200").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want := outcome(t, whole)

	dir := newContest(t)
	file := filepath.Join(dir, "journal.jsonl")
	kills := 0
	for i := range 10 {
		// TestMain puts the test binary into the path as the program. Each process gets a little
		// further, or is killed as soon as a round has begun, which takes seconds at this speed.
		further := "\n"
		before := countIn(file, further) + rand.IntN(3)
		if i%2 != 0 {
			further = `"event":"round"`
			before = countIn(file, further)
		}
		process := exec.Command("turing", "loebner", "run", dir, "--speed", "50")
		suite.OK(t, process.Start())
		ended := make(chan error, 1)
		go func() { ended <- process.Wait() }()
		for len(ended) == 0 && countIn(file, further) <= before {
			time.Sleep(time.Millisecond)
		}
		if i == 1 { // while a round goes on
			out, err := exec.Command("turing", "loebner", "run", dir).CombinedOutput()
			if err == nil || !strings.Contains(string(out), "another process holds this contest") {
				t.Errorf("a second process: %v\n%s", err, out)
			}
		}
		if err := process.Process.Kill(); err == nil {
			kills++
		}
		if err := <-ended; err == nil {
			t.Logf("process %d held the contest to its end before it was killed", i)
		}
	}
	out, err := exec.Command("turing", "loebner", "run", dir, "--speed", "200").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for name, text := range outcome(t, dir) {
		if text != want[name] {
			t.Errorf("%s after %d kills:\n%s\nwithout:\n%s", name, kills, text, want[name])
		}
	}
	journal := suite.Must(os.ReadFile(file))(t)
	annulled := bytes.Count(journal, []byte(`"event":"annulled"`))
	t.Logf("%d kills, %d rounds annulled", kills, annulled)
	if annulled == 0 {
		t.Error("no kill was in a round")
	}
	for _, pattern := range []string{".*", "lpp", "*.tmp"} {
		if left, _ := filepath.Glob(filepath.Join(dir, pattern)); len(left) > 0 {
			t.Errorf("left in the folder: %v", left)
		}
	}
}

// countIn returns how often a journal has a text.
func countIn(file, text string) int {
	journal, err := os.ReadFile(file)
	if err != nil {
		return 0 // it is not there yet
	}
	return bytes.Count(journal, []byte(text))
}
