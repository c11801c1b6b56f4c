package report

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
)

func TestJudge(t *testing.T) {
	d := &experiment.DatasetReport{Dataset: experiment.Dataset{Train: 40, Test: 10}}
	make := func(rmse ...float64) *experiment.Result {
		r := &experiment.Result{RMSE: rmse}
		summarise(r, d)
		return r
	}
	cbg := make(.25, .26, .24)
	bare := func(r *experiment.Result) *experiment.Result {
		c := *r
		c.RMSE = nil
		return &c
	}
	for _, c := range []struct {
		name string
		r    *experiment.Result
		cbg  *experiment.Result
		want string
	}{
		{"far below", make(.1, .11, .09), cbg, ""},
		{"below by a constant", make(.24, .25, .23), cbg, ""},
		{"below on average", make(.22, .27, .19), cbg, unclear},
		{"above", make(.27, .28, .25), cbg, noBetter},
		{"the same mean", make(.24, .25, .26), cbg, noBetter},
		{"the same", make(.25, .26, .24), cbg, equal},
		{"the same but for rounding", make(.25, .26+1e-15, .24-1e-15), cbg, equal},
		{"itself", cbg, cbg, ""},
		{"no CBG", make(.1, .11, .09), nil, ""},
		{"undefined", make(), cbg, ""},
		{"one trial, below", make(.1), make(.2), untested},
		{"one trial, above", make(.3), make(.2), noBetter},
		{"trials unknown, below", bare(make(.1, .11, .09)), bare(cbg), untested},
		{"trials unknown, the same", bare(cbg), bare(make(.25, .26, .24)), equal},
	} {
		d.Results = []experiment.Result{*c.r}
		if c.r != c.cbg {
			d.Results[0].Approach = "BOW"
			d.Results[0].Regressor = "ols"
		}
		if c.cbg != nil && c.r != c.cbg {
			d.Results = append(d.Results, *c.cbg)
		}
		if c.cbg != nil {
			guess := &d.Results[len(d.Results)-1]
			guess.Approach, guess.Regressor = baseline, control
		}
		k := 0
		r := row{Result: &d.Results[k], Outcome: d.Tests().VsCBG[k].Outcome, Change: change(&d.Results[k], cbgOf(d))}
		if got := r.mark(); got != c.want {
			t.Errorf("%s: mark %q, want %q", c.name, got, c.want)
		}
	}
}

func cbgOf(d *experiment.DatasetReport) *experiment.Result {
	if k := d.Tests().CBG; k >= 0 {
		return &d.Results[k]
	}
	return nil
}

func TestView(t *testing.T) {
	r := awkward()
	v := newView(r, &r.Datasets[0])
	var names []string
	best := map[string]string{}
	for _, s := range v.Sections {
		names = append(names, s.Regressor)
		for _, row := range s.Rows {
			if row.Best {
				best[s.Regressor] += row.Approach
			}
		}
	}
	if want := []string{"auto", "none", "ols", "lasso", "ridge"}; !slices.Equal(names, want) {
		t.Errorf("sections %q, want %q", names, want)
	}
	if best["ols"] != "BWO" || best["lasso"] != "COM" || best["ridge"] != "BWO" ||
		best["auto"] != "AUTO" || len(best) != 4 {
		t.Errorf("best: %q", best)
	}
	if got := v.Sections[3].Equal; !slices.Equal(got, []string{"BWO", "FWO"}) {
		t.Errorf("equal to CBG with lasso: %q", got)
	}
}

// TestOtherSystemsAreNotOneRegressor marks the better of two only if nothing is better than it.
func TestOtherSystemsAreNotOneRegressor(t *testing.T) {
	for mean, want := range map[float64]string{.2: "", .001: "T2"} {
		r, best := awkward(), ""
		d := &r.Datasets[0]
		rng := rand.New(rand.NewPCG(1, 1))
		d.Results = append(d.Results, result(rng, "T1", approach.ExternalRegressor, .21, .001, 0, d, 5),
			result(rng, "T2", approach.ExternalRegressor, mean, .0001, 0, d, 5))
		for _, s := range newView(r, d).Sections {
			for _, row := range s.Rows {
				if row.Best && s.Regressor == approach.ExternalRegressor {
					best += row.Approach
				}
			}
		}
		if best != want {
			t.Errorf("mean %g: marked %q, want %q", mean, best, want)
		}
	}
}
