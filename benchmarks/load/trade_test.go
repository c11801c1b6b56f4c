package main

import (
	"path/filepath"
	"testing"

	"github.com/luna-rating/luna/benchmarks/internal/process"
	"github.com/luna-rating/luna/internal/suite"
)

// TestTrade has a few people play against a server that is killed. play returns what was lost as an
// error.
func TestTrade(t *testing.T) {
	suite.Slow(t, "builds the server")
	dir := t.TempDir()
	program, err := process.Program(t.Context(), dir, "luna", "")
	if err != nil {
		t.Fatal(err)
	}
	r, err := (&tradePlan{games: 3, seconds: 8, kills: 2}).play(t.Context(), program,
		filepath.Join(dir, "luna.db"))
	if err != nil {
		t.Fatal(err)
	}
	if r.bets == 0 || r.messages < r.bets || r.trades.Count() == 0 {
		t.Errorf("found %d trades and %d messages, of which %d were measured", r.bets, r.messages,
			r.trades.Count())
	}
}
