package files

import (
	"bufio"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// scan returns all lines, with the error that ended them.
func scan(s *Scanner) (all []string, err error) {
	for s.Scan() {
		all = append(all, s.Text())
	}
	return all, s.Err()
}

func TestScanner(t *testing.T) {
	long := strings.Repeat("x", 200<<10) // beyond the buffer
	for in, want := range map[string][]string{
		"":                        nil,
		"\r":                      {""},
		"\n":                      {""},
		ByteOrderMark:             {""},
		"a" + ByteOrderMark:       {"a" + ByteOrderMark},
		ByteOrderMark + "a\r\n\n": {"a", ""},
		"a\n" + long + "\nlast\r": {"a", long, "last"},
	} {
		s := NewScanner(strings.NewReader(in), "f", 1<<20)
		got, err := scan(s)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%.20q: lines %.20q, error %v; want %.20q", in, got, err, want)
		}
		if s.Line() != len(want) {
			t.Errorf("%.20q: line %d after the last one, want %d", in, s.Line(), len(want))
		}
	}
}

func TestErrors(t *testing.T) {
	broken := errors.New("disk\non fire")
	for _, c := range []struct {
		in   io.Reader
		want string
	}{
		{strings.NewReader("a\n123456\n"),
			"f:2: found a line of more than 5 bytes, expected shorter lines"},
		{strings.NewReader("a\nb\x00\n"),
			"f:2: found a NUL byte (a binary or damaged file), expected UTF-8 text"},
		{io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(broken)),
			`f:2: found an error while reading, expected text: "disk\non fire"`},
	} {
		content, err := io.ReadAll(c.in)
		again := func() io.Reader {
			if err != nil {
				return io.MultiReader(strings.NewReader(string(content)), iotest.ErrReader(err))
			}
			return strings.NewReader(string(content))
		}
		_, got := scan(NewScanner(again(), "f", 5))
		if _, ok := errors.AsType[*Error](got); !ok || got.Error() != c.want {
			t.Errorf("error %v (%T), want %s", got, got, c.want)
		}
		if errors.Is(err, broken) != errors.Is(got, broken) {
			t.Errorf("error %v wraps the cause: %v", got, errors.Is(got, broken))
		}
	}
}

// TestReaderSkips reads on after lines that are too long.
func TestReaderSkips(t *testing.T) {
	long := strings.Repeat("x", 200<<10)
	for _, c := range []struct {
		in   string
		want []string // a line over the limit is LONG
	}{
		{"a\n" + long + "\nb", []string{"a", "LONG", "b"}},
		{"a\n123456\nb\n", []string{"a", "LONG", "b"}},
		{"1234\n12345\n12345", []string{"1234", "LONG", "12345"}},
		{long, []string{"LONG"}},
	} {
		r := NewLineReader(strings.NewReader(c.in), 5)
		var got []string
		for {
			line, err := r.Read()
			if err == bufio.ErrTooLong {
				line = []byte("LONG")
				if err = r.Skip(); err != nil {
					t.Fatal(err)
				}
			}
			if line != nil {
				got = append(got, string(line))
			}
			if err == io.EOF {
				break
			}
		}
		if !slices.Equal(got, c.want) || r.Line() != len(c.want) {
			t.Errorf("%.20q: %d lines %q, want %q", c.in, r.Line(), got, c.want)
		}
	}
	r := NewLineReader(io.MultiReader(strings.NewReader(long),
		iotest.ErrReader(io.ErrUnexpectedEOF)), 5)
	if _, err := r.Read(); err != bufio.ErrTooLong {
		t.Errorf("error %v, want bufio.ErrTooLong", err)
	}
	if err := r.Skip(); err != io.ErrUnexpectedEOF {
		t.Errorf("Skip returns %v, want the input's error", err)
	}
}
