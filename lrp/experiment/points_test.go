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
	got := newPointsAgreement(predicted, actual, 10)
	// Σ(i-j)² observed 0+1+4+4 = 9; expected Σ over all pairs of (i-j)²/4 of {2,5,4,10} and
	// {2,4,6,8}.
	expected := 0.0
	for _, i := range []float64{2, 5, 4, 10} {
		for _, j := range []float64{2, 4, 6, 8} {
			expected += (i - j) * (i - j) / 4
		}
	}
	want := PointsAgreement{1 - 9/expected, .25, .5, (.51 - .5) / math.Sqrt(.2/3)}
	for i, x := range []float64{got.Kappa - want.Kappa, got.Exact - want.Exact,
		got.Adjacent - want.Adjacent, got.SMD - want.SMD} {
		if !(math.Abs(x) < 1e-12) {
			t.Errorf("measure %d: %+v, want %+v", i, *got, want)
		}
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

func TestWholePoints(t *testing.T) {
	for _, c := range []struct {
		scale   datasets.Scale
		ratings []float64
		want    int
	}{
		{datasets.Scale{}, []float64{0, 1}, 0},
		{datasets.Scale{Zero: 0, Full: 20}, []float64{.05, 1, math.NaN()}, 20},
		{datasets.Scale{Zero: 0, Full: 20}, []float64{.05, .125}, 0}, // half a point
		{datasets.Scale{Zero: 3, Full: 30}, []float64{0, 1. / 27}, 27},
		{datasets.Scale{Zero: 3.5, Full: 30.5}, []float64{0, 1. / 27}, 0},
	} {
		ds := &datasets.Dataset{Scale: c.scale}
		for _, y := range c.ratings {
			ds.Respondents = append(ds.Respondents, datasets.Respondent{Rating: y})
		}
		if got := wholePoints(ds); got != c.want {
			t.Errorf("%+v: %d points, want %d", c, got, c.want)
		}
	}
}
