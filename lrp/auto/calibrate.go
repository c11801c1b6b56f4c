package auto

import (
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/luna-rating/luna/internal/numbers"
)

// calibration moves predictions away from the mean of the training ratings, or towards it.
type calibration struct{ mean, slope float64 }

func (c calibration) of(rating float64) float64 {
	if c.slope == 1 {
		return rating // to the last digit
	}
	return c.mean + c.slope*(rating-c.mean)
}

// calibration returns that of fits with the hyper-parameters to these ratings.
func (h *hyper) calibration(ratings []float64) calibration {
	c := calibration{slope: h.Slope}
	if ratings = numbers.Known(ratings); len(ratings) > 0 {
		c.mean = stat.Mean(ratings, nil)
	}
	if c.slope == 0 { // not searched, or a fit of a former version
		c.slope = 1
	}
	return c
}

const (
	// unrelated is the prior probability that ratings have nothing to do with responses.
	unrelated = 0.2
	// maxSlope bounds the calibration slope.
	maxSlope = 3
	// slopeSteps is how often the slope and the variance of the errors are computed in turn.
	slopeSteps = 2
)

// slopePrior is the prior of a calibration slope of at least 1 with its mode and spread.
type slopePrior struct{ mode, sd float64 }

// slopePrior returns the prior of the calibration slope. Without a key nothing tells beforehand who
// is able: the grades of each question are learned on their own and shrink towards its mean, though
// those of one person go together.
func (b *problem) slopePrior() slopePrior {
	if b.mostlyKeyed() {
		return slopePrior{mode: 1, sd: 0.1}
	}
	return slopePrior{mode: 1.3, sd: 0.3}
}

// slope returns the calibration slope by predictions of some ratings, or 1 if they are few.
func (b *problem) slope(ratings, predicted []float64) float64 {
	if len(ratings) < minFolded {
		return 1
	}
	return b.slopePrior().slope(ratings, predicted, stat.Mean(numbers.Known(b.Ratings), nil))
}

// slope returns the calibration slope by predictions of ratings that the fits have not seen, where
// mean is the mean of all training ratings. With d_i the differences of the predictions from the
// mean, r_i those of the ratings, and the variance s² of the errors, it is
//
//	λ·P(related),     λ = (Σ d_i·r_i/s² + mode/sd²) / (Σ d_i²/s² + 1/sd²) ≥ 1
//
// λ is the posterior mode, and P compares the errors r_i - λ·d_i with those of the constant guess.
func (p slopePrior) slope(ratings, predicted []float64, mean float64) float64 {
	n := float64(len(ratings))
	var product, square float64
	for i, y := range ratings {
		d := predicted[i] - mean
		product += d * (y - mean)
		square += d * d
	}
	squares := func(slope float64) (sum float64) {
		for i, y := range ratings {
			e := y - mean - slope*(predicted[i]-mean)
			sum += e * e
		}
		return sum
	}
	precision := 1 / (p.sd * p.sd)
	slope := 1.0
	for range slopeSteps {
		variance := max(squares(slope)/n, tinySquare)
		slope = (product/variance + p.mode*precision) / (square/variance + precision)
		slope = min(max(slope, 1), maxSlope)
	}
	// The mean has seen the ratings; these are the squares of its leave-one-out errors.
	constant := squares(0) * (n / (n - 1)) * (n / (n - 1))
	gain := n/2*math.Log((constant+n*tinySquare)/(squares(slope)+n*tinySquare)) -
		(slope-p.mode)*(slope-p.mode)*precision/2
	odds := (1 - unrelated) / unrelated * math.Exp(gain)
	return slope * (1 - 1/(1+odds))
}
