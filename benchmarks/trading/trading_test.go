package main

import (
	"path/filepath"
	"testing"

	"github.com/luna-rating/luna/benchmarks/internal/process"
	"github.com/luna-rating/luna/internal/suite"
)

// TestPlay has a few people play against a server that is killed. play returns what was lost as an
// error.
func TestPlay(t *testing.T) {
	suite.Slow(t, "builds the server")
	dir := t.TempDir()
	program, err := process.Program(t.Context(), dir, "luna", "")
	if err != nil {
		t.Fatal(err)
	}
	r, err := play(t.Context(), program, filepath.Join(dir, "luna.db"),
		plan{games: 3, seconds: 8, kills: 2})
	if err != nil {
		t.Fatal(err)
	}
	if r.trades == 0 || r.messages < r.trades || r.match.trades.Count() == 0 {
		t.Errorf("found %d trades and %d messages, of which %d were measured", r.trades, r.messages,
			r.match.trades.Count())
	}
}
