package contest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestJournal checks that events come back, that a line which was being written is dropped, and
// that only one process has a journal.
func TestJournal(t *testing.T) {
	dir := t.TempDir()
	j, s, err := openJournal(dir)
	if err != nil || len(s.rounds) != 0 {
		t.Fatalf("%+v, %v", s, err)
	}
	if _, _, err := openJournal(dir); err == nil ||
		!strings.Contains(err.Error(), "another process holds this contest") {
		t.Errorf("a second process: %v", err)
	}
	for _, e := range []event{{Kind: eventBegun, Digest: "d"},
		{Kind: eventRound, Stage: "Final", Round: 1, Attempt: 1}} {
		if _, err := j.add(e); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := j.WriteString(`{"event":"clo`); err != nil {
		t.Fatal(err)
	}
	j.Close()
	j, s, err = openJournal(dir)
	if err != nil || !s.round("Final", 1).begun || s.round("Final", 1).closed {
		t.Fatalf("%+v, %v", s, err)
	}
	if _, err := j.add(event{Kind: eventHeld, Stage: "Final", Round: 1}); err != nil {
		t.Fatal(err)
	}
	j.Close()
	j, s, err = openJournal(dir)
	if err != nil {
		t.Fatal(err)
	}
	j.Close()
	if r := s.round("Final", 1); s.begun.Digest != "d" || !r.held || r.begun || r.attempts != 1 {
		t.Errorf("%+v, %v", r, s.begun)
	}
	if n := strings.Count(read(t, dir, journalFile), "\n"); n != 3 {
		t.Errorf("found %d lines in the journal, expected 3", n)
	}
}

func TestBrokenJournals(t *testing.T) {
	for text, want := range map[string]string{
		"{\"event\":\"begun\"}\nx\n":  `:2: found "x", expected an event of a contest`,
		"{}\n":                        `:1: found "{}", expected an event`,
		"{\"event\":\"sung\"}\n":      `:1: found the event "sung", expected one that`,
		"{\"event\":\"ballot\"}\n":    `:1: found the event "ballot" without`,
		"{\"event\":\"planned\"}\n":   `:1: found the event "planned" without`,
		"{\"event\":\"screened\"}\n":  `:1: found the event "screened" without`,
		"{\"event\":\"annulled\"}\nx": ``,
	} {
		_, _, err := readJournal(strings.NewReader(text), "j")
		if err == nil != (want == "") || err != nil && !strings.HasPrefix(err.Error(), "j"+want) {
			t.Errorf("%q: %v, expected j%s", text, err, want)
		}
	}
}

// TestChangedSetup checks that a contest that has begun is not changed, but for its pace.
func TestChangedSetup(t *testing.T) {
	dir := t.TempDir()
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, SetupFile), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	begin := func() error {
		c, err := open(dir, Options{})
		if err != nil {
			return err
		}
		defer c.close()
		return c.begin(t.Context())
	}
	write(whole)
	if err := begin(); err != nil {
		t.Fatal(err)
	}
	write(strings.Replace(whole, "[clock]", "speed = 5\nmissing = \"void\"\n[clock]\nwait = 2", 1))
	if err := begin(); err != nil {
		t.Errorf("another pace: %v", err)
	}
	write(strings.Replace(whole, "eliza", "simple", 1))
	if err := begin(); err == nil || !strings.Contains(err.Error(),
		"found changes since the contest") {
		t.Errorf("another entry: %v", err)
	}
}
