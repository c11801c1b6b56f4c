package wordsim

import (
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	pairs, err := Read(strings.NewReader("# comment\ngem\tjewel\t3.94\n"), "f")
	if err != nil || len(pairs) != 1 || pairs[0] != (Pair{"gem", "jewel", 3.94}) {
		t.Errorf("%v, %v", pairs, err)
	}
	for _, bad := range []string{"gem\tjewel", "gem\tjewel\tx", "a\tb\tNaN"} {
		if _, err := Read(strings.NewReader(bad), "f"); err == nil ||
			!strings.HasPrefix(err.Error(), "f:1: ") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
