package datasets

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestSplitsPartition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 60).Draw(t, "n")
		fraction := rapid.Float64Range(0.001, 0.999).Draw(t, "fraction")
		trials := rapid.IntRange(1, 8).Draw(t, "trials")
		seed := rapid.Uint64().Draw(t, "seed")
		splits, err := Splits(n, fraction, trials, seed)
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range splits {
			if !slices.IsSorted(s.Train) || !slices.IsSorted(s.Test) {
				t.Fatalf("trial %d is not ascending: %v", i, s)
			}
			all := slices.Sorted(slices.Values(slices.Concat(s.Train, s.Test)))
			for k, v := range all {
				if k != v {
					t.Fatalf("trial %d is no partition of 0..%d: %v", i, n-1, s)
				}
			}
			if len(all) != n || len(s.Train) == 0 || len(s.Test) == 0 {
				t.Fatalf("trial %d has %d and %d of %d", i, len(s.Train), len(s.Test), n)
			}
			if want := fraction * float64(n); math.Abs(float64(len(s.Train))-want) > 1.5 {
				t.Fatalf("trial %d trains on %d, want about %v", i, len(s.Train), want)
			}
		}
		more, err := Splits(n, fraction, trials+3, seed)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(splits, more[:trials]) {
			t.Fatal("a trial depends on the number of trials")
		}
	})
}

func TestSplitsDiffer(t *testing.T) {
	one, err := Splits(50, 0.8, 20, 1)
	if err != nil {
		t.Fatal(err)
	}
	two, err := Splits(50, 0.8, 20, 2)
	if err != nil {
		t.Fatal(err)
	}
	all := append(one, two...)
	for i := range all {
		for j := range i {
			if reflect.DeepEqual(all[i], all[j]) {
				t.Errorf("draws %d and %d are the same", i, j)
			}
		}
	}
}

// Respondents are tested equally often: with 1 of 5 in the test set, 5000 trials test each
// 1000 times, with a standard deviation of 28.
func TestSplitsEven(t *testing.T) {
	splits, err := Splits(5, 0.8, 5000, 3)
	if err != nil {
		t.Fatal(err)
	}
	var tested [5]int
	for _, s := range splits {
		tested[s.Test[0]]++
	}
	for i, n := range tested {
		if n < 850 || n > 1150 {
			t.Errorf("respondent %d tested %d times of 5000, want about 1000", i, n)
		}
	}
}

func TestTrainSize(t *testing.T) {
	for _, c := range []struct {
		n        int
		fraction float64
		want     int
	}{
		{24, 0.8, 19}, {698, 0.8, 558}, {10, 0.7, 7}, {10, 0.3, 3}, {100, 0.29, 29},
		{2, 0.01, 1}, {2, 0.99, 1}, {3, 0.99, 2}, {1000, 0.999, 999},
	} {
		if got := TrainSize(c.n, c.fraction); got != c.want {
			t.Errorf("TrainSize(%d, %v) = %d, want %d", c.n, c.fraction, got, c.want)
		}
	}
}

func TestSplitsErrors(t *testing.T) {
	for _, c := range []struct {
		n        int
		fraction float64
		trials   int
	}{
		{1, 0.5, 1}, {0, 0.5, 1}, {-1, 0.5, 1}, {5, 0, 1}, {5, 1, 1}, {5, -0.1, 1},
		{5, math.NaN(), 1}, {5, math.Inf(1), 1}, {5, 0.5, 0}, {5, 0.5, -3},
	} {
		if _, err := Splits(c.n, c.fraction, c.trials, 1); err == nil {
			t.Errorf("Splits(%d, %v, %d) gives no error", c.n, c.fraction, c.trials)
		}
	}
}
