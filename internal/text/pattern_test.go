package text

import "testing"

// TestPattern checks that a pattern is compiled when it is first used, and once.
func TestPattern(t *testing.T) {
	damaged := Pattern("(")
	defer func() {
		if recover() == nil {
			t.Error("a damaged pattern was used")
		}
	}()
	digits := Pattern("^[0-9]+$")
	if first := digits(); !first.MatchString("12") || first != digits() {
		t.Error("the pattern was compiled twice, or differs")
	}
	damaged()
}
