package design

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/internal/lrptest"
	"github.com/luna-rating/luna/regress"
)

// testPlans are the features of some approaches.
var testPlans = []struct {
	name       string
	extractors []features.Extractor
}{
	{"BOW", []features.Extractor{features.BOW}},
	{"SYN", []features.Extractor{features.SYN}},
	{"NNO", []features.Extractor{features.NNO}},
	{"CNG", []features.Extractor{features.CNG}},
	{"COM", features.Catalog()},
	{"WED", []features.Extractor{features.WED}},
	{"NEAREST", []features.Extractor{features.NNO, features.NNW}},
}

// onSplits calls check with random splits of a data set, which all use one workspace, and the
// plans. Some splits leave respondents out. Keys have responses of some of them.
func onSplits(t *testing.T, check func(t *rapid.T, s *Split, plans []*Plan)) {
	ds := lrptest.Civics(40, 4)
	lrptest.CopyAnswers(ds, ds.Respondents[:20])
	var all []features.Extractor
	for _, p := range testPlans {
		all = append(all, p.extractors...)
	}
	b, err := NewBuilder(context.Background(), 2, NewCorpus(ds, text.English), all)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Share(context.Background(), 2); err != nil {
		t.Fatal(err)
	}
	var plans []*Plan
	for _, p := range testPlans {
		plans = append(plans, b.Plan(p.extractors))
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
		check(t, b.split(split, w), plans)
	})
}

// TestSplitGram checks that Gram matrices derived from those of all respondents are equal to those
// computed for the split, to the bit.
func TestSplitGram(t *testing.T) {
	given := 0
	onSplits(t, func(t *rapid.T, s *Split, plans []*Plan) {
		for i, p := range plans {
			d := s.Design(p)
			if d.Gram == nil {
				continue
			}
			given++
			if err := sameUpper(d.Gram, regress.Gram(d.X), p.static == nil || len(p.dynamic()) == 0); err != nil {
				t.Fatalf("%s: %v", testPlans[i].name, err)
			}
			if dynamic := s.dynamicGram(p.dynamic(), false); dynamic != nil {
				if err := sameUpper(dynamic, regress.Gram(s.dynamicTrain(p.dynamic())), true); err != nil {
					t.Fatalf("%s, columns made for the split: %v", testPlans[i].name, err)
				}
			}
		}
		i := len(plans) - 1 // of neighbours alone
		p := plans[i]
		if err := sameUpper(s.dynamicGram(p.dynamic(), false), regress.Gram(s.dynamicTrain(p.dynamic())), true); err != nil {
			t.Fatalf("%s: %v", testPlans[i].name, err)
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

// TestSplitUsed checks that a column is used if a training row has an entry in it, and that test
// rows have no entries in other columns.
func TestSplitUsed(t *testing.T) {
	onSplits(t, func(t *rapid.T, s *Split, plans []*Plan) {
		for i, p := range plans {
			d := s.Design(p)
			_, cols := d.X.Dims()
			used, count := make([]bool, cols), 0
			for k := range s.Train {
				for _, j := range d.X.Row(k).Index {
					if !used[j] {
						used[j] = true
						count++
					}
				}
			}
			if d.Used != count || len(d.Groups) != cols {
				t.Fatalf(
					"%s: %d used columns and %d groups, want %d and %d", testPlans[i].name, d.Used,
					len(d.Groups), count, cols,
				)
			}
			var rows []*regress.Matrix
			for _, f := range p.features {
				if f.static != nil {
					rows = append(rows, f.static.Select(s.Test))
				} else {
					rows = append(rows, stack(rowsOf(f.fit(s.training()), s.builder.Corpus, s.Test)))
				}
			}
			for k := range s.Test {
				var want regress.Row
				offset := int32(0)
				for _, m := range rows {
					row := m.Row(k)
					for e, j := range row.Index {
						if used[offset+j] {
							want.Index, want.Value = append(
								want.Index, offset+j,
							), append(
								want.Value, row.Value[e],
							)
						}
					}
					_, width := m.Dims()
					offset += int32(width)
				}
				if got := d.Test.Row(k); !slices.Equal(got.Index, want.Index) ||
					!slices.Equal(got.Value, want.Value) {
					t.Fatalf("%s, test row %d: %v, want %v", testPlans[i].name, k, got, want)
				}
			}
		}
	})
}
