package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// TestPlayWithoutAServer checks that a player who waits for a server is told how to have one.
// testdata/script/mistakes.txtar has further mistakes.
func TestPlayWithoutAServer(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	const want = "refused; 'luna serve --db FILE' starts a server, and --server names another one\n"
	stderr := &watched{text: want, then: interrupt}
	status := run(ctx, []string{"play", "--server", "http://127.0.0.1:1", "--games", "1"},
		strings.NewReader(""), &bytes.Buffer{}, stderr)
	if status != 1 || !strings.Contains(stderr.String(), want) {
		t.Errorf("status %d, stderr %q, want 1 and %q", status, stderr.String(), want)
	}
}
