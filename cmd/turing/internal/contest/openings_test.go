package contest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// rude is an entry that answers the judge's first line by "Hi", without the opening.
const rude = `lpp: f() { until ls "$1" | grep -q "Return.judge"; do sleep 0.01; done; ` +
	`mkdir "$1/0000000001.H.other" "$1/0000000002.i.other" "$1/0000000003.Return.other"; ` +
	`sleep 600; }; f`

// TestOpenings holds a contest by the rules of 2004 in which an entry and a confederate do not
// begin as they should. The results name them, with the judge and the line of the log, and nobody
// else.
func TestOpenings(t *testing.T) {
	suite.Slow(t, "holds a contest")
	t.Parallel()
	setup := described("2004", 1, "eliza", rude)
	setup = strings.Replace(setup, "[screening]", "[clock]\nwait = 0.001\n[screening]", 1)
	setup = strings.Replace(setup, `by = "script"`, `by = "person"`, 1) // who does not come
	dir := describe(t, setup)
	x, err := Run(t.Context(), dir, Options{Progress: t.Output()})
	if err != nil {
		t.Fatal(err)
	}
	want := make(map[string]bool)
	for i := range 4 {
		want[fmt.Sprintf("Entry 2 (program) with Judge %d: found \"Hi\"", i+1)] = true
	}
	for _, p := range x.Comparisons {
		if p.Confederate == "C1" {
			want[fmt.Sprintf("Confederate 1 (confederate) with %s: found nothing",
				x.nameOf(p.Judge))] = true
		}
	}
	page, data := read(t, dir, "results.html"), read(t, dir, "results.json")
	var text bytes.Buffer
	if err := x.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	var written Results
	if err := json.Unmarshal([]byte(data), &written); err != nil {
		t.Fatal(err)
	}
	if len(x.Breaches) != len(want) || len(written.Breaches) != len(want) {
		t.Errorf("%d breaches, %d written, expected %d", len(x.Breaches), len(written.Breaches),
			len(want))
	}
	const form = "Hello, my name is X and I am the human"
	for _, b := range x.Breaches {
		found, expected, _ := strings.Cut(b.Problem, ", expected ")
		key := fmt.Sprintf("%s (%s) with %s: %s", b.Who, b.Part, b.Judge, found)
		if !want[key] || expected != fmt.Sprintf("%q", form) {
			t.Errorf("%s: %s", key, b.Problem)
		}
		delete(want, key)
		lines := strings.Split(read(t, dir, b.Log), "\n")
		if b.Line < 1 || b.Line > len(lines) ||
			strings.Contains(found, "Hi") && !strings.Contains(lines[b.Line-1], "H") {
			t.Errorf("%s: line %d of %s is not that of the utterance", key, b.Line, b.Log)
		}
		where := fmt.Sprintf("%s:%d", b.Log, b.Line)
		if !strings.Contains(page, where) || !strings.Contains(text.String(), b.String()) ||
			!strings.Contains(b.String(), where) {
			t.Errorf("%s: the page or the text does not name %s", key, where)
		}
	}
	if len(want) > 0 {
		t.Errorf("not found: %v", want)
	}
}
