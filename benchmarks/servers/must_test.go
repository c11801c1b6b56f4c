package main

import (
	"errors"
	"io"
	"testing"
)

// TestCatch ends a function at its first error, and lets other panics pass.
func TestCatch(t *testing.T) {
	attempt := func(end error) (n int, err error) {
		defer catch(&err)
		return get(1, nil) + get(2, end), nil
	}
	if n, err := attempt(nil); n != 3 || err != nil {
		t.Errorf("without an error: %d, %v", n, err)
	}
	if n, err := attempt(io.EOF); n != 0 || !errors.Is(err, io.EOF) {
		t.Errorf("with one: %d, %v", n, err)
	}
	defer func() {
		if recover() != "another" {
			t.Error("another panic was caught")
		}
	}()
	func() (err error) {
		defer catch(&err)
		panic("another")
	}()
}
