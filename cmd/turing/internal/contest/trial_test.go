package contest

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestTrials tests entries that answer, that do not, that end at once and that are started by hand.
func TestTrials(t *testing.T) {
	t.Parallel()
	dir := describe(t, described("2010", 1, "eliza", "lpp: sleep 600 #", "lpp: echo broken >&2; exit 3 #", "lpp"))
	list, err := Test(t.Context(), dir, Options{Speed: 100})
	if err != nil || len(list) != 4 {
		t.Fatal(list, err)
	}
	if x := list[0]; !x.OK() || x.First <= 0 || x.Pace <= 0 {
		t.Errorf("an entry that answers: %+v", x)
	}
	if x := list[1]; x.OK() || !x.Started || x.Answers ||
		!strings.Contains(x.line(), "did not end a line in time") {
		t.Errorf("one that is silent: %+v", x)
	}
	if x := list[2]; x.OK() || x.Started || !slices.ContainsFunc(x.Faults, func(s string) bool {
		return strings.Contains(s, `exit status 3 (it said "broken")`)
	}) {
		t.Errorf("one that ends: %+v", x)
	}
	if x := list[3]; !x.OK() || !x.ByHand {
		t.Errorf("one started by hand: %+v", x)
	}
	if names, _ := os.ReadDir(dir); len(names) != 1 {
		t.Errorf("the test left something in the folder of the contest: %v", names)
	}
}

// TestUntilTest checks that the organiser can look at the test before the contest goes on, and that
// it takes place once.
func TestUntilTest(t *testing.T) {
	t.Parallel()
	dir := describe(t, described("2010", 1, "fixed:Yes"))
	for i := range 2 {
		var notes told
		_, err := Run(t.Context(), dir, Options{Until: UntilTest, Progress: &notes})
		if !errors.Is(err, ErrPaused) || strings.Contains(notes.String(), "testing 1 entry") != (i == 0) {
			t.Errorf("run %d: %v\n%s", i+1, err, notes.String())
		}
	}
	if exists(filepath.Join(dir, "rounds")) {
		t.Error("a round was held")
	}
}
