package embed

import (
	"context"
	"errors"
	"maps"
	"slices"
	"testing"
)

// lengths encodes a text by its length, and fails for one text. It says that vectors are so large
// that none are kept without need.
type lengths struct{ calls *[]int }

func (lengths) Identity() Identity { return Identity{Name: "lengths", Dim: idleBytes / 4} }

func (e lengths) Encode(_ context.Context, texts []string) ([][]float32, error) {
	*e.calls = append(*e.calls, len(texts))
	list := make([][]float32, len(texts))
	for i, s := range texts {
		if s == "bad" {
			return nil, errors.New("found a bad text")
		}
		list[i] = []float32{float32(len(s))}
	}
	return list, nil
}

func TestLend(t *testing.T) {
	var calls []int
	m := Remember(lengths{&calls})
	known := func(want ...string) {
		t.Helper()
		if got := slices.Collect(maps.Keys(maps.Collect(m.All()))); len(got) != len(want) {
			t.Errorf("found %q in memory, expected %q", got, want)
		}
	}
	lend := func(texts ...string) func() {
		t.Helper()
		release, err := m.Lend(t.Context(), texts...)
		if err != nil {
			t.Fatal(err)
		}
		return release
	}
	if err := m.Add(t.Context(), "kept"); err != nil {
		t.Fatal(err)
	}
	first, second := lend("kept", "a", "b"), lend("b", "c")
	known("kept", "a", "b", "c")
	first()
	known("kept", "b", "c")
	if err := m.Add(t.Context(), "c"); err != nil {
		t.Fatal(err)
	}
	second()
	known("kept", "c")
	if want := []int{1, 2, 1}; !slices.Equal(calls, want) {
		t.Errorf("found calls with %v texts, expected %v", calls, want)
	}
	if _, err := m.Lend(t.Context(), "d", "bad"); err == nil {
		t.Error("lent a text that cannot be encoded")
	}
	known("kept", "c")
}
