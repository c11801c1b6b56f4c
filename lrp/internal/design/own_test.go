package design

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/internal/lrptest"
)

// TestSplitKeyRows checks that the training rows of key features are those of a fit to the training
// part alone, in which responses are compared with the key without themselves, and the test rows
// those of the whole key.
func TestSplitKeyRows(t *testing.T) {
	own := 0
	onSplits(t, func(t *rapid.T, s *Split, plans []*Plan) {
		for i, p := range plans {
			if testPlans[i].name != "WED" {
				continue
			}
			d := s.Design(p)
			for j, q := range s.builder.Corpus.Questions {
				fitted := features.WED.Prepare(q).Fit(s.training()[j])
				for k := range s.Train {
					var row features.Row
					fitted.AppendTrain(&row, k)
					var got []float64
					if r := d.X.Row(k); slices.Contains(r.Index, int32(j)) {
						got = []float64{r.Value[slices.Index(r.Index, int32(j))]}
					}
					if !slices.Equal(got, row.Value) {
						t.Fatalf("question %d, training row %d: %v, want %v", j, k, got, row.Value)
					}
				}
				for _, r := range s.training()[j] {
					if r.Copied {
						own++
					}
				}
			}
		}
	})
	if own == 0 {
		t.Error("no key has a response of a training part")
	}
}

// Keys lose the answers that only respondents who are left out gave, and no others.
func TestWithoutAnswersOf(t *testing.T) {
	ds := lrptest.Civics(12, 4)
	for j := range ds.Questions {
		ds.Questions[j].Key = []string{"an answer of the teacher"}
		for i := range ds.Respondents {
			ds.Respondents[i].Responses[j] = []string{"one", "two", "two", "three", "four", "five", "six",
				"seven", "eight", "nine", "ten", "!"}[i]
		}
	}
	if c := NewCorpus(ds, text.English); c.WithoutAnswersOf([]int{0}) != c {
		t.Error("keys that were not copied changed")
	}
	ds.Questions[0].Key = append(ds.Questions[0].Key, "one", "Two.", "three", "four", "five")
	c := NewCorpus(ds, text.English)
	for _, x := range []struct {
		left []int
		want []string
	}{
		{[]int{0}, []string{"an answer of the teacher", "Two.", "three", "four", "five"}},
		{[]int{1}, nil},
		{[]int{6, 11}, nil},
		{[]int{1, 2, 5}, []string{"an answer of the teacher", "one", "three", "four"}},
	} {
		got := c.WithoutAnswersOf(x.left)
		if x.want == nil {
			if got != c {
				t.Errorf("without %d: the keys changed", x.left)
			}
			continue
		}
		var key []string
		for _, k := range got.Questions[0].Key {
			key = append(key, k.Raw)
		}
		if !slices.Equal(key, x.want) || len(got.Questions[0].Docs) != len(c.Questions[0].Docs) {
			t.Errorf("without %d: found %q, expected %q", x.left, key, x.want)
		}
		if len(c.Questions[0].Key) != 6 || got.Questions[1] != c.Questions[1] {
			t.Errorf("without %d: other keys changed", x.left)
		}
	}
}
