//go:build unix

package httpx

import (
	"net"
	"os"
	"path/filepath"
	"testing"
)

func TestListenOnAStaleSocket(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	first, err := Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	if l, err := Listen("unix", path); err == nil {
		l.Close()
		t.Error("two servers listen on a socket")
	}
	first.(*net.UnixListener).SetUnlinkOnClose(false) // as if the server were killed
	first.Close()
	second, err := Listen("unix", path)
	if err != nil {
		t.Fatalf("a stale socket: %v", err)
	}
	second.Close()
	if err := os.WriteFile(path, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Listen("unix", path); err == nil {
		t.Error("a file was taken for a socket")
	}
	if text, err := os.ReadFile(path); string(text) != "text" {
		t.Errorf("the file has become %q, %v", text, err)
	}
}
