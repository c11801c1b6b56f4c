package levenshtein

import "testing"

// TestWithoutAVX2 runs the tests of four texts in Go.
func TestWithoutAVX2(t *testing.T) {
	defer func(has bool) { hasAVX2 = has }(hasAVX2)
	hasAVX2 = false
	TestFour(t)
	TestNear(t)
}
