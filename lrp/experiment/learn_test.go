package experiment_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/report"
)

// scoredExam has respondents whose ratings identify them. Every third has no scores.
func scoredExam(n int) *datasets.Dataset {
	ds := &datasets.Dataset{Name: "exam", Questions: []datasets.Question{{ID: "1"}, {ID: "2"}}}
	for i := range n {
		r := graded(fmt.Sprint(i), float64(i)/100, []float64{float64(i) / 200, math.NaN()}, "a", "b")
		if i%3 == 2 {
			r.Scores = nil
		}
		ds.Respondents = append(ds.Respondents, r)
	}
	return ds
}

// protocols run an experiment and return what it says of its first data set.
var protocols = map[string]func([]*datasets.Dataset, experiment.Options) (string, any, error){
	"described":        reported(experiment.Evaluate),
	"cross-validation": reported(experiment.CrossValidate),
	"leave-one-out":    reported(experiment.LeaveOneOut),
	"curve": func(sets []*datasets.Dataset, o experiment.Options) (string, any, error) {
		r, err := experiment.Curve(context.Background(), sets, o)
		if err != nil {
			return "", nil, err
		}
		return report.Headline(&r.Datasets[0]), r.Datasets[0], nil
	},
}

func reported(
	run func(context.Context, []*datasets.Dataset, experiment.Options) (*experiment.Report, error),
) func([]*datasets.Dataset, experiment.Options) (string, any, error) {
	return func(sets []*datasets.Dataset, o experiment.Options) (string, any, error) {
		r, err := run(context.Background(), sets, o)
		if err != nil {
			return "", nil, err
		}
		return report.Headline(&r.Datasets[0]), r.Datasets[0], nil
	}
}

// A learner gets the scores of the training part alone, and those of nobody if it is to learn from
// totals. The splits are the same.
func TestLearn(t *testing.T) {
	ds := scoredExam(15)
	for name, run := range protocols {
		var mu sync.Mutex
		seen := map[approach.Learn]map[string]int{} // ratings of training parts, counted
		trained := func(l approach.Learn) func(approach.Training) {
			seen[l] = map[string]int{}
			return func(got approach.Training) {
				mu.Lock()
				defer mu.Unlock()
				seen[l][fmt.Sprint(got.Ratings)]++
				if l == approach.LearnTotals {
					if got.Scores != nil {
						t.Errorf("%s: found scores %v, expected none", name, got.Scores)
					}
					return
				}
				for i, rating := range got.Ratings {
					want := ds.Respondents[int(math.Round(100*rating))].Scores
					if d := cmp.Diff(want, got.Scores[i], cmpopts.EquateNaNs()); d != "" {
						t.Errorf("%s: scores of respondent %v (-want +got):\n%s", name, rating, d)
					}
				}
			}
		}
		for _, l := range []approach.Learn{approach.LearnAuto, approach.LearnGrades, approach.LearnTotals} {
			o := experiment.Options{Trials: 2, Seed: 3, Folds: 3, Learn: l, Sizes: []int{0, 3, 9},
				Approaches: []approach.Approach{{Name: "MEAN", Method: approach.Learning{Learner: meanLearner(trained(l))}}}}
			headline, report, err := run([]*datasets.Dataset{ds}, o)
			if err != nil {
				t.Fatal(err)
			}
			document, err := json.Marshal(report)
			if err != nil {
				t.Fatal(err)
			}
			want, _ := l.On(ds)
			if !strings.Contains(string(document), fmt.Sprintf(`"learn":%q`, want)) {
				t.Errorf("%s, %q: the document does not say %s", name, l, want)
			}
			said := strings.Contains(headline, "from grades of answers and totals")
			if said != (want == approach.LearnGrades) {
				t.Errorf("%s, %q: the headline is %s", name, l, headline)
			}
		}
		for l, parts := range seen {
			if d := cmp.Diff(seen[approach.LearnTotals], parts); d != "" || len(parts) == 0 {
				t.Errorf("%s: training parts with %q differ from those without scores:\n%s", name, l, d)
			}
		}
	}
}

func TestLearnRefuses(t *testing.T) {
	bare := scoredExam(9)
	for i := range bare.Respondents {
		bare.Respondents[i].Scores = nil
	}
	bare.Name = "bare"
	auto, err := approach.Select(approach.All(), "AUTO", "CBG")
	if err != nil {
		t.Fatal(err)
	}
	for name, run := range protocols {
		for l, want := range map[approach.Learn]string{
			approach.LearnGrades: "bare: found no score of any answer", "points": `found "points"`,
		} {
			o := experiment.Options{Trials: 1, Folds: 2, Learn: l, Approaches: auto}
			_, _, err := run([]*datasets.Dataset{scoredExam(9), bare}, o)
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s, learning from %q: found error %v, expected one with %q", name, l, err, want)
			}
		}
	}
}

// Without a learner there is nothing to say.
func TestLearnWithoutLearner(t *testing.T) {
	controls := slices.DeleteFunc(approach.All(), func(a approach.Approach) bool { return !isControl(a) })
	o := experiment.Options{Trials: 2, Folds: 3, Approaches: controls}
	for name, run := range protocols {
		_, report, err := run([]*datasets.Dataset{scoredExam(9)}, o)
		if err != nil {
			t.Fatal(err)
		}
		document, err := json.Marshal(report)
		if err != nil || strings.Contains(string(document), `"learn"`) {
			t.Errorf("%s (%v): %s", name, err, document)
		}
	}
}
