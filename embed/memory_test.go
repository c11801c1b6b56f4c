package embed

import (
	"context"
	"errors"
	"slices"
	"testing"
)

// lengths encodes a text by its length, and fails for one text. Its vectors are said to be so
// large that no others than the last are kept.
type lengths struct{ calls *[]int }

func (lengths) Identity() Identity { return Identity{Name: "lengths", Dim: lentBytes / 4} }

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
	lend := func(want []string, texts ...string) {
		t.Helper()
		if err := m.Lend(t.Context(), texts...); err != nil {
			t.Fatal(err)
		}
		if got, _ := m.All(); !slices.Equal(got, want) {
			t.Errorf("found %q in memory, expected %q", got, want)
		}
	}
	if err := m.Add(t.Context(), "kept"); err != nil {
		t.Fatal(err)
	}
	lend([]string{"a", "b", "kept"}, "kept", "a", "b")
	if err := m.Add(t.Context(), "a"); err != nil {
		t.Fatal(err)
	}
	lend([]string{"a", "c", "kept"}, "c")
	if want := []int{1, 2, 1}; !slices.Equal(calls, want) {
		t.Errorf("found calls with %v texts, expected %v", calls, want)
	}
	// What is lent again is neither encoded again nor kept for good.
	calls = nil
	lend([]string{"a", "kept", "x", "y"}, "x", "y")
	lend([]string{"a", "kept", "x", "z"}, "x", "z")
	lend([]string{"a", "kept", "w"}, "w")
	if want := []int{2, 1, 1}; !slices.Equal(calls, want) {
		t.Errorf("found calls with %v texts, expected %v", calls, want)
	}
	if err := m.Lend(t.Context(), "d", "bad"); err == nil {
		t.Error("lent a text that cannot be encoded")
	}
}
