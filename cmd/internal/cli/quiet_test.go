package cli

import (
	"bytes"
	"io"
	"testing"
)

// Notes of a program are left out, however they are cut into writes.
func TestUnnoted(t *testing.T) {
	const in = "lrp: a note\nlisting\nlrp: warning: mind\nlrp: learning 3/4\nlrpx: other\n"
	const want = "listing\nlrp: warning: mind\nlrpx: other\n"
	for size := 1; size <= len(in); size++ {
		var out bytes.Buffer
		w := &unnoted{w: &out, program: "lrp"}
		for rest := []byte(in); len(rest) > 0; rest = rest[min(size, len(rest)):] {
			if n, err := w.Write(rest[:min(size, len(rest))]); err != nil || n != min(size, len(rest)) {
				t.Fatal(n, err)
			}
		}
		if out.String() != want {
			t.Fatalf("in writes of %d bytes: %q, expected %q", size, &out, want)
		}
	}
	if _, tty := Terminal(&unnoted{w: io.Discard}); tty {
		t.Error("a terminal is found, which would be asked")
	}
}
