package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Estimate is a mean with its standard error.
type Estimate struct {
	Mean, SE float64
	DF       float64 // degrees of freedom of SE
}

// CorrectedEstimate returns the mean of the values of J trials, each with nTrain respondents in the
// training set and nTest in the test set. Its standard error is that of the corrected resampled t
// statistic: with s the standard deviation of the values,
//
//	s·√(1/J + nTest/nTrain), with J-1 degrees of freedom.
//
// It is NaN for fewer than two trials and if nTrain or nTest is not positive. For the differences
// of two approaches over the same trials, [Estimate.T] is the test of Nadeau and Bengio.
func CorrectedEstimate(values []float64, nTrain, nTest int) Estimate {
	mean, sd := MeanSD(values)
	trials := float64(len(values))
	if nTrain <= 0 || nTest <= 0 || len(values) < 2 {
		sd = math.NaN()
	}
	se := sd * math.Sqrt(1/trials+float64(nTest)/float64(nTrain))
	return Estimate{Mean: mean, SE: se, DF: trials - 1}
}

// Average returns the mean of estimates from K independent samples, with equal weights. If Vᵢ are
// their squared standard errors and νᵢ their degrees of freedom, its standard error is √(ΣVᵢ)/K,
// with the degrees of freedom of Welch and Satterthwaite,
//
//	(ΣVᵢ)² / Σ(Vᵢ²/νᵢ),
//
// or Σνᵢ if every Vᵢ is 0. The inference is about these K samples, not about a population of
// samples. The average of no estimates is NaN.
//
// Sources: B. L. Welch, The Generalization of "Student's" Problem when Several Different Population
// Variances are Involved, Biometrika 34, 28-35 (1947); F. E. Satterthwaite, An Approximate
// Distribution of Estimates of Variance Components, Biometrics Bulletin 2, 110-114 (1946).
func Average(estimates []Estimate) Estimate {
	var mean, variance, squares, df float64
	for _, e := range estimates {
		v := e.SE * e.SE
		mean += e.Mean
		variance += v
		squares += v * v / e.DF
		df += e.DF
	}
	if variance != 0 {
		df = variance * variance / squares
	}
	k := float64(len(estimates))
	if k == 0 {
		df = math.NaN()
	}
	return Estimate{Mean: mean / k, SE: math.Sqrt(variance) / k, DF: df}
}

// T tests whether the mean is 0. It returns the t statistic and its two-sided p value, which are
// NaN if the standard error is NaN. If the standard error is 0, they are 0 and 1 for a mean of 0,
// and ±Inf and 0 for any other.
func (e Estimate) T() (t, p float64) {
	switch {
	case math.IsNaN(e.SE) || math.IsNaN(e.Mean):
		return math.NaN(), math.NaN()
	case e.SE == 0 && e.Mean == 0:
		return 0, 1
	case e.SE == 0:
		return math.Copysign(math.Inf(1), e.Mean), 0
	}
	t = e.Mean / e.SE
	return t, 2 * e.student().CDF(-math.Abs(t))
}

// Interval returns the 95% interval of the mean, NaN if the standard error is NaN.
func (e Estimate) Interval() (lo, hi float64) {
	if math.IsNaN(e.SE) {
		return math.NaN(), math.NaN()
	}
	half := e.student().Quantile(0.975) * e.SE
	return e.Mean - half, e.Mean + half
}

// Detectable returns the smallest mean that [Estimate.T] finds significant at 5% in 80% of samples
// like this one, by the formula of Bloom: with quantiles of Student's t,
//
//	(t(.975) + t(.8))·SE.
//
// It is NaN if the standard error is. From 4 degrees of freedom on it is within 1.5% of that by the
// noncentral t distribution.
//
// Source: H. S. Bloom, Minimum Detectable Effects: A Simple Way to Report the Statistical Power of
// Experimental Designs, Evaluation Review 19, 547-556 (1995).
func (e Estimate) Detectable() float64 {
	if math.IsNaN(e.SE) {
		return e.SE
	}
	return (e.student().Quantile(.975) + e.student().Quantile(.8)) * e.SE
}

// Equivalence returns the p value of the two one-sided tests of whether the mean is between -margin
// and margin: the larger of theirs. It is NaN if the standard error is.
//
// Source: D. J. Schuirmann, A Comparison of the Two One-Sided Tests Procedure and the Power
// Approach for Assessing the Equivalence of Average Bioavailability, Journal of Pharmacokinetics
// and Biopharmaceutics 15, 657-680 (1987).
func (e Estimate) Equivalence(margin float64) float64 {
	e.Mean = margin - math.Abs(e.Mean) // to the nearer end
	t, p := e.T()
	if t > 0 {
		return p / 2
	}
	return 1 - p/2
}

func (e Estimate) student() distuv.StudentsT {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: e.DF}
}
