package files

import (
	"fmt"
	"io"
	"os"
)

// Read reads a file of at most max bytes. It reads no further, so that a device or a pipe that
// never ends does not fill the memory. Expected says what should be in it.
func Read(path string, max int64, expected string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadAll(f, path, max, expected)
}

// ReadAll is [Read] for a reader. The path is for errors.
func ReadAll(r io.Reader, path string, max int64, expected string) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(r, max+1))
	if err == nil && int64(len(content)) > max {
		err = New(path, 0, fmt.Sprintf("more than %d bytes", max), expected)
	}
	return content, err
}
