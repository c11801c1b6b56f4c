package datasets

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestFoldsPartition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 60).Draw(t, "n")
		k := rapid.IntRange(2, n).Draw(t, "k")
		seed := rapid.Uint64().Draw(t, "seed")
		repetition := rapid.IntRange(0, 5).Draw(t, "repetition")
		p, err := Folds(n, k, seed, repetition)
		if err != nil {
			t.Fatal(err)
		}
		if len(p) != k {
			t.Fatalf("%d folds, want %d", len(p), k)
		}
		tested := make([]int, n)
		for i, test := range p {
			if len(test) != n/k && len(test) != n/k+1 {
				t.Fatalf("fold %d has %d of %d respondents", i, len(test), n)
			}
			for _, r := range test {
				tested[r]++
			}
			s := p.Split(i)
			if !slices.IsSorted(s.Train) || !slices.IsSorted(s.Test) {
				t.Fatalf("fold %d is not ascending: %v", i, s)
			}
			for r, v := range slices.Sorted(slices.Values(slices.Concat(s.Train, s.Test))) {
				if r != v {
					t.Fatalf("fold %d is no partition of 0..%d: %v", i, n-1, s)
				}
			}
			if len(s.Train)+len(s.Test) != n {
				t.Fatalf("fold %d has %d and %d of %d", i, len(s.Train), len(s.Test), n)
			}
		}
		for r, times := range tested {
			if times != 1 {
				t.Fatalf("respondent %d is tested %d times", r, times)
			}
		}
		again, err := Folds(n, k, seed, repetition)
		if err != nil || !reflect.DeepEqual(p, again) {
			t.Fatal("drawn twice, the folds differ")
		}
	})
}

func TestFoldsDiffer(t *testing.T) {
	draw := func(seed uint64, repetition int) Partition {
		p, err := Folds(50, 10, seed, repetition)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	if reflect.DeepEqual(draw(1, 0), draw(1, 1)) {
		t.Error("two repetitions are the same")
	}
	if reflect.DeepEqual(draw(1, 0), draw(2, 0)) {
		t.Error("two seeds give the same folds")
	}
}

func TestFoldsErrors(t *testing.T) {
	for _, c := range []struct{ n, k, repetition int }{
		{1, 1, 0}, {0, 2, 0}, {5, 1, 0}, {5, 0, 0}, {5, -2, 0}, {5, 6, 0}, {5, 2, -1},
	} {
		if _, err := Folds(c.n, c.k, 1, c.repetition); err == nil {
			t.Errorf("Folds(%d, %d, 1, %d) gives no error", c.n, c.k, c.repetition)
		}
	}
}

func TestNested(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 60).Draw(t, "n")
		seed := rapid.Uint64().Draw(t, "seed")
		trial := rapid.IntRange(0, 5).Draw(t, "trial")
		splitter, err := NewSplitter(n, 0.8, seed)
		if err != nil {
			t.Fatal(err)
		}
		split := splitter.Split(trial)
		var smaller []int
		for m := range len(split.Train) + 3 {
			part := split.Nested(m, seed, trial)
			if len(part) != min(m, len(split.Train)) || !slices.IsSorted(part) {
				t.Fatalf("%d of %v: %v", m, split.Train, part)
			}
			within := func(part, whole []int) bool {
				return !slices.ContainsFunc(part,
					func(r int) bool { return !slices.Contains(whole, r) })
			}
			if !within(part, split.Train) || !within(smaller, part) {
				t.Fatalf("%v and %v of %v are not nested", smaller, part, split.Train)
			}
			smaller = part
		}
		if !slices.Equal(smaller, split.Train) {
			t.Fatalf("the largest part is %v, want %v", smaller, split.Train)
		}
	})
}

// Subsets are drawn uniformly: each of 40 respondents is in 500 of 2000 subsets of 10, with a
// standard deviation of 19.
func TestNestedEven(t *testing.T) {
	split := Split{Train: make([]int, 40)}
	for i := range split.Train {
		split.Train[i] = i
	}
	times := make([]int, 40)
	for trial := range 2000 {
		for _, r := range split.Nested(10, 3, trial) {
			times[r]++
		}
	}
	for r, n := range times {
		if n < 400 || n > 600 {
			t.Errorf("respondent %d is in %d parts of 2000, want about 500", r, n)
		}
	}
}
