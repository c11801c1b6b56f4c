package guard_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/luna-rating/luna/internal/guard"
)

func TestRecent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := guard.Recent[int]{Max: 3, Life: time.Hour, Patience: 20 * time.Minute}
		want := func(keys string) {
			t.Helper()
			found := ""
			for _, key := range "abcdefg" {
				if _, kept := r.Get(string(key)); kept {
					found += string(key)
				}
			}
			if found != keys {
				t.Errorf("kept %s, expected %s", found, keys)
			}
		}
		add := func(key string, value int, fits bool) {
			t.Helper()
			if _, ok := r.Add(key, "", value); ok != fits {
				t.Errorf("%s: has a place %t, expected %t", key, ok, fits)
			}
			time.Sleep(time.Minute)
		}
		add("a", 1, true)
		add("b", 2, true)
		add("c", 3, true)
		if old, ok := r.Add("a", "", 9); old != 1 || !ok {
			t.Errorf("added again: %d, %t, expected the first value", old, ok)
		}
		r.Rest("b")
		r.Get("b")
		add("d", 5, true) // for b, the only one that may go
		want("acd")
		add("e", 6, false)
		r.Delete("a", 9) // which is not there
		r.Delete("c", 3)
		r.Delete("c", 3)
		want("ad")
		time.Sleep(time.Minute)
		add("e", 7, true)
		time.Sleep(19 * time.Minute)
		r.Get("a")
		time.Sleep(2 * time.Minute)
		add("f", 7, true) // for d, the first one that nobody has asked for in a while
		want("aef")
		time.Sleep(34 * time.Minute) // a's hour is over
		want("ef")
		add("g", 9, true)
		want("efg")
	})
}

// TestRecentByShare has a few addresses take all places, again and again. Visitors find one, and
// what they have stays theirs.
func TestRecentByShare(t *testing.T) {
	kinds := map[string]func(n int) string{
		"IPv4 addresses":   func(n int) string { return fmt.Sprintf("192.0.2.%d", n) },
		"/64s of one /48":  func(n int) string { return fmt.Sprintf("2001:db8:1:%x::/64", n) },
		"/64s of two /48s": func(n int) string { return fmt.Sprintf("2001:db8:%d:%x::/64", n%2, n) },
		"/48s":             func(n int) string { return fmt.Sprintf("2001:db8:%x:1::/64", n) },
		"players by name":  func(n int) string { return fmt.Sprint("player ", n) },
	}
	for kind, address := range kinds {
		for _, n := range []int{1, 2, 7, 16, 40} {
			r := guard.Recent[int]{Max: 100, Patience: time.Hour}
			flood := func(from int) {
				for i := range 150 {
					r.Add(fmt.Sprint("flood ", from, i), address(i%n), 1)
				}
			}
			flood(0)
			for i := range 30 {
				visitor, client := fmt.Sprint("visitor ", i), fmt.Sprintf("198.51.100.%d", i)
				if _, ok := r.Add(visitor, client, i); !ok {
					t.Fatalf("%d %s: visitor %d finds no place", n, kind, i)
				}
				flood(i + 1)
			}
			for i := range 30 {
				if _, ok := r.Get(fmt.Sprint("visitor ", i)); !ok {
					t.Errorf("%d %s: visitor %d has lost a place", n, kind, i)
				}
			}
		}
	}
}

// TestRecentOfOneClient has a client begin more than there are places for: its own oldest one ends.
func TestRecentOfOneClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := guard.Recent[int]{Max: 3, Patience: time.Hour}
		for i, client := range []string{"a", "b", "a", "a"} {
			r.Add(fmt.Sprint(i), client, i)
			time.Sleep(time.Second)
		}
		for i, want := range []bool{false, true, true, true} {
			if _, ok := r.Get(fmt.Sprint(i)); ok != want {
				t.Errorf("value %d is kept: %t, expected %t", i, ok, want)
			}
		}
		if _, ok := r.Add("4", "c", 4); !ok { // in place of one of a's two
			t.Error("another client finds no place")
		}
		if _, ok := r.Add("5", "d", 5); ok {
			t.Error("a client takes the only place of another one")
		}
	})
}
