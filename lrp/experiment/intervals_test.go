package experiment_test

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
)

// TestCoverageRecord compares with figures of scoringrules and numpy; see testdata.
func TestCoverageRecord(t *testing.T) {
	data, err := os.ReadFile("testdata/intervals.json")
	if err != nil {
		t.Fatal(err)
	}
	type third = experiment.IntervalThird
	var record struct {
		Cases []struct {
			Level             float64
			Low, High, Rating []float64
			All               third
			ByWidth           []third `json:"by_width"`
			ByRating          []third `json:"by_rating"`
		}
	}
	if err := json.Unmarshal(data, &record); err != nil || len(record.Cases) < 6 {
		t.Fatalf("%d cases, %v", len(record.Cases), err)
	}
	for i, c := range record.Cases {
		got := experiment.NewCoverage(c.Low, c.High, c.Rating, c.Level)
		want := &experiment.Coverage{Level: c.Level, Share: c.All.Share, Width: c.All.Width, Score: c.All.Score,
			ByWidth: c.ByWidth, ByRating: c.ByRating}
		if diff := cmp.Diff(want, got, cmpopts.EquateApprox(1e-12, 1e-12)); diff != "" {
			t.Errorf("case %d (-want +got):\n%s", i, diff)
		}
	}
	if c := experiment.NewCoverage(nil, nil, nil, .9); c != nil {
		t.Errorf("found %+v of no intervals", c)
	}
}

// TestLevel checks that intervals of a lower level are narrower and cover less, that other figures
// stay, and that levels outside of (0,1) are refused by name.
func TestLevel(t *testing.T) {
	at := func(level float64) (*experiment.Report, error) {
		auto := approach.Approach{Name: "AUTO", Method: approach.Learning{Learner: approach.Auto{Level: level}}}
		return experiment.Evaluate(context.Background(), []*datasets.Dataset{samples(t)[0]},
			experiment.Options{Trials: 2, Seed: 1, Approaches: []approach.Approach{auto}})
	}
	var last experiment.Result
	for _, level := range []float64{0, .5} {
		r, err := at(level)
		if err != nil {
			t.Fatal(err)
		}
		x := r.Datasets[0].Results[0]
		switch c := x.Coverage; {
		case level == 0 && c.Level != approach.IntervalLevel:
			t.Errorf("level %v, expected the default", c.Level)
		case level == 0:
		case c.Level != level || !(c.Width < last.Coverage.Width) || !(c.Share < last.Coverage.Share) ||
			x.RMSEMean != last.RMSEMean:
			t.Errorf("level %v: %+v, %v; at the default %+v, %v", level, c, x.RMSEMean, last.Coverage, last.RMSEMean)
		}
		last = x
	}
	for level, found := range map[float64]string{-.1: "-0.1", 1: "level 1 ", 2: "level 2 ", math.NaN(): "NaN"} {
		if _, err := at(level); err == nil || !strings.Contains(err.Error(), found) {
			t.Errorf("level %v: %v", level, err)
		}
	}
}
