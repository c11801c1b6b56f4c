package experiment_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/stats"
)

// TestSubgroupsByHand computes all measures again from the single predictions.
func TestSubgroupsByHand(t *testing.T) {
	ds := samples(t)[1]
	for i := range ds.Respondents {
		value := map[bool]string{true: "f", false: "m"}[i%3 == 0]
		if i == 5 {
			value = ""
		}
		ds.Respondents[i].Attributes = map[string]string{"sex": value}
	}
	d := evaluate(t, []*datasets.Dataset{ds}, experiment.Options{Trials: 12, Subgroups: []string{"sex"},
		Approaches: few(t, "CBG", "BWO", "AUTO"), Regressors: quickRegressors(t), Predictions: true}).Datasets[0]
	if len(d.Subgroups) != 2*len(d.Results) {
		t.Fatalf("%d subgroups of %d results", len(d.Subgroups), len(d.Results))
	}
	for k, g := range d.Subgroups {
		x := d.Results[k%len(d.Results)]
		var squares, means, held, count [30]float64
		for _, p := range x.Predictions {
			i, e := p.Respondent, p.Rating-d.Ratings[p.Respondent]
			squares[i], means[i], count[i] = squares[i]+e*e, means[i]+p.Rating, count[i]+1
			if p.Interval[0] <= d.Ratings[i] && d.Ratings[i] <= p.Interval[1] {
				held[i]++
			}
		}
		var predicted, rated []float64
		for i := range count {
			if count[i] > 0 {
				predicted, rated = append(predicted, means[i]/count[i]), append(rated, d.Ratings[i])
			}
		}
		mp, sp := stats.MeanSD(predicted)
		mr, sr := stats.MeanSD(rated)
		var n, rmse, bias, dsm, within, times float64
		for i, r := range ds.Respondents {
			if r.Attributes["sex"] == g.Value && count[i] > 0 {
				mean := means[i] / count[i]
				n, rmse, bias = n+1, rmse+squares[i]/count[i], bias+mean-d.Ratings[i]
				dsm += (mean-mp)/sp - (d.Ratings[i]-mr)/sr
				within, times = within+held[i], times+count[i]
			}
		}
		near := func(what string, m *experiment.Measure, want float64) {
			if m == nil || math.Abs(m.Value-want) > 1e-6 || !(m.CI95[0] <= want && want <= m.CI95[1]) {
				t.Errorf("%s %s: %s is %+v, expected %v", g.Value, g.Approach, what, m, want)
			}
		}
		near("RMSE", g.RMSE, math.Sqrt(rmse/n))
		near("bias", g.Bias, bias/n)
		if g.Respondents != int(n) || g.Few != (n < 10) || (g.DSM == nil) != (g.Approach == "CBG") ||
			(g.Coverage == nil) != (g.Approach != "AUTO") {
			t.Errorf("%+v, of %v respondents", g, n)
		}
		if g.DSM != nil {
			near("DSM", g.DSM, dsm/n)
		}
		if g.Coverage != nil {
			near("coverage", g.Coverage, within/times)
			if want := numbers.Wilson(int(math.Round(within/times*n)), int(n)); *g.Coverage.CI95 != want {
				t.Errorf("coverage %v, expected %v", g.Coverage.CI95, want)
			}
		}
	}
}

// slowPRMSE is the formula of RSMTool, for judges' ratings by respondent.
func slowPRMSE(system []float64, ratings [][]float64) (prmse, errors, truth float64) {
	var within, free, m, sum, squares float64
	for _, list := range ratings {
		mean, sd := stats.MeanSD(list)
		k := float64(len(list))
		if k > 1 {
			within, free = within+(k-1)*sd*sd, free+k-1
		}
		m, sum, squares = m+k, sum+k*mean, squares+k*k
	}
	errors = within / free
	for _, list := range ratings {
		mean, _ := stats.MeanSD(list)
		truth += float64(len(list)) * math.Pow(mean-sum/m, 2)
	}
	truth = (truth - float64(len(ratings)-1)*errors) / (m - squares/m)
	mse := -float64(len(ratings)) * errors
	for i, list := range ratings {
		mean, _ := stats.MeanSD(list)
		mse += float64(len(list)) * math.Pow(mean-system[i], 2)
	}
	return 1 - mse/m/truth, errors, truth
}

// TestPRMSEOfKnownTruth simulates judges who err, some of whom did not rate everyone, and
// predictions of known true ratings.
func TestPRMSEOfKnownTruth(t *testing.T) {
	const n, judges = 20000, 3
	random := rand.New(rand.NewPCG(7, 8))
	system, byRespondent, own := make([]float64, n), make([][]float64, n), make([][]float64, judges)
	var truth []float64
	mse := 0.0
	for i := range n {
		y := .5 + .15*random.NormFloat64()
		truth, system[i] = append(truth, y), .5+.7*(y-.5)+.05*random.NormFloat64()
		mse += (system[i] - y) * (system[i] - y) / n
		for j := range judges {
			x := math.NaN()
			if j == 0 || random.IntN(2) == 0 {
				x = y + .1*random.NormFloat64()
				byRespondent[i] = append(byRespondent[i], x)
			}
			own[j] = append(own[j], x)
		}
	}
	_, sd := stats.MeanSD(truth)
	got, scores := experiment.PRMSE(system, own)
	slow, errors, variance := slowPRMSE(system, byRespondent)
	if math.Abs(*got-slow) > 1e-9 || math.Abs(scores.ErrorVariance-errors) > 1e-12 ||
		math.Abs(scores.Variance-variance) > 1e-12 {
		t.Errorf("PRMSE %v of %+v, expected %v of %v and %v", *got, scores, slow, errors, variance)
	}
	if want := 1 - mse/(sd*sd); math.Abs(*got-want) > .01 || math.Abs(errors-.01) > 3e-4 {
		t.Errorf("PRMSE %v, of known truth %v; variance of errors %v", *got, want, errors)
	}
	if got, scores := experiment.PRMSE(system, own[:1]); got != nil || scores != nil {
		t.Errorf("one judge has PRMSE %v", got)
	}
}

// TestPRMSEOfEvaluation checks that PRMSE is that of the data's judges.
func TestPRMSEOfEvaluation(t *testing.T) {
	r := evaluate(t, samples(t)[1:], experiment.Options{Trials: 60, Approaches: few(t, "BWO"),
		Regressors: quickRegressors(t)})
	d := &r.Datasets[0]
	ratings := make([][]float64, len(d.Ratings))
	for i, rated := range d.Data.Respondents {
		for j := range d.Human.Judges {
			sum := 0.0
			for _, grades := range rated.Judgements {
				sum += grades[j] / float64(len(rated.Judgements))
			}
			ratings[i] = append(ratings[i], sum)
		}
	}
	// The map from mean grades to ratings, from two respondents.
	mean := func(i int) float64 { m, _ := stats.MeanSD(ratings[i]); return m }
	slope := (d.Ratings[1] - d.Ratings[0]) / (mean(1) - mean(0))
	_, errors, truth := slowPRMSE(make([]float64, len(ratings)), ratings)
	got := d.Human.TrueScores
	if math.Abs(got.ErrorVariance-slope*slope*errors) > 1e-9 || math.Abs(got.Variance-slope*slope*truth) > 1e-9 {
		t.Errorf("true scores %+v, expected %v and %v", got, slope*slope*errors, slope*slope*truth)
	}
	if p := d.Results[0].PRMSE; p == nil || *p > 1 || *p < -5 {
		t.Errorf("PRMSE %v", p)
	}
}

// TestGradesBesideBaselines computes what a question's mean and most frequent grade reach.
func TestGradesBesideBaselines(t *testing.T) {
	ds := samples(t)[0]
	o := experiment.Options{Trials: 3, Seed: 9, Approaches: few(t, "AUTO")}
	g := evaluate(t, []*datasets.Dataset{ds}, o).Datasets[0].Results[0].Grades
	splits := mustSplits(t, ds, 3, 9)
	var rmse, accuracy float64
	for q := range ds.Questions {
		squares, right, n := 0.0, 0.0, 0.0
		for _, s := range splits {
			sum, high := 0.0, 0.0
			for _, i := range s.Train {
				sum += ds.Respondents[i].Scores[q]
				if ds.Respondents[i].Scores[q] >= .5 {
					high++
				}
			}
			mean, majority := sum/float64(len(s.Train)), high > float64(len(s.Train))/2
			for _, i := range s.Test {
				score := ds.Respondents[i].Scores[q]
				squares, n = squares+(mean-score)*(mean-score), n+1
				if (score >= .5) == majority {
					right++
				}
			}
		}
		rmse += math.Sqrt(squares/n) / float64(len(ds.Questions))
		accuracy += right / n / float64(len(ds.Questions))
	}
	if math.Abs(g.Baseline.RMSE-rmse) > 1e-9 || !(g.All.RMSE < rmse) {
		t.Errorf("RMSE %v, of the mean %v, expected %v", g.All.RMSE, g.Baseline.RMSE, rmse)
	}
	if math.Abs(g.Baseline.Accuracy-accuracy) > .05 || !math.IsNaN(g.Baseline.Pearson) {
		t.Errorf("baseline %+v, expected accuracy %v", g.Baseline, accuracy)
	}
}
