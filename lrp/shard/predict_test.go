package shard

import (
	"bufio"
	"io"
	"strings"
	"testing"
)

// TestShares divides texts into ranges of bytes, of files that can be read anywhere and others, and
// compares what belongs to each range with the lines that begin in it.
func TestShares(t *testing.T) {
	for _, text := range []string{"", "a", "a\n", "\n\n", "ab\r\n\ncd\ne", strings.Repeat("x", 9000) + "\ny"} {
		for _, open := range []opener{
			{open: func() io.ReadCloser {
				in := strings.NewReader(text)
				return struct {
					io.Reader
					io.ReaderAt
					io.Closer
				}{in, in, io.NopCloser(in)}
			}},
			{open: func() io.ReadCloser { return io.NopCloser(strings.NewReader(text)) }},
		} {
			for high := range int64(min(20, len(text)) + 1) {
				for low := range high {
					if got, want := lines(t, &share{from: open, low: low, high: high}), beginning(text, low, high); got != want {
						t.Fatalf("%.20q from %d to %d: %q, expected %q", text, low, high, got, want)
					}
				}
			}
		}
	}
}

// opener opens files that it knows nothing about.
type opener struct {
	Local
	open func() io.ReadCloser
}

func (o opener) Open(string) (io.ReadCloser, error) { return o.open(), nil }

// lines returns the lines of a share.
func lines(t *testing.T, s *share) string {
	t.Helper()
	var err error
	if s.file, err = s.from.Open(""); err != nil {
		t.Fatal(err)
	}
	in, err := s.lines(bufio.NewReader(s.file))
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	return string(got)
}

// beginning returns the lines of a text that begin in a range of bytes.
func beginning(text string, low, high int64) (list string) {
	at := int64(0)
	for line := range strings.Lines(text) {
		if low <= at && at < high {
			list += line
		}
		at += int64(len(line))
	}
	return list
}
