package auto

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The scale is the posterior by a ridge regression whose variance of noise is that of its
// residuals.
func TestScale(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	prior := scale{1.02, .9, .1, .5, math.Inf(1)}
	for _, n := range []int{1, 2, 5, 60} {
		for _, noise := range []float64{0, .05} {
			ratings, means := []float64{.5, math.NaN()}, []float64{math.NaN(), .5} // say nothing
			var rows []float64
			var values []float64
			for range n {
				x := rng.Float64()
				y := .95 - 1.3*(1-x) + noise*rng.NormFloat64()
				ratings, means = append(ratings, y), append(means, x)
				rows, values = append(rows, 1, x-1), append(values, y-prior.top-prior.reach*(x-1))
			}
			x := mat.NewDense(n, 2, rows)
			y := mat.NewVecDense(n, values)
			variance := .04 * .04
			var last mat.Dense
			var theta, residuals mat.VecDense
			for range 3 {
				last.Mul(x.T(), x)
				last.Scale(1/variance, &last)
				last.Set(0, 0, last.At(0, 0)+math.Pow(prior.topSD, -2))
				last.Set(1, 1, last.At(1, 1)+math.Pow(prior.reachSD, -2))
				if err := last.Inverse(mat.DenseCopyOf(&last)); err != nil {
					t.Fatal(err)
				}
				theta.MulVec(x.T(), y)
				theta.MulVec(&last, mat.VecDenseCopyOf(&theta))
				theta.ScaleVec(1/variance, &theta)
				residuals.MulVec(x, &theta)
				residuals.SubVec(y, &residuals)
				variance = max(mat.Dot(&residuals, &residuals)/float64(n), minScaleNoise*minScaleNoise)
			}
			got := prior.after(.04, ratings, means)
			for _, c := range []struct {
				what      string
				got, want float64
			}{
				{"top", got.top, prior.top + theta.AtVec(0)},
				{"reach", got.reach, prior.reach + theta.AtVec(1)},
				{"deviation of top", got.topSD, math.Sqrt(last.At(0, 0))},
				{"deviation of reach", got.reachSD, math.Sqrt(last.At(1, 1))},
				{"noise", got.noise, math.Sqrt(variance)},
			} {
				if !(math.Abs(c.got-c.want) < 1e-7*(1+math.Abs(c.want))) {
					t.Errorf("%d respondents, noise %v: %s %v, expected %v", n, noise, c.what, c.got, c.want)
				}
			}
		}
	}
	if got := prior.after(.04, []float64{.5}, []float64{math.NaN()}); got != prior {
		t.Errorf("nothing is known: found %+v, expected %+v", got, prior)
	}
}

// Where ratings are the mean scores of the questions that were answered, or of all questions, with
// 0 for one that was not, the scale has no noise.
func TestScaleOfGaps(t *testing.T) {
	for _, all := range []bool{false, true} {
		x := civics(40).omit(.3, all)
		for i, r := range x.responses {
			for j, d := range r {
				if blank(d) {
					x.scores[i][j] = math.NaN()
				}
			}
		}
		b := prepare(t, Model{}, x).newProblem(x.withScores())
		if s := b.scaleFor(defaultHyper()); s.noise > .005 || math.Abs(s.top-1) > .02 ||
			math.Abs(s.reach-1) > .03 {
			t.Errorf("all questions count %v: found %+v, expected no noise, top 1 and reach 1", all, s)
		}
	}
	// Without scores it is the prior.
	h := defaultHyper()
	b := problemOf(t, civics(12), h)
	if want := (scale{1, 1, h.Top, h.Reach, math.Inf(1)}); b.scale != want {
		t.Errorf("without scores: found %+v, expected %+v", b.scale, want)
	}
}
