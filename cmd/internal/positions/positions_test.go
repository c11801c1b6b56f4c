package positions

import (
	"fmt"
	"strings"
	"testing"
)

func TestLine(t *testing.T) {
	toml := []byte("name = 'x'\n[[stage]]\nkeep = 4\n[[stage]]\n sets = ['a',\n  'b']\n[clock]\n")
	for _, c := range []struct {
		path string
		want string
	}{
		{"name", "1:1"},
		{"stage[0].keep", "3:1"},
		{"stage[1].sets[1]", "6:3"},
		{"stage[1].how", "4:3"}, // not there: the table it would be in
		{"clock.minutes", "7:2"},
		{"prize", "0:0"},
	} {
		line, column := Line(toml, TOML(toml), c.path)
		if got := fmt.Sprintf("%d:%d", line, column); got != c.want {
			t.Errorf("%s is at %s, want %s", c.path, got, c.want)
		}
	}
}

// The paths of deep and long keys do not take much memory.
func TestHostileKeys(t *testing.T) {
	const n = 16 << 10
	long := strings.Repeat("k", n)
	many := func(format string) string {
		var b strings.Builder
		for i := 0; b.Len() < 2*n; i++ {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	for name, text := range map[string]string{
		"deep key":    strings.Repeat("a.", n) + "a=1",
		"deep array":  "a=" + strings.Repeat("[", n) + strings.Repeat("]", n),
		"deep table":  "a=" + strings.Repeat("{a=", n/4) + "1" + strings.Repeat("}", n/4),
		"long table":  "[" + long + "]\n" + many("b%d=1\n"),
		"deep tables": many("[" + strings.Repeat("a.", 500) + "b%d]\n"),
	} {
		size := 0
		for path := range TOML([]byte(text)) {
			size += len(path)
		}
		if size > maxPaths {
			t.Errorf("%s: the paths take %d bytes", name, size)
		}
	}
}
