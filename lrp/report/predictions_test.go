package report

import (
	"encoding/csv"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
)

// TestPredictions computes the RMSE of every trial from the file.
func TestPredictions(t *testing.T) {
	sets, err := datasets.Open("sample-mohler", datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	approaches, err := approach.Select(approach.All(), "CBG", "BWO", "AUTO")
	if err != nil {
		t.Fatal(err)
	}
	o := experiment.Options{Trials: 2, Folds: 3, Seed: 1, Approaches: approaches, Predictions: true}
	described, err := experiment.Evaluate(t.Context(), sets, o)
	if err != nil {
		t.Fatal(err)
	}
	folds, err := experiment.CrossValidate(t.Context(), sets, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []*experiment.Report{described, folds} {
		var b strings.Builder
		if err := WritePredictions(&b, r); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(strings.NewReader(b.String())).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		squares, intervals := map[string][]float64{}, 0
		for _, row := range rows[1:] {
			e := parsed(t, row[6]) - parsed(t, row[5])
			key := strings.Join(row[:4], " ")
			squares[key] = append(squares[key], e*e)
			if row[7] != "" {
				intervals++
				if parsed(t, row[7]) > parsed(t, row[8]) || row[2] != "AUTO" {
					t.Errorf("interval in row %q", row)
				}
			}
		}
		if intervals == 0 {
			t.Error("no intervals")
		}
		for _, d := range r.Datasets {
			for _, res := range d.Results {
				for i, want := range res.RMSE {
					key := strings.Join([]string{d.Name, strconv.Itoa(i + 1), res.Approach, res.Regressor}, " ")
					sum := 0.0
					for _, x := range squares[key] {
						sum += x
					}
					if got := math.Sqrt(sum / float64(len(squares[key]))); !(math.Abs(got-want) < 1e-12) {
						t.Errorf("%s: RMSE %v from the file, %v in the report", key, got, want)
					}
				}
			}
		}
	}
}

func parsed(t *testing.T, s string) float64 {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}
