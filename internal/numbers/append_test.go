package numbers

import "testing"

// TestAppend doubles the room of a list.
func TestAppend(t *testing.T) {
	var list []int
	rooms := 0
	for i := range 100_000 {
		before := cap(list)
		if list = Append(list, i); cap(list) != before {
			rooms++
		}
		if list[i] != i || len(list) != i+1 {
			t.Fatalf("found %d of %d, expected %d", list[i], len(list), i)
		}
	}
	if rooms > 15 {
		t.Errorf("found %d rooms, expected at most 15", rooms)
	}
}
