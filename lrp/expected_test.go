package lrp_test

import (
	"math"
	"slices"
	"strconv"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/internal/lrptest"
)

// TestExpectedError compares the estimate of training with the evaluation that it stands for.
func TestExpectedError(t *testing.T) {
	sets, err := lrp.Load("sample-mohler")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"AUTO", "CBG"} {
		o := lrp.TrainOptions{Approach: name, Seed: 1}
		m, err := lrp.Train(t.Context(), sets[0], o)
		if err != nil {
			t.Fatal(err)
		}
		e := m.Info().Expected
		r := lrp.Options{Seed: 1}
		if r.Approaches, err = lrp.Approaches("CBG", name); err != nil {
			t.Fatal(err)
		}
		report, err := lrp.LeaveOneOut(t.Context(), sets, r)
		if err != nil {
			t.Fatal(err)
		}
		mae := make(map[string]float64)
		for _, r := range report.Datasets[0].Results {
			mae[r.Approach] = r.MAEMean
		}
		found := mae[name]
		if e == nil || e.Method != "leave-one-out" || math.Abs(e.MAE-found) > 1e-12 {
			t.Errorf("%s: estimate %+v, evaluation found a mean absolute error of %v", name, e,
				found)
			continue
		}
		if better := e.RMSE < e.Baseline; better != (name == "AUTO") {
			t.Errorf("%s: RMSE %v, constant best guess %v", name, e.RMSE, e.Baseline)
		}
	}
}

// TestExpectedErrorOfMany checks that of very many respondents no more than 40,000 are held out.
func TestExpectedErrorOfMany(t *testing.T) {
	suite.Slow(t, "trains on 400,000 respondents")
	ds := &datasets.Dataset{Name: "many", Questions: []datasets.Question{{ID: "1"}}}
	for i := range 200_001 {
		ds.Respondents = append(ds.Respondents, datasets.Respondent{ID: strconv.Itoa(i),
			Responses: []string{"yes"}, Rating: float64(i % 2)})
	}
	for _, method := range []string{"held-out 40,000", "held-out fifth"} {
		m, err := lrp.Train(t.Context(), ds, lrp.TrainOptions{Approach: "CBG", Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if e := m.Info().Expected; e.Method != method || math.Abs(e.RMSE-.5) > 1e-3 {
			t.Errorf("%d respondents: estimate %+v, want %s", len(ds.Respondents), e, method)
		}
		ds.Respondents = ds.Respondents[:200_000]
	}
}

// TestExpectedErrorCopied checks that the estimate is that for people whom the keys do not know,
// where they have the right responses of the training set.
func TestExpectedErrorCopied(t *testing.T) {
	ds := lrptest.Civics(15, 5)
	lrptest.CopyAnswers(ds, ds.Respondents)
	for _, name := range []string{"AUTO", "CED"} {
		m, err := lrp.Train(t.Context(), ds, lrp.TrainOptions{Approach: name})
		if err != nil {
			t.Fatal(err)
		}
		squares := 0.0
		for i, r := range ds.Respondents {
			others := *ds
			others.Respondents = slices.Delete(slices.Clone(ds.Respondents), i, i+1)
			others.Questions = slices.Clone(ds.Questions)
			for j, q := range ds.Questions {
				gave := func(o datasets.Respondent) bool { return o.Responses[j] == r.Responses[j] }
				if !slices.ContainsFunc(others.Respondents, gave) {
					others.Questions[j].Key = slices.DeleteFunc(slices.Clone(q.Key),
						func(k string) bool { return k == r.Responses[j] })
				}
			}
			o, err := lrp.Train(t.Context(), &others, lrp.TrainOptions{Approach: name, Folds: -1})
			if err != nil {
				t.Fatal(err)
			}
			rating, err := o.Rating(r.Responses)
			if err != nil {
				t.Fatal(err)
			}
			squares += (rating - r.Rating) * (rating - r.Rating)
		}
		want := math.Sqrt(squares / float64(len(ds.Respondents)))
		if got := m.Info().Expected.RMSE; math.Abs(got-want) > 5e-4 { // where searches stop
			t.Errorf("%s: found an estimate of %v, expected %v", name, got, want)
		}
	}
}
