package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestTradeFlags starts luna serve with flags of Turing Trade that cannot be used.
func TestTradeFlags(t *testing.T) {
	db := filepath.Join(t.TempDir(), "luna.db")
	for _, c := range []struct{ flags, want string }{
		{"--games chess", `--games has "chess"`},
		{"--games luna,luna", `--games has "luna"`},
		{"--games trade --trade-target oracle", `found the kind "oracle"`},
		{"--trade-target simple --trade-target simple", "such as simple2=SPEC"},
		{"--trade-seconds 0", "--trade-seconds is 0"},
		{"--trade-patience -1s", "--trade-patience is -1s"},
		{"--trade-bettors 4", "--trade-bettors is 4"},
		{"--trade-games 0", "--trade-games is 0"},
	} {
		args := append([]string{"serve", "--db", db, "--addr", "127.0.0.1:0"},
			strings.Fields(c.flags)...)
		text, err := exec.Command("luna", args...).CombinedOutput()
		if err == nil || !strings.Contains(string(text), c.want) {
			t.Errorf("%s: %v: found %q, expected %q", c.flags, err, text, c.want)
		}
	}
}
