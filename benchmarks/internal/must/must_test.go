package must

import (
	"errors"
	"io"
	"testing"
)

// TestCatch ends a function at its first error, and lets other panics pass.
func TestCatch(t *testing.T) {
	attempt := func(end error) (n int, err error) {
		defer Catch(&err)
		n = Get(1, nil)
		a, b := Get2(2, 3, end)
		return n + a + b, nil
	}
	if n, err := attempt(nil); n != 6 || err != nil {
		t.Errorf("without an error: %d, %v", n, err)
	}
	if n, err := attempt(io.EOF); n != 1 || !errors.Is(err, io.EOF) {
		t.Errorf("with one: %d, %v", n, err)
	}
	defer func() {
		if recover() != "another" {
			t.Error("another panic was caught")
		}
	}()
	func() (err error) {
		defer Catch(&err)
		panic("another")
	}()
}
