package auto

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/luna-rating/luna/internal/suite"
)

// drawn returns n ratings and predictions that differ from their mean slope times less than they
// should, with errors.
func drawn(n int, slope, noise float64) (ratings, predicted []float64) {
	rng := rand.New(rand.NewPCG(uint64(n), 5))
	for range n {
		d := .2 * rng.NormFloat64()
		predicted = append(predicted, .5+d)
		ratings = append(ratings, .5+slope*d+noise*rng.NormFloat64())
	}
	return ratings, predicted
}

func TestSlope(t *testing.T) {
	keyed, unkeyed := slopePrior{1, .1}, slopePrior{1.3, .3}
	for _, c := range []struct {
		prior           slopePrior
		n               int
		slope, noise    float64
		atLeast, atMost float64
	}{
		{keyed, 1000, 1.5, .05, 1.48, 1.52}, // learned from many
		{keyed, 12, 1.5, .3, .9, 1.2},       // the prior decides among few
		{unkeyed, 12, 1.5, .3, .9, 1.7},     // and is wider without a key
		{keyed, 1000, .8, .05, 1, 1},        // never narrower
		{keyed, 40, 0, .2, 0, .2},           // chance: nearly the mean
		{unkeyed, 40, -.5, .2, 0, .01},      // worse than the mean
		{keyed, 30, 1, 0, 1, 1.001},         // exact
		{unkeyed, 1000, 20, .1, 3, 3},       // bounded
	} {
		ratings, predicted := drawn(c.n, c.slope, c.noise)
		got := c.prior.slope(ratings, predicted, stat.Mean(ratings, nil))
		if !(got >= c.atLeast && got <= c.atMost) {
			t.Errorf("%+v: found slope %v", c, got)
		}
	}
	if got := keyed.slope(make([]float64, 9), make([]float64, 9), 0); !(got > 0 && got <= 1) {
		t.Errorf("equal ratings: found slope %v, expected a number", got)
	}
}

// Where ratings surely depend on the responses, the slope has the most posterior probability, by
// trying many.
func TestSlopeIsTheMode(t *testing.T) {
	prior := slopePrior{1.3, .3}
	ratings, predicted := drawn(50, 1.6, .1)
	mean := stat.Mean(ratings, nil)
	squares := func(slope float64) (sum float64) {
		for i, y := range ratings {
			sum += math.Pow(y-calibration{mean, slope}.of(predicted[i]), 2)
		}
		return sum
	}
	got := prior.slope(ratings, predicted, mean)
	variance := squares(got) / float64(len(ratings))
	best, most := 0.0, math.Inf(-1)
	for slope := 1.0; slope < maxSlope; slope += 1e-4 {
		p := -squares(slope)/(2*variance) - math.Pow((slope-prior.mode)/prior.sd, 2)/2
		if p > most {
			best, most = slope, p
		}
	}
	if math.Abs(got-best) > .01 {
		t.Errorf("found %v, expected %v", got, best)
	}
}

// Without a key, grades of different questions are learned on their own, and predictions would be
// too narrow. Calibration widens them.
func TestCalibrationWithoutKey(t *testing.T) {
	const train = 40
	x := civics(140)
	for _, q := range x.questions {
		q.Key = nil
	}
	p := prepare(t, Model{}, x)
	f := fit(t, p, x, train)
	if f.calibration.slope < 1.1 {
		t.Fatalf("found slope %v, expected more than 1.1", f.calibration.slope)
	}
	calibrated := x.error(f, train)
	f.calibration.slope = 1
	if as := x.error(f, train); calibrated > .95*as {
		t.Errorf("RMSE %v, %v without calibration", calibrated, as)
	}
}

// Where ratings have nothing to do with responses, calibration makes predictions little worse than
// the constant guess. A single draw of ratings may seem to have to do with responses.
func TestCalibrationOfChance(t *testing.T) {
	suite.Slow(t, "fits many models")
	const train, draws = 60, 16
	var calibrated, as, constant float64 // sums of mean squared errors
	for seed := range uint64(draws) {
		x := civics(100)
		rng := rand.New(rand.NewPCG(seed, 1))
		rng.Shuffle(len(x.ratings), func(i, l int) {
			x.ratings[i], x.ratings[l] = x.ratings[l], x.ratings[i]
		})
		f := fit(t, prepare(t, Model{}, x), x, train)
		calibrated += math.Pow(x.error(f, train), 2)
		f.calibration.slope = 1
		as += math.Pow(x.error(f, train), 2)
		constant += math.Pow(x.constantError(train), 2)
	}
	if calibrated > 1.07*constant || calibrated > .99*as {
		t.Errorf("mean squared error %v, %v without calibration, %v of the constant guess",
			calibrated/draws, as/draws, constant/draws)
	}
}
