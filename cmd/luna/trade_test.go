package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// TestTradePacked replays a log that is compressed, from a file and from standard input, and one that
// is damaged.
func TestTradePacked(t *testing.T) {
	log := suite.Must(os.ReadFile(filepath.Join("..", "..", "testdata", "trade", "doubted.jsonl")))(t)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	suite.Must(z.Write(log))(t)
	suite.OK(t, z.Close())
	name := filepath.Join(t.TempDir(), "log.jsonl.gz")
	replay := func(content []byte, arg string) (status int, out, message string) {
		suite.OK(t, os.WriteFile(name, content, 0o600))
		var stdout, stderr bytes.Buffer
		status = run(t.Context(), []string{"trade", "replay", "--format", "json", arg},
			bytes.NewReader(content), &stdout, &stderr)
		return status, stdout.String(), stderr.String()
	}
	_, want, _ := replay(log, name)
	if !strings.Contains(want, `"nature":"human"`) {
		t.Fatalf("found %s", want)
	}
	for _, arg := range []string{name, "-"} {
		if status, out, message := replay(packed.Bytes(), arg); status != 0 || out != want {
			t.Errorf("%s: status %d, %s%s", arg, status, out, message)
		}
	}
	for _, n := range []int{5, packed.Len() / 2, packed.Len() - 3} {
		status, _, message := replay(packed.Bytes()[:n], name)
		if status != 1 || !strings.Contains(message, "log.jsonl.gz") ||
			strings.Count(message, "\n") != 1 {
			t.Errorf("the first %d bytes: status %d, %s", n, status, message)
		}
	}
}
