package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/luna-rating/luna/lrp/serve"
)

// TestServingLimits compares the table of limits with those of the server.
func TestServingLimits(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "serving.md"))
	if err != nil {
		t.Fatal(err)
	}
	o := serve.DefaultOptions()
	thousands := func(n int) string { return fmt.Sprintf("%d,%03d", n/1000, n%1000) }
	for _, row := range []string{
		fmt.Sprintf("%d MiB (`--max-body BYTES`) | a body", o.MaxBody>>20),
		fmt.Sprintf("%d MiB | all bodies", o.MaxBodies>>20),
		thousands(o.MaxConnections) + " | connections",
		thousands(o.MaxRecords) + " | records of an array",
		thousands(o.MaxResponse) + " bytes | a response",
		thousands(o.MaxExplained) + " bytes | all responses",
		fmt.Sprintf("%d | further requests", o.Queue),
		fmt.Sprintf("%.0f s | how long a request waits", o.QueueWait.Seconds()),
		fmt.Sprintf("%.0f s | time to read the header", o.HeaderTimeout.Seconds()),
		fmt.Sprintf("%.0f s | time to read a body", o.ReadTimeout.Seconds()),
		fmt.Sprintf("%.0f s | time to write", o.WriteTimeout.Seconds()),
		fmt.Sprintf("%.0f min | how long a connection", o.IdleTimeout.Minutes()),
		fmt.Sprintf("%.0f s | time to finish", o.Grace.Seconds()),
	} {
		if !strings.Contains(string(text), "\n| "+row) {
			t.Errorf("the table has no row %q", row)
		}
	}
}
