package lrp

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/regress"
)

// largestNumber is the size of number from which on models hold none: no fit comes near it, and a product of four, of
// which kernels are made, is still far from overflow.
const largestNumber = 1e60

// checkNumbers refuses JSON with a number that a model cannot hold. The text need not be JSON.
func checkNumbers(text []byte) error {
	for at := 0; at < len(text); at++ {
		switch c := text[at]; {
		case c == '"':
			at = endOfString(text, at)
		case c >= '0' && c <= '9':
			end := at
			for end < len(text) && strings.IndexByte("0123456789.eE+-", text[end]) >= 0 {
				end++
			}
			if err := checkNumber(string(text[at:end])); err != nil {
				return err
			}
			at = end - 1
		}
	}
	return nil
}

// endOfString returns where the string ends whose quotation mark is at a place.
func endOfString(text []byte, at int) int {
	for at++; at < len(text) && text[at] != '"'; at++ {
		if text[at] == '\\' {
			at++
		}
	}
	return at
}

func checkNumber(text string) error {
	if len(text) < 60 && !strings.ContainsAny(text, "eE") {
		return nil // too short for a large one
	}
	if v, err := strconv.ParseFloat(text, 64); err != nil || v >= largestNumber {
		return fmt.Errorf("found the number %.40s, expected less than %v", text, largestNumber)
	}
	return nil
}

// predict predicts with the regressor's model. What overflows, as sums of outside models may, stays finite.
func (d *designed) predict(x *regress.Matrix) []float64 {
	y := d.model.Predict(x)
	for i, v := range y {
		y[i] = bounded(v)
	}
	return y
}

// bounded brings a number into the range that models can hold; NaN stays.
func bounded(v float64) float64 {
	if math.IsNaN(v) {
		return v
	}
	return min(max(v, -largestNumber), largestNumber)
}

// check reports what no estimate can be.
func (e *Estimate) check() error {
	if e == nil {
		return nil
	}
	for _, v := range []float64{e.RMSE, e.MAE, e.Baseline, e.Half} {
		if !(v >= 0 && v <= 1) {
			return fmt.Errorf("found an error of %v in the estimate, expected 0 to 1", v)
		}
	}
	return nil
}

// meanTolerance is how far the mean and deviation of ratings may be from what the head says of them.
const meanTolerance = 1e-9

// check reports where the head does not tell what the training part is.
func (d *ModelDataset) check(found ModelDataset) error {
	if !(math.Abs(d.RatingMean-found.RatingMean) <= meanTolerance && math.Abs(d.RatingSD-found.RatingSD) <= meanTolerance) {
		return fmt.Errorf("found ratings of mean %v and deviation %v, the head says %v and %v", found.RatingMean, found.RatingSD, d.RatingMean, d.RatingSD)
	}
	return nil
}
