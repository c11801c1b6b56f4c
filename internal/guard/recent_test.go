package guard_test

import (
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/guard"
)

func TestRecent(t *testing.T) {
	now := time.Date(2016, 2, 18, 12, 0, 0, 0, time.UTC)
	r := guard.Recent[int]{Max: 3, Life: time.Hour, MayGo: func(x int) bool { return x%2 == 0 }}
	want := func(keys string) {
		t.Helper()
		for _, key := range "abcdef" {
			_, kept := r.Get(string(key))
			expected := false
			for _, k := range keys {
				expected = expected || k == key
			}
			if kept != expected {
				t.Errorf("%c: kept %t, expected %t", key, kept, expected)
			}
		}
	}
	add := func(key string, value int, fits bool) {
		t.Helper()
		if _, ok := r.Add(key, value, now); ok != fits {
			t.Errorf("%s: has a place %t, expected %t", key, ok, fits)
		}
		now = now.Add(time.Minute)
	}
	add("a", 1, true)
	add("b", 2, true)
	add("c", 3, true)
	if old, ok := r.Add("a", 9, now); old != 1 || !ok {
		t.Errorf("added again: %d, %t, expected the first value", old, ok)
	}
	add("d", 5, true) // for b, the oldest that may go
	want("acd")
	add("e", 6, false)
	r.Delete("a", 9) // which is not there
	r.Delete("c", 3)
	r.Delete("c", 3)
	want("ad")
	add("e", 6, true)
	now = now.Add(56 * time.Minute) // a's hour is over
	add("f", 7, true)
	want("def")
}
