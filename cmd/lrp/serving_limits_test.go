package main

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestServingLimits compares the table of limits with the flags.
func TestServingLimits(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "serving.md"))
	if err != nil {
		t.Fatal(err)
	}
	flags := serveCommand().Flags()
	row := regexp.MustCompile("(?m)^\\| `--([a-z-]+)` \\| ([^|]+) \\|")
	rows := row.FindAllStringSubmatch(string(text), -1)
	for _, row := range rows {
		f := flags.Lookup(row[1])
		if f == nil || f.DefValue != row[2] && row[1] != "concurrency" {
			t.Errorf("--%s is described with the default %q: %+v", row[1], row[2], f)
		}
	}
	if len(rows) < 10 {
		t.Errorf("found %d limits", len(rows))
	}
}
