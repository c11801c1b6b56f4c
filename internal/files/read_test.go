package files

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(path, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := Read(path, 5, "five digits"); string(text) != "12345" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	_, err := Read(path, 4, "four digits")
	if err == nil || !strings.HasSuffix(err.Error(), "found more than 4 bytes, expected four digits") {
		t.Errorf("a file that is too long: %v", err)
	}
	if _, err := Read(path+"x", 4, ""); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}
