package loebner

import (
	"slices"
	"testing"
)

func TestNamesAreListedOnce(t *testing.T) {
	names := []string{"J10", "J1a", "J2", "A01", "A1", "J10", "A01", "J1a", "J", "J2", "A1", "J"}
	want := []string{"A01", "A1", "J", "J2", "J10", "J1a"}
	for range names {
		names = append(names[1:], names[0])
		got := distinct(names, func(s string) string { return s })
		if !slices.Equal(got, want) {
			t.Fatalf("of %q: found %q, expected %q", names, got, want)
		}
	}
}
