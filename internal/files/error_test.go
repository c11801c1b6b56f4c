package files

import (
	"errors"
	"io"
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
