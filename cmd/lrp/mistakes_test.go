package main

import (
	"bytes"
	"net"
	"path/filepath"
	"strings"
	"testing"
)

// TestPortInUse checks that the message names another way. testdata/script/mistakes.txtar has
// further mistakes.
func TestPortInUse(t *testing.T) {
	model := filepath.Join(t.TempDir(), "m.lrp")
	var out, stderr bytes.Buffer
	train := []string{"train", "-m", model, "--approach", "CBG", "sample-mohler"}
	if status := run(t.Context(), train, nil, &out, &stderr); status != 0 {
		t.Fatal(stderr.String())
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	stderr.Reset()
	status := run(t.Context(), []string{"serve", "-m", model, "--addr", l.Addr().String()}, nil,
		&out, &stderr)
	const want = "in use; --addr chooses another address, and port 0 any free port\n"
	if status != 1 || !strings.HasSuffix(stderr.String(), want) {
		t.Errorf("status %d, stderr %q, want 1 and %q at its end", status, &stderr, want)
	}
}
