package lrp

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/stats"
	"github.com/luna-rating/luna/regress"
)

// MostWeights is how many columns [Weights] names.
const MostWeights = 20

// Weights describe a linear model that was fitted to all respondents of a data set. As nobody is held out, they
// tell what such a model is made of, and nothing of how well it predicts.
type Weights struct {
	Approach, Regressor string // of the model
	// Features are those of the approach, in its order.
	Features []FeatureWeights
	// Largest are the columns of the largest absolute standardised weight, largest first, at most [MostWeights].
	Largest []ColumnWeight
}

// FeatureWeights sum up the columns of one feature.
type FeatureWeights struct {
	Name string // of the feature
	// Columns counts the columns that are not the same for everyone.
	Columns int
	// Share is that of the sum of all absolute standardised weights, in [0,1]; NaN where all are 0.
	Share float64
}

// ColumnWeight is one column of a linear model.
type ColumnWeight struct {
	Question string // its ID
	Column   string // FEATURE, or FEATURE/TERM
	Weight   float64
	SD       float64 // of the column over the respondents (n-1)
	// Standardised is Weight times SD over the ratings' standard deviation: by how many standard deviations the
	// predicted rating rises with one of the column.
	Standardised float64
}

// describeWeights sets r.Weights to those of the approach with the lowest mean RMSE among those whose regressor gives a linear model. As
// nothing else depends on it, a fit that fails is a warning.
func (x *experiment) describeWeights(r *DatasetReport, ds *datasets.Dataset) {
	order := make([]*Result, len(r.Results))
	for i := range order {
		order[i] = &r.Results[i]
	}
	slices.SortStableFunc(order, func(a, b *Result) int { return cmp.Compare(a.RMSEMean, b.RMSEMean) })
	curved := make(map[string]bool) // regressors whose models are not linear
	for _, result := range order {
		p := slices.IndexFunc(x.plans, func(p plan) bool { return p.approach.Name == result.Approach && p.approach.designed() })
		g := slices.IndexFunc(x.regressors, func(g regress.Regressor) bool { return g.Name() == result.Regressor })
		if p < 0 || g < 0 || curved[result.Regressor] {
			continue
		}
		w, err := x.weights(&x.plans[p], x.regressors[g], ds)
		if err != nil {
			r.Warnings = append(r.Warnings, fmt.Sprintf("%s with %s, fitted to all respondents: %v", result.Approach, result.Regressor, err))
			return
		}
		if w != nil {
			r.Weights = w
			return
		}
		curved[result.Regressor] = true
	}
}

// weights fits the approach to all respondents; nil where the model is not linear.
func (x *experiment) weights(p *plan, g regress.Regressor, ds *datasets.Dataset) (*Weights, error) {
	cut := newCut(x.corpus, datasets.Split{Train: x.corpus.everyone()}, newWorkspace())
	design := cut.design(p)
	design.Y = x.corpus.ratings
	model, err := g.Fit(design.Problem)
	if err != nil {
		return nil, err
	}
	linear, ok := model.(*regress.Linear)
	if !ok {
		return nil, nil
	}
	w := &Weights{Approach: p.approach.Name, Regressor: g.Name()}
	names := cut.columnNames(p)
	spread := newColumnStats(design.X).SD
	_, rating := stats.MeanSD(x.corpus.ratings)
	all, total := make([]ColumnWeight, 0, len(names)), 0.0
	at := map[string]int{}
	for _, e := range p.approach.Extractors {
		at[e.Name()] = len(w.Features)
		w.Features = append(w.Features, FeatureWeights{Name: e.Name()})
	}
	for j, name := range names {
		if !(spread[j] > 0) || !(rating > 0) {
			continue
		}
		c := ColumnWeight{Question: ds.Questions[design.Groups[j]].ID, Column: name, Weight: linear.Coef[j], SD: spread[j]}
		c.Standardised = c.Weight * c.SD / rating
		all = append(all, c)
		total += math.Abs(c.Standardised)
		feature, _, _ := strings.Cut(name, "/")
		if k, ok := at[feature]; ok {
			w.Features[k].Columns++
			w.Features[k].Share += math.Abs(c.Standardised)
		}
	}
	for k := range w.Features {
		w.Features[k].Share /= total
	}
	slices.SortStableFunc(all, func(a, b ColumnWeight) int {
		return cmp.Compare(math.Abs(b.Standardised), math.Abs(a.Standardised))
	})
	w.Largest = slices.Clone(all[:min(len(all), MostWeights)])
	return w, nil
}

// columnNames names the columns of the approach's design in their order.
func (t *cut) columnNames(p *plan) []string {
	var names []string
	for _, b := range p.blocks {
		for _, f := range b.allFitted(t.training()) {
			names = append(names, f.Columns()...)
		}
	}
	return names
}
