package parallel

import (
	"runtime/debug"
	"testing"
)

func TestSave(t *testing.T) {
	percent := func() int {
		p := debug.SetGCPercent(100)
		debug.SetGCPercent(p)
		return p
	}
	before := percent()
	t.Setenv("GOGC", "")
	for _, n := range []int{many, many + 1} {
		end := SaveMemory(n)
		if now := percent(); (now == often) != (n > many) {
			t.Errorf("%d respondents: garbage is collected after %d%%", n, now)
		}
		if end(); percent() != before {
			t.Errorf("%d respondents: garbage is collected after %d%% in the end, expected %d%%", n,
				percent(), before)
		}
	}
	t.Setenv("GOGC", "50")
	if SaveMemory(many + 1); percent() != before {
		t.Error("what the user has chosen was changed")
	}
}
