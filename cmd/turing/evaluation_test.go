package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/luna-rating/luna/internal/suite"

	"github.com/luna-rating/luna/cmd/turing/internal/winograd"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/wsc"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/regress"
)

// noisy returns answers that are right with a probability and else guessed.
func noisy(t *testing.T, problems []wsc.Problem, skill float64, seed uint64) []int {
	t.Helper()
	answers := wsc.Output{}.Answers(len(problems))
	rng := numbers.Stream(seed, "noisy", 0)
	for i, p := range problems {
		if rng.Float64() < skill {
			answers[i] = p.Right
		}
	}
	suite.OK(t, winograd.Answer(t.Context(), winograd.Random(seed), problems, answers, nil))
	return answers
}

// TestEvaluationOfAWinogradContest plays a contest of twenty teams of different skill and predicts
// their accuracies from their answers. Features that compare answers with the key must beat the
// mean.
func TestEvaluationOfAWinogradContest(t *testing.T) {
	collection := suite.Must(os.ReadFile("../../testdata/winograd/schemas.xml"))(t)
	problems := suite.Must(wsc.Read(bytes.NewReader(collection), "schemas.xml"))(t)
	dir := t.TempDir()
	suite.OK(t, os.WriteFile(filepath.Join(dir, "schemas.xml"), collection, 0o600))
	for i := range 20 {
		var b bytes.Buffer
		suite.OK(t, wsc.WriteOutput(&b, problems, noisy(t, problems, float64(i)/19, uint64(i))))
		file := filepath.Join(dir, fmt.Sprintf("team %02d", i)+wsc.Suffix)
		suite.OK(t, os.WriteFile(file, b.Bytes(), 0o600))
	}
	sets := suite.Must(lrp.Load("winograd:" + dir))(t)
	approaches := suite.Must(lrp.Approaches("RAN", "CBG", "COM"))(t)
	report, err := lrp.LeaveOneOut(t.Context(), sets, lrp.Options{Seed: 1, Approaches: approaches,
		Regressors: []regress.Regressor{&regress.Ridge{}}})
	suite.OK(t, err)
	d := report.Datasets[0]
	if d.Name != "winograd" || d.Respondents != 20 || d.Questions != len(problems) {
		t.Errorf("found %d respondents to %d questions of %s", d.Respondents, d.Questions, d.Name)
	}
	rmse := map[string]float64{}
	for _, r := range d.Results {
		rmse[r.Approach] = r.RMSEMean
	}
	if !(rmse["COM"] < rmse["CBG"]/2) || rmse["COM"] == 0 {
		t.Errorf("the RMSE of COM is %v, that of the constant guess %v", rmse["COM"], rmse["CBG"])
	}
}
