package fileerr

import (
	"errors"
	"io"
	"strings"
	"testing"
)

func TestError(t *testing.T) {
	for _, c := range []struct {
		err  *Error
		want string
	}{
		{New("f", 3, "a", "b"), "f:3: found a, expected b"},
		{New("f", 0, "a", "b"), "f: found a, expected b"},
		{New("", 3, "a", "b"), "found a, expected b"},
		{New("a\nb", 3, "a", "b"), `"a\nb":3: found a, expected b`},
	} {
		if got := c.err.Error(); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
	if !errors.Is(&Error{Err: io.ErrUnexpectedEOF}, io.ErrUnexpectedEOF) {
		t.Error("the underlying error is lost")
	}
}

func TestQuote(t *testing.T) {
	long := Quote(strings.Repeat("é", 100))
	if len(long) > 80 || strings.Contains(long, `\x`) || !strings.HasSuffix(long, `"…`) {
		t.Errorf("a long text is quoted as %s", long)
	}
	if got := Quote("a\n\x80\x80"); got != `"a\n\x80\x80"` {
		t.Errorf("control and invalid bytes are quoted as %s", got)
	}
	Quote(strings.Repeat("\x80", 100)) // no rune starts anywhere
}

func TestCount(t *testing.T) {
	if got := Count(1, "word") + ", " + Count(int64(0), "word"); got != "1 word, 0 words" {
		t.Errorf("got %s", got)
	}
}
