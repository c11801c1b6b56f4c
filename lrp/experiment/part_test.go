package experiment

import (
	"errors"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/internal/lrptest"
)

// TestPartsOfOthers loads fits that are damaged or belong to another experiment: none may be taken
// for this one's, and none may make it panic.
func TestPartsOfOthers(t *testing.T) {
	keep := func(n int, names ...string) map[int][]byte {
		list, err := approach.Select(approach.All(), names...)
		if err != nil {
			t.Fatal(err)
		}
		fits := make(map[int][]byte)
		_, err = Evaluate(t.Context(), []*datasets.Dataset{lrptest.Civics(n, 1)}, Options{Trials: 3,
			Approaches: list, Part: &Part{Of: 1, Save: func(fit int, data []byte) error {
				fits[fit] = data
				return nil
			}}})
		if !errors.Is(err, ErrPart) || len(fits) != 3 {
			t.Fatalf("%d fits, %v", len(fits), err)
		}
		return fits
	}
	cbg, err := approach.Select(approach.All(), "CBG")
	if err != nil {
		t.Fatal(err)
	}
	load := func(fits map[int][]byte) error {
		_, err := Evaluate(t.Context(), []*datasets.Dataset{lrptest.Civics(30, 1)}, Options{Trials: 3,
			Approaches: cbg, Part: &Part{Load: func(fit int) ([][]byte, error) { return [][]byte{fits[fit]}, nil }}})
		return err
	}
	own := keep(30, "CBG")
	if err := load(own); err != nil {
		t.Error(err)
	}
	for what, fits := range map[string]map[int][]byte{
		"more respondents": keep(60, "CBG"), "other approaches": keep(30, "CBG", "COM"),
		"nothing": {}, "too little": {0: own[0], 1: own[1][:20], 2: own[2]},
		"mixed": {0: own[0], 1: keep(30, "RAN")[1], 2: own[2]},
	} {
		if err := load(fits); err == nil {
			t.Errorf("%s: taken for fits of this experiment", what)
		}
	}
	for i := range own[1] { // a changed byte may be a changed number
		changed := map[int][]byte{0: own[0], 1: append([]byte(nil), own[1]...), 2: own[2]}
		changed[1][i] ^= 0x41
		_ = load(changed)
	}
	one := &learned{Questions: [][]Grade{{{Respondent: 1}}}, Baseline: [][2]float64{{}}}
	if !one.of(2, 1) || one.of(1, 1) || one.of(2, 0) || (&learned{Questions: one.Questions}).of(2, 1) {
		t.Error("grades of other respondents or questions are taken for those of this experiment")
	}
}
