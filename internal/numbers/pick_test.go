package numbers

import (
	"slices"
	"testing"
)

func TestAt(t *testing.T) {
	s := []string{"a", "b", "c"}
	if got := At(s, []int{2, 0, 2}); !slices.Equal(got, []string{"c", "a", "c"}) {
		t.Errorf("found %v", got)
	}
	all := At(s, []int{0, 1, 2})
	all[0] = "x"
	if s[0] != "a" || len(At(s, nil)) != 0 {
		t.Errorf("found %v, expected a copy", s)
	}
}

func TestResized(t *testing.T) {
	s := make([]int, 2, 5)
	for _, n := range []int{0, 2, 5} {
		if got := Resized(s, n); len(got) != n || &got[:1][0] != &s[0] {
			t.Errorf("%d: found %d elements, expected the same memory", n, len(got))
		}
	}
	if got := Resized(s, 6); len(got) != 6 || &got[0] == &s[0] {
		t.Errorf("found %d elements, expected 6 in other memory", len(got))
	}
}

func TestFigure(t *testing.T) {
	for want, v := range map[string]float64{"2150": 2149.6, "0.012": .01234, "-3.1": -3.14, "0": 0} {
		digits := 3
		if want != "2150" {
			digits = 2
		}
		if got := Figure(v, digits); got != want {
			t.Errorf("%v: %s, expected %s", v, got, want)
		}
	}
}

func TestEvenly(t *testing.T) {
	list := []int{0, 1, 2, 3, 4, 5, 6}
	for n, want := range map[int][]int{3: {0, 2, 4}, 7: list, 9: list, 1: {0}} {
		if got := Evenly(list, n); !slices.Equal(got, want) {
			t.Errorf("%d: %v, expected %v", n, got, want)
		}
	}
}
