package lrp

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/regress"
)

// cutsOf calls check with random splits of a data set, in which all use one workspace. Some leave respondents out.
func cutsOf(t *testing.T, check func(t *rapid.T, x *experiment, c *cut)) {
	ds := civics(40, 4)
	a, err := SelectApproaches("BOW", "SYN", "NNO", "CNG", "COM")
	if err != nil {
		t.Fatal(err)
	}
	a = append(a, Approach{Name: "NEAREST", Extractors: []features.Extractor{features.NNO, features.NNW}})
	x, err := newExperiment(context.Background(), ds, Options{Approaches: a}.WithDefaults())
	if err != nil {
		t.Fatal(err)
	}
	w := newWorkspace()
	rapid.Check(t, func(t *rapid.T) {
		split := datasets.Split{Train: []int{rapid.IntRange(0, 3).Draw(t, "first")}}
		for i := 4; i < len(ds.Respondents); i++ {
			switch rapid.IntRange(0, 5).Draw(t, "part") {
			case 0:
				split.Test = append(split.Test, i)
			case 1:
			default:
				split.Train = append(split.Train, i)
			}
		}
		check(t, x, newCut(x.corpus, split, w))
	})
}

// What a design takes from matrices over all respondents is what is computed for the split alone, to the bit.
func TestCutGram(t *testing.T) {
	given := 0
	cutsOf(t, func(t *rapid.T, x *experiment, c *cut) {
		for i := range x.plans {
			p := &x.plans[i]
			d := c.design(p)
			if d.Gram == nil {
				continue
			}
			given++
			if err := sameUpper(d.Gram, regress.Gram(d.X), p.static == nil || len(p.dynamic()) == 0); err != nil {
				t.Fatalf("%s: %v", p.approach.Name, err)
			}
			if rated := c.ratedGram(p.dynamic(), false); rated != nil {
				if err := sameUpper(rated, regress.Gram(c.madeForTrial(p.dynamic())), true); err != nil {
					t.Fatalf("%s, columns made for the trial: %v", p.approach.Name, err)
				}
			}
		}
		p := &x.plans[len(x.plans)-1] // of neighbours alone
		if err := sameUpper(c.ratedGram(p.dynamic(), false), regress.Gram(c.madeForTrial(p.dynamic())), true); err != nil {
			t.Fatalf("%s: %v", p.approach.Name, err)
		}
	})
	if given == 0 {
		t.Error("no design has a Gram matrix")
	}
}

// sameUpper compares the upper triangles, to the bit or to rounding.
func sameUpper(got, want *mat.SymDense, exact bool) error {
	n := want.SymmetricDim()
	if got == nil || got.SymmetricDim() != n {
		return fmt.Errorf("not a matrix of order %d", n)
	}
	for i := range n {
		for j := i; j < n; j++ {
			a, b := got.At(i, j), want.At(i, j)
			if exact && a != b || !(a-b <= 1e-9 && b-a <= 1e-9) {
				return fmt.Errorf("element %d,%d is %v, want %v", i, j, a, b)
			}
		}
	}
	return nil
}

// The plain way: a column is used where a training row has an entry; test rows lack the others.
func TestCutUsed(t *testing.T) {
	cutsOf(t, func(t *rapid.T, x *experiment, c *cut) {
		for i := range x.plans {
			p := &x.plans[i]
			d := c.design(p)
			_, cols := d.X.Dims()
			used, count := make([]bool, cols), 0
			for k := range c.split.Train {
				for _, j := range d.X.Row(k).Index {
					if !used[j] {
						used[j] = true
						count++
					}
				}
			}
			if d.used != count || len(d.Groups) != cols {
				t.Fatalf("%s: %d used columns and %d groups, want %d and %d", p.approach.Name, d.used, len(d.Groups), count, cols)
			}
			var rows []*regress.Matrix
			for _, b := range p.blocks {
				if b.static != nil {
					rows = append(rows, b.static.Select(c.split.Test))
				} else {
					rows = append(rows, x.corpus.matrix(b.fit(c.training()), c.split.Test))
				}
			}
			for k := range c.split.Test {
				var want regress.Row
				offset := int32(0)
				for _, m := range rows {
					row := m.Row(k)
					for e, j := range row.Index {
						if used[offset+j] {
							want.Index, want.Value = append(want.Index, offset+j), append(want.Value, row.Value[e])
						}
					}
					_, width := m.Dims()
					offset += int32(width)
				}
				if got := d.test.Row(k); !slices.Equal(got.Index, want.Index) || !slices.Equal(got.Value, want.Value) {
					t.Fatalf("%s, test row %d: %v, want %v", p.approach.Name, k, got, want)
				}
			}
		}
	})
}

// A trial leaves nothing behind for the next one.
func TestTrialAfterOthers(t *testing.T) {
	ds := civics(40, 3)
	a, err := SelectApproaches("BOW", "SYN", "NNO", "COM")
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Approaches: a}.WithDefaults()
	after, err := newExperiment(context.Background(), ds, o)
	if err != nil {
		t.Fatal(err)
	}
	splitter, err := datasets.NewSplitter(len(ds.Respondents), 0.8, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i, size := range []int{32, 7, 20, 32, 1} {
		split := splitter.Split(i)
		split.Train = split.Nested(size, 1, i)
		alone, err := newExperiment(context.Background(), ds, o)
		if err != nil {
			t.Fatal(err)
		}
		want, err := alone.trial(1, i, split)
		if err != nil {
			t.Fatal(err)
		}
		got, err := after.trial(1, i, split)
		if err != nil {
			t.Fatal(err)
		}
		for k := range got {
			a, b := got[k], want[k]
			if a.Score.RMSE != b.Score.RMSE || a.Score.MAE != b.Score.MAE || a.Columns != b.Columns || !reflect.DeepEqual(a.Warnings, b.Warnings) {
				t.Errorf("trial %d, %s with %s: %v, alone %v", i, a.Approach, a.Regressor, a.Score, b.Score)
			}
		}
	}
}
