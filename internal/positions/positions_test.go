package positions

import (
	"fmt"
	"strings"
	"testing"
)

func TestLine(t *testing.T) {
	toml := []byte("name = 'x'\n[[stage]]\nkeep = 4\n[[stage]]\n sets = ['a',\n  'b']\n[clock]\n")
	json := []byte("{\"name\": \"x\",\n\"stage\": [{\"keep\": 4},\n {\"sets\": [\"a\",\n  \"b\"]}]}")
	for _, c := range []struct {
		document []byte
		at       map[string]int
		path     string
		want     string
	}{
		{toml, TOML(toml), "name", "1:1"},
		{toml, TOML(toml), "stage[0].keep", "3:1"},
		{toml, TOML(toml), "stage[1].sets[1]", "6:3"},
		{toml, TOML(toml), "stage[1].how", "4:3"}, // not there: the table it would be in
		{toml, TOML(toml), "clock.minutes", "7:2"},
		{toml, TOML(toml), "prize", "0:0"},
		{json, JSON(json), "stage[0].keep", "2:12"},
		{json, JSON(json), "stage[1].sets[1]", "4:3"},
	} {
		line, column := Line(c.document, c.at, c.path)
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
		"json":        `{"` + long + `":{` + strings.TrimSuffix(many(`"b%d":1,`), ",") + "}}",
	} {
		for what, at := range map[string]map[string]int{
			"toml": TOML([]byte(text)), "json": JSON([]byte(text)),
		} {
			size := 0
			for path := range at {
				size += len(path)
			}
			if size > maxPaths {
				t.Errorf("%s as %s: the paths take %d bytes", name, what, size)
			}
		}
	}
}
