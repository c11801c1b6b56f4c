package experiment

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/stats"
	"github.com/luna-rating/luna/regress"
)

// simulated returns the report of an experiment on 25 people and one approach for each correlation:
// OLS on a column that has it with the ratings.
func simulated(rng *rand.Rand, correlations []float64) *DatasetReport {
	const people, test, trials = 25, 5, 20
	r := &DatasetReport{Dataset: Dataset{
		Name: "simulated", Respondents: people, Train: people - test, Test: test, Primary: "0",
	}}
	ratings := make([]float64, people)
	for i := range ratings {
		ratings[i] = rng.NormFloat64()
	}
	columns := make([][]float64, len(correlations))
	for k, c := range correlations {
		for _, y := range ratings {
			columns[k] = append(columns[k], c*y+math.Sqrt(1-c*c)*rng.NormFloat64())
		}
	}
	errors := make([][]float64, len(correlations)+1) // the last are those of the mean
	for range trials {
		order := rng.Perm(people)
		var y, held []float64
		for n, i := range order {
			if n < test {
				held = append(held, ratings[i])
			} else {
				y = append(y, ratings[i])
			}
		}
		for k := range errors {
			train, tested := regress.NewMatrix(people, 1), regress.NewMatrix(people, 1)
			for n, i := range order {
				row, x := regress.Row{}, train
				if k < len(columns) {
					row = regress.Row{Index: []int32{0}, Value: []float64{columns[k][i]}}
				}
				if n < test {
					x = tested
				}
				x.Append(row)
			}
			m, err := regress.OLS{}.Fit(regress.Problem{X: train, Y: y})
			if err != nil {
				panic(err)
			}
			var sum float64
			for n, p := range m.Predict(tested) {
				sum += (p - held[n]) * (p - held[n])
			}
			errors[k] = append(errors[k], math.Sqrt(sum/test))
		}
	}
	for k, e := range errors {
		x := Result{Approach: fmt.Sprint(k), Regressor: "ols", RMSE: e}
		if k == len(columns) {
			x.Approach, x.Regressor = "CBG", approach.NoRegressor
		}
		x.RMSEMean, x.RMSESD = stats.MeanSD(e)
		r.Results = append(r.Results, x)
	}
	return r
}

// found returns the shares of data sets on which the primary approach, and any of those without an
// effect, is found to differ from CBG.
func found(n int, correlations []float64, primary string) (first, wrong float64) {
	rng := rand.New(rand.NewPCG(1, 39))
	for range n {
		r := simulated(rng, correlations)
		r.Primary = primary
		falsely := false
		for i, t := range r.Tests().VsCBG {
			differs := t.Outcome == Better || t.Outcome == Worse
			if i == 0 && differs {
				first += 1 / float64(n)
			}
			falsely = falsely || differs && i < len(correlations) && correlations[i] == 0
		}
		if falsely {
			wrong += 1 / float64(n)
		}
	}
	return first, wrong
}

// TestGateLevel simulates data sets on which no approach, and on which only the primary one, has an
// effect: a difference is found where there is none in 5% of them at most.
func TestGateLevel(t *testing.T) {
	n, most := 100, .1
	if suite.Full(t) {
		n, most = 2000, .055
	}
	none := make([]float64, 12)
	one := make([]float64, 12)
	one[0] = .8
	if _, wrong := found(n, none, "0"); wrong > most {
		t.Errorf("without an effect, a difference is found in %.1f%% of the data sets", 100*wrong)
	} else {
		t.Logf("no effect: %.1f%%", 100*wrong)
	}
	n /= 4
	power, wrong := found(n, one, "0")
	before, _ := found(n, one, "")
	t.Logf("one effect: found in %.1f%%, with Holm for all in %.1f%%; others in %.1f%%", 100*power,
		100*before, 100*wrong)
	if wrong > most {
		t.Errorf("beside one effect, another is found in %.1f%% of the data sets", 100*wrong)
	}
	if power < before {
		t.Errorf("the effect is found in %.1f%% of the data sets, without a gate in %.1f%%", 100*power,
			100*before)
	}
}
