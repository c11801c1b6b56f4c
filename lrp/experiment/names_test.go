package experiment_test

import (
	"strings"
	"testing"

	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/regress"
)

// Regressors of one name are told apart by their penalties, and what cannot be told apart is
// refused before anything is computed.
func TestNames(t *testing.T) {
	bow := few(t, "CBG", "BOW")
	ridge := func(list ...float64) (out []regress.Regressor) {
		for _, alpha := range list {
			out = append(out, regress.Ridge{Alpha: alpha})
		}
		return out
	}
	lasso := []regress.Regressor{regress.LassoCV{}, regress.NewLasso()}
	for _, c := range []struct {
		approaches []approach.Approach
		regressors []regress.Regressor
		primary    string
		want       string // regressors of the results, or error
		tested     string // first
	}{
		{bow, ridge(.1), "", "none ridge", ""},
		{bow, ridge(.1, 1), "bow/Ridge(1)", "none ridge(0.1) ridge(1)", "ridge(1)"},
		{bow, ridge(0, 1), "BOW", "none ridge ridge(1)", "ridge"},
		{bow, lasso, "", "none lasso lasso(0.1)", ""},
		{bow, ridge(1, 1), "", "found BOW/ridge(1) twice", ""},
		{bow, ridge(0, 0), "", "found BOW/ridge twice", ""},
		{append(few(t, "BOW"), bow...), ridge(1), "", "found BOW/ridge twice", ""},
		{bow, ridge(1), "BWO", `unknown primary approach "BWO"; known: BOW/ridge`, ""},
		{bow, ridge(1), "CBG", `unknown primary approach "CBG"`, ""},
		{bow[1:], ridge(1), "BOW", "found primary approach BOW without CBG", ""},
	} {
		r, err := experiment.Evaluate(t.Context(), samples(t)[1:], experiment.Options{Trials: 3,
			Approaches: c.approaches, Regressors: c.regressors, Primary: c.primary})
		if err != nil {
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: found error %q", c.want, err)
			}
			continue
		}
		var names []string
		d := &r.Datasets[0]
		for _, x := range d.Results {
			names = append(names, x.Regressor)
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("found %s, want %s", got, c.want)
		}
		first := d.Tests().Primary
		if (first >= 0) != (c.tested != "") || first >= 0 && names[first] != c.tested {
			t.Errorf("%s: result %d is tested first, want %s", c.want, first, c.tested)
		}
		said := strings.Contains(strings.Join(d.Warnings, " "), "primary BOW is BOW/ridge, not BOW/ridge(1)")
		if said != (c.primary == "BOW") {
			t.Errorf("%s: warnings %q", c.want, d.Warnings)
		}
	}
}
