package experiment

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/luna-rating/luna/datasets"
)

// TestPointsAgreement compares four predictions of 0 to 10 points by hand.
func TestPointsAgreement(t *testing.T) {
	actual := []float64{.2, .4, .6, .8}       // 2, 4, 6 and 8 points
	predicted := []float64{.24, .45, .4, .95} // 2, 5 (a half is rounded up), 4 and 10
	got := newPointsAgreement(predicted, actual, points{10, 1})
	// Σ(i-j)² observed 0+1+4+4 = 9; expected Σ over all pairs of (i-j)²/4 of {2,5,4,10} and
	// {2,4,6,8}.
	expected := 0.0
	for _, i := range []float64{2, 5, 4, 10} {
		for _, j := range []float64{2, 4, 6, 8} {
			expected += (i - j) * (i - j) / 4
		}
	}
	// Unrounded: 2.4, 4.5, 4 and 9.5, whose observed sum is 6.66 and expected sum 48.26.
	want := PointsAgreement{1, 1 - 9/expected, 1 - 6.66/48.26, .25, .5, (.51 - .5) / math.Sqrt(.2/3)}
	for i, x := range []float64{got.Kappa - want.Kappa, got.KappaUnrounded - want.KappaUnrounded,
		got.Exact - want.Exact, got.Adjacent - want.Adjacent, got.SMD - want.SMD, got.Step - want.Step} {
		if !(math.Abs(x) < 1e-12) {
			t.Errorf("measure %d: %+v, want %+v", i, *got, want)
		}
	}
	// In half points: 5, 9, 8 and 19 of 4, 8, 12 and 16, of which the first two are off by one.
	if half := newPointsAgreement(predicted, actual, points{20, .5}); half.Exact != 0 ||
		half.Adjacent != .5 || half.Step != .5 || half.KappaUnrounded != got.KappaUnrounded ||
		half.Kappa == got.Kappa {
		t.Errorf("in half points %+v", half)
	}
	got.Kappa = math.NaN()
	data, err := json.Marshal(Result{Points: got})
	if err != nil {
		t.Fatal(err)
	}
	var back Result
	if err := json.Unmarshal(data, &back); err != nil || !math.IsNaN(back.Points.Kappa) ||
		back.Points.SMD != got.SMD {
		t.Errorf("%s is read as %+v (%v)", data, back.Points, err)
	}
}

func TestPoints(t *testing.T) {
	for _, c := range []struct {
		scale   datasets.Scale
		ratings []float64
		want    points
	}{
		{datasets.Scale{}, []float64{0, 1}, points{}},
		{datasets.Scale{Zero: 0, Full: 20}, []float64{.05, 1, math.NaN()}, points{20, 1}},
		{datasets.Scale{Zero: 0, Full: 20}, []float64{.05, .125}, points{40, .5}},
		{datasets.Scale{Zero: 0, Full: 20}, []float64{.05, .1125}, points{}}, // a quarter
		{datasets.Scale{Zero: math.NaN(), Full: 20}, nil, points{}},
		{datasets.Scale{Zero: 3, Full: 30}, []float64{0, 1. / 27}, points{27, 1}},
		{datasets.Scale{Zero: 3.5, Full: 30.5}, []float64{0, 1. / 27}, points{54, .5}},
	} {
		ds := &datasets.Dataset{Scale: c.scale}
		for _, y := range c.ratings {
			ds.Respondents = append(ds.Respondents, datasets.Respondent{Rating: y})
		}
		if got := pointsOf(ds); got != c.want {
			t.Errorf("%+v: %+v, want %+v", c, got, c.want)
		}
	}
}
