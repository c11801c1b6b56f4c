package experiment

import (
	"context"
	"math"
	"slices"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/lrp/internal/nullable"
)

// Bootstrap has measures over all respondents that were predicted, with 95% intervals by the
// percentile bootstrap: 1000 times, as many respondents as there are are drawn with replacement, or
// groups of them ([Options].Groups), the same ones for every approach. The intervals cover the
// variation due to the respondents that are predicted, not to those that are learned from.
//
// All held-out predictions of a respondent count, and each respondent as much as any other. The
// mean of the predictions would be that of an ensemble of the trials' models, whose error is lower
// than that of any model one could use.
//
// Source: B. Efron and R. J. Tibshirani, An Introduction to the Bootstrap (1993), section 13.3.
type Bootstrap struct {
	// Kappa is [stats.UnroundedKappa] and Pearson [stats.Pearson]. They are nil for predictions
	// that do not tell the respondents of a trial apart.
	Kappa   *Measure `json:"kappa_unrounded,omitempty"`
	Pearson *Measure `json:"pearson,omitempty"`
	MAE     *Measure `json:"mae,omitempty"`   // mean absolute error
	PRMSE   *Measure `json:"prmse,omitempty"` // see [Result].PRMSE; nil if it is unknown
}

const resamples = 1000

// sums are what the measures of one approach take from each respondent: powers and products of
// the prediction and the rating, both less the mean rating, and the errors.
type sums struct{ p, pp, a, aa, pa, absolute, judged float64 }

// measures are those of [Bootstrap], in its order.
type measures [4]float64

// of returns the measures of n respondents.
func (s *sums) of(n float64, prmse func(squares float64) float64) measures {
	varP, varA := s.pp/n-s.p/n*s.p/n, s.aa/n-s.a/n*s.a/n
	cov, apart := s.pa/n-s.p/n*s.a/n, (s.p-s.a)/n
	m := measures{math.NaN(), math.NaN(), s.absolute / n, prmse(s.judged)}
	const rounding = 1e-14
	if varP+varA > rounding {
		m[0] = 2 * cov / (varP + varA + apart*apart)
	}
	if varP > rounding && varA > rounding {
		m[1] = min(max(cov/math.Sqrt(varP*varA), -1), 1)
	}
	return m
}

// bootstrap sets the intervals of results whose predictions of each respondent are known.
func (r *DatasetReport) bootstrap(ctx context.Context, o Options) error {
	if len(r.Results) == 0 || r.Results[0].HeldOut == nil {
		return nil
	}
	units, err := r.resampled(o)
	if err != nil || len(units) < 2 {
		return err
	}
	var j judged
	if judges := judgesOf(r.Data); judges > 1 {
		own, _ := judgeRatings(r.Data, judges, r.Ratings)
		j = r.judgedBy(own)
	}
	parts := make([][]sums, len(r.Results))
	for k := range parts {
		parts[k] = r.sums(r.Results[k].HeldOut, j)
	}
	all := make([][]measures, resamples+1) // the last one of everybody once
	err = parallel.Do(ctx, o.Workers, len(all), func(i int) error {
		weights, random := make([]float64, len(r.Ratings)), numbers.Stream(o.Seed, "bootstrap", i)
		for u := range units {
			if i < resamples {
				u = random.IntN(len(units))
			}
			for _, who := range units[u] {
				weights[who]++
			}
		}
		all[i] = weighted(parts, weights, j)
		return nil
	}, nil)
	for k := range r.Results {
		r.Results[k].Bootstrap = newBootstrap(column(all, k), r.Results[k].PearsonMean)
	}
	return err
}

// resampled returns the groups, or the single respondents, that were predicted.
func (r *DatasetReport) resampled(o Options) (list [][]int, _ error) {
	u, err := o.unitsOf(r.Data)
	if u == nil {
		u = &units{}
		for i := range r.Ratings {
			u.members = append(u.members, []int{i})
		}
	}
	for _, members := range u.members {
		members = slices.DeleteFunc(members, func(i int) bool { return r.Results[0].HeldOut.Count[i] == 0 })
		if len(members) > 0 {
			list = append(list, members)
		}
	}
	return list, err
}

// sums returns what each respondent adds to the measures of an approach.
func (r *DatasetReport) sums(h *HeldOut, j judged) []sums {
	list := make([]sums, len(r.Ratings))
	for i, y := range r.Ratings {
		p, a := h.Mean[i]-r.RatingMean, y-r.RatingMean
		list[i] = sums{p, h.square(i, r.RatingMean), a, a * a, p * a, h.AbsoluteError[i], 0}
		if j.n != nil && j.n[i] > 0 {
			list[i].judged = j.n[i] * h.square(i, j.mean[i])
		}
	}
	return list
}

// weighted returns the measures of each approach with respondents of such weights.
func weighted(parts [][]sums, weights []float64, j judged) (list []measures) {
	_, prmse := j.trueScores(weights)
	for _, people := range parts {
		var n float64
		var s sums
		for i, w := range weights {
			if w == 0 {
				continue
			}
			x := &people[i]
			n += w
			s.p, s.pp, s.a, s.aa, s.pa = s.p+w*x.p, s.pp+w*x.pp, s.a+w*x.a, s.aa+w*x.aa, s.pa+w*x.pa
			s.absolute, s.judged = s.absolute+w*x.absolute, s.judged+w*x.judged
		}
		list = append(list, s.of(n, prmse))
	}
	return list
}

// newBootstrap takes the measures of resamples, and of everybody at last. The mean correlation is
// undefined for constants.
func newBootstrap(list []measures, pearson float64) *Bootstrap {
	of := func(k int) *Measure {
		var values []float64
		for _, m := range list[:resamples] {
			if nullable.Defined(m[k]) {
				values = append(values, m[k])
			}
		}
		slices.Sort(values)
		return measure(list[resamples][k], numbers.Quantile(values, .025), numbers.Quantile(values, .975))
	}
	b := &Bootstrap{MAE: of(2), PRMSE: of(3)}
	if nullable.Defined(pearson) {
		b.Kappa, b.Pearson = of(0), of(1)
	}
	return b
}
