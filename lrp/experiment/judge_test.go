package experiment_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/auto"
	"github.com/luna-rating/luna/lrp/experiment"
)

// madeUpJudge sets grades of a synthetic judge: the mean score of a text and normal noise of its
// own, whose correlation is r before grades are kept within [0,1].
func madeUpJudge(ds *datasets.Dataset, r float64) {
	var scores []float64
	for _, p := range ds.Respondents {
		scores = append(scores, p.Scores...)
	}
	sd := stat.PopStdDev(scores, nil) * math.Sqrt(1/(r*r)-1)
	rng := rand.New(rand.NewPCG(1, 2))
	type text struct {
		question int
		wording  string
	}
	noise := map[text]float64{}
	for i := range ds.Respondents {
		p, grades := &ds.Respondents[i], make([]float64, len(ds.Questions))
		for j, s := range p.Scores {
			t := text{j, auto.Wording(p.Responses[j])}
			if _, graded := noise[t]; !graded {
				noise[t] = sd * rng.NormFloat64()
			}
			grades[j] = min(max(s+noise[t], 0), 1)
		}
		p.SetExternal("J", grades)
	}
}

// TestMadeUpJudge gives AUTO the grades of synthetic judges of known reliability on Powergrading:
// it is never worse by more than 2%, and with nobody rated better than without and than the judge.
func TestMadeUpJudge(t *testing.T) {
	suite.Slow(t, "fits AUTO 144 times")
	ds := suite.Must(datasets.Open(suite.Powergrading(t), datasets.Options{}))(t)[0]
	var table strings.Builder
	for _, r := range []float64{0.5, 0.7, 0.9} {
		madeUpJudge(ds, r)
		with := suite.Must(approach.Select(approach.All(), "AUTO"))(t)
		with = append(with, approach.Approach{Name: "both", Method: approach.Learning{
			Learner: approach.Auto{Model: auto.Model{Judges: []string{"J"}}}}},
			approach.Approach{Name: "J", Method: approach.Judge("J")})
		report := suite.Must(experiment.Curve(t.Context(), []*datasets.Dataset{ds}, experiment.Options{
			Sizes: []int{0, 5, 20, 100}, Trials: 6, Seed: 1, Approaches: with, Learn: approach.LearnTotals}))(t)
		rmse := map[string]map[int]float64{"AUTO": {}, "both": {}, "J": {}}
		for _, x := range report.Datasets[0].Results {
			rmse[x.Approach][x.Size] = x.RMSEMean
		}
		for _, size := range report.Datasets[0].Sizes {
			judge, alone, both := rmse["J"][size], rmse["AUTO"][size], rmse["both"][size]
			if both > 1.02*alone || size == 0 && both >= min(alone, judge) {
				t.Errorf("r = %v, %d rated: RMSE %.4f with the judge, %.4f without, %.4f of the judge", r, size, both, alone, judge)
			}
			fmt.Fprintf(&table, "| %.1f | %d | %.3f | %.3f | %.3f |\n", r, size, judge, alone, both)
		}
	}
	document := string(suite.Must(os.ReadFile("../../docs/auto-report.md"))(t))
	if found := strings.ReplaceAll(table.String(), " 0.", " ."); !strings.Contains(document, found) {
		t.Errorf("docs/auto-report.md: expected\n%s", found)
	}
}
