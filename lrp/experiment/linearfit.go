package experiment

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/internal/design"
	"github.com/luna-rating/luna/regress"
)

// maxWeights is the number of columns that a [LinearFit] names.
const maxWeights = 20

// LinearFit describes a linear model that was fitted to all respondents of a data set. As nobody is
// held out, it shows what such a model consists of, and nothing about how well it predicts.
type LinearFit struct {
	Approach, Regressor string // of the model
	// Features are those of the approach, in its order.
	Features []FeatureShare
	// Largest are the columns of the largest absolute standardised weight, largest first, at most
	// 20. The standardised weight is Value·SD over [Dataset].RatingSD: by how many
	// standard deviations the predicted rating rises with one of the column.
	Largest []approach.Weight
}

// FeatureShare sums up the columns of one feature in a [LinearFit].
type FeatureShare struct {
	Name string // of the feature
	// Columns is the number of columns that are not the same for everyone.
	Columns int
	// Share is the feature's part of the sum of all absolute standardised weights, in [0,1]; NaN if
	// all are 0.
	Share float64
}

// describeLinearFit sets report.LinearFit to the approach with the lowest mean RMSE among those
// with a linear model. As nothing else depends on it, a fit that fails is a warning.
func (r *runner) describeLinearFit(report *DatasetReport) {
	order := make([]*Result, len(report.Results))
	for i := range order {
		order[i] = &report.Results[i]
	}
	slices.SortStableFunc(order, func(a, b *Result) int {
		return cmp.Compare(a.RMSEMean, b.RMSEMean)
	})
	nonlinear := make(map[string]bool) // regressors
	for _, result := range order {
		p := slices.IndexFunc(r.plans, func(p plan) bool {
			return p.approach.Name == result.Approach && p.design != nil
		})
		g := slices.IndexFunc(r.regressors, func(g regress.Regressor) bool {
			return g.Name() == result.Regressor
		})
		if p < 0 || g < 0 || nonlinear[result.Regressor] {
			continue
		}
		fit, err := r.linearFit(&r.plans[p], r.regressors[g], &report.Dataset)
		if err != nil {
			report.Warnings = append(report.Warnings, fmt.Sprintf(
				"%s with %s, fitted to all respondents: %v", result.Approach, result.Regressor, err,
			))
			return
		}
		if fit != nil {
			report.LinearFit = fit
			return
		}
		nonlinear[result.Regressor] = true
	}
}

// linearFit fits the approach to all respondents; nil if the model is not linear.
func (r *runner) linearFit(p *plan, g regress.Regressor, ds *Dataset) (*LinearFit, error) {
	everyone := r.builder.Split(datasets.Split{Train: r.builder.Corpus.Everyone()})
	defer everyone.Release()
	d := everyone.Design(p.design)
	model, err := g.Fit(d.Problem)
	if err != nil {
		return nil, err
	}
	linear, ok := model.(*regress.Linear)
	if !ok {
		return nil, nil
	}
	fit := &LinearFit{Approach: p.approach.Name, Regressor: g.Name()}
	feature := map[string]int{}
	for _, e := range p.approach.Extractors {
		feature[e.Name()] = len(fit.Features)
		fit.Features = append(fit.Features, FeatureShare{Name: e.Name()})
	}
	sd := design.NewColumnStats(d.X).SD
	standardised := func(w approach.Weight) float64 {
		return math.Abs(w.Value * w.SD / ds.RatingSD)
	}
	var all []approach.Weight
	total := 0.0
	for j, name := range everyone.ColumnNames(p.design) {
		if !(sd[j] > 0) || !(ds.RatingSD > 0) {
			continue
		}
		question := ds.Data.Questions[d.Groups[j]].ID
		w := approach.Weight{Question: question, Name: name, Value: linear.Coef[j], SD: sd[j]}
		all = append(all, w)
		total += standardised(w)
		prefix, _, _ := strings.Cut(name, "/")
		if k, ok := feature[prefix]; ok {
			fit.Features[k].Columns++
			fit.Features[k].Share += standardised(w)
		}
	}
	for k := range fit.Features {
		fit.Features[k].Share /= total
	}
	slices.SortStableFunc(all, func(a, b approach.Weight) int {
		return cmp.Compare(standardised(b), standardised(a))
	})
	fit.Largest = slices.Clone(all[:min(len(all), maxWeights)])
	return fit, nil
}
