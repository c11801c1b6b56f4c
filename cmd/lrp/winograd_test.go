package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/luna-rating/luna/internal/seeded"
	"github.com/luna-rating/luna/internal/turing/winograd"
)

// noisy returns the solver that gives the right answers with a probability and else guesses.
func noisy(key []winograd.Problem, skill float64, seed uint64) winograd.Solver {
	return winograd.SolverFunc(func(ctx context.Context, problems []winograd.Problem) ([]int, error) {
		answers, err := winograd.Random(seed).Solve(ctx, problems)
		if err != nil {
			return nil, err
		}
		rng := seeded.New(seed, "noisy", 0)
		for i := range answers {
			if rng.Float64() < skill {
				answers[i] = key[i].Right
			}
		}
		return answers, nil
	})
}

// TestEvalOfAWinogradContest plays a contest of twenty teams of different skill and predicts their
// accuracies from their answers. Features that compare answers with the key must beat the mean.
func TestEvalOfAWinogradContest(t *testing.T) {
	collection, err := os.ReadFile("../../testdata/winograd/schemas.xml")
	if err != nil {
		t.Fatal(err)
	}
	problems, err := winograd.Read(bytes.NewReader(collection), "schemas.xml")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "schemas.xml"), collection, 0o600); err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		answers, err := winograd.Answer(t.Context(), noisy(problems, float64(i)/19, uint64(i)), problems)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := winograd.WriteOutput(&b, problems, answers); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, winograd.FileName(fmt.Sprintf("team %02d", i)))
		if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out, errs bytes.Buffer
	args := []string{"eval", "winograd:" + dir, "--approach", "RAN,CBG,COM", "--regressor", "ridge",
		"--protocol", "leave-one-out", "--format", "json"}
	if status := run(t.Context(), args, bytes.NewReader(nil), &out, &errs); status != 0 {
		t.Fatalf("exit status %d: %s", status, errs.String())
	}
	var report struct {
		Datasets []struct {
			Name        string
			Respondents int
			Questions   int
			Results     []struct {
				Approach string
				RMSE     float64 `json:"rmse_mean"`
			}
		}
	}
	if err := json.Unmarshal(out.Bytes(), &report); err != nil {
		t.Fatal(err)
	}
	d := report.Datasets[0]
	if d.Name != "winograd" || d.Respondents != 20 || d.Questions != len(problems) {
		t.Errorf("found %d respondents to %d questions of %s", d.Respondents, d.Questions, d.Name)
	}
	rmse := map[string]float64{}
	for _, r := range d.Results {
		rmse[r.Approach] = r.RMSE
	}
	if !(rmse["COM"] < rmse["CBG"]/2) || rmse["COM"] == 0 {
		t.Errorf("the RMSE of COM is %v, that of the constant guess %v", rmse["COM"], rmse["CBG"])
	}
}
