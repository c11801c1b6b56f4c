package experiment

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/internal/design"
	"github.com/luna-rating/luna/lrp/internal/lrptest"
	"github.com/luna-rating/luna/regress"
)

// Equal answers make twins unless good, silent or indifferent people may agree in them by chance.
func TestTwins(t *testing.T) {
	others := func(j int) (list []string) {
		for i := range 40 {
			list = append(list, []string{"paris", "rome", fmt.Sprint("city ", i*j), "I don't know"}[i%4])
		}
		return list
	}
	for name, c := range map[string]struct {
		a, b []string
		want bool
	}{
		"own words": {[]string{"a town in the north", "where my uncle lives", "Oslo, I guess"},
			[]string{"A town in the North!", "where my uncle lives", "oslo i guess"}, true},
		"other words": {[]string{"a town in the north", "where my uncle lives", "Oslo, I guess"},
			[]string{"a town in the north", "where my uncle lives", "Oslo, I think"}, false},
		"right":    {[]string{"berlin", "berlin", "berlin"}, []string{"berlin", "berlin", "berlin"}, false},
		"frequent": {[]string{"paris", "rome", "paris"}, []string{"paris", "rome", "paris"}, false},
		"indifferent": {[]string{"whatever", "whatever", "whatever"},
			[]string{"whatever", "whatever", "whatever"}, false},
		"left out": {[]string{"a town in the north", "where my uncle lives", "?"},
			[]string{"a town in the north", "where my uncle lives", "?"}, false},
	} {
		ds := &datasets.Dataset{}
		for j := range c.a {
			ds.Questions = append(ds.Questions, datasets.Question{ID: fmt.Sprint(j), Key: []string{"Berlin"}})
		}
		for i := range 40 {
			var responses []string
			for j := range c.a {
				responses = append(responses, others(j + 1)[(i*(j+1)+j)%40])
			}
			ds.Respondents = append(ds.Respondents, datasets.Respondent{Responses: responses})
		}
		ds.Respondents = append(ds.Respondents, datasets.Respondent{Responses: c.a},
			datasets.Respondent{Responses: c.b})
		found := newTwins(design.NewCorpus(ds, text.English))
		if got := found.group[40] >= 0 && found.group[40] == found.group[41]; got != c.want {
			t.Errorf("%s: found %v, expected %v", name, got, c.want)
		}
		for i, g := range found.group[:40] {
			if g >= 0 {
				t.Errorf("%s: %q have a twin", name, ds.Respondents[i].Responses)
			}
		}
	}
}

// The error without those whose twins were learned from is that of the other predictions.
func TestErrorWithoutTwins(t *testing.T) {
	ds := lrptest.Civics(30, 3)
	for j := range ds.Questions {
		ds.Questions[j].Key = nil
	}
	n := len(ds.Respondents)
	for i := range 8 {
		twin := ds.Respondents[i]
		twin.ID += " again"
		ds.Respondents = append(ds.Respondents, twin)
	}
	twins := newTwins(design.NewCorpus(ds, text.English))
	list, err := approach.Select(approach.All(), "BOW", "CBG")
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Trials: 5, Folds: 3, Approaches: list, Regressors: []regress.Regressor{regress.Ridge{}},
		Predictions: true}
	for name, evaluate := range map[string]func(context.Context, []*datasets.Dataset, Options) (*Report, error){
		"described": Evaluate, "cross-validation": CrossValidate, "leave-one-out": LeaveOneOut,
	} {
		report, err := evaluate(t.Context(), []*datasets.Dataset{ds}, o)
		if err != nil {
			t.Fatal(err)
		}
		d := report.Datasets[0]
		var contaminated []string
		for k, x := range d.Results {
			tested := map[int][]int{}
			for _, p := range x.Predictions {
				tested[p.Trial] = append(tested[p.Trial], p.Respondent)
			}
			sum, count, found := map[int]float64{}, map[int]float64{}, map[string]bool{}
			for _, p := range x.Predictions {
				group := twins.group[p.Respondent]
				other := slices.IndexFunc(twins.group, func(g int) bool { return g == group })
				if other == p.Respondent {
					other = n + p.Respondent
				}
				if group >= 0 && !slices.Contains(tested[p.Trial], other) {
					found[ds.Respondents[p.Respondent].ID] = true
					continue
				}
				trial := p.Trial
				if name == "leave-one-out" {
					trial = 0
				}
				e := p.Rating - d.Ratings[p.Respondent]
				sum[trial], count[trial] = sum[trial]+e*e, count[trial]+1
			}
			want := 0.0
			for trial, s := range sum {
				want += math.Sqrt(s/count[trial]) / float64(len(sum))
			}
			if got := *x.RMSEWithout; math.Abs(got-want) > 1e-12 || len(found) < 3 {
				t.Errorf("%s, %s: found %v, expected %v of %d trials", name, x.Approach, got, want, len(sum))
			}
			if k == 0 {
				for _, r := range ds.Respondents {
					if found[r.ID] {
						contaminated = append(contaminated, r.ID)
					}
				}
			}
		}
		if !slices.Equal(d.Contaminated, contaminated) {
			t.Errorf("%s: found %q, expected %q", name, d.Contaminated, contaminated)
		}
		if last := d.Warnings[len(d.Warnings)-1]; !strings.Contains(last, contaminated[0]+", ") ||
			!strings.Contains(last, fmt.Sprintf(" and %d others; without them, the RMSE of ", len(contaminated)-3)) {
			t.Errorf("%s: found warning %q", name, last)
		}
	}
}
