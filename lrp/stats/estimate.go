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

// CorrectedEstimate is the mean of values, one a trial, each trial with nTrain and nTest respondents,
// with the standard error of the corrected resampled t statistic over J trials of standard deviation s,
//
//	s sqrt(1/J + nTest/nTrain), with J-1 degrees of freedom.
//
// It is NaN for fewer than two trials and where nTrain or nTest is not positive.
func CorrectedEstimate(values []float64, nTrain, nTest int) Estimate {
	mean, sd := MeanSD(values)
	trials := float64(len(values))
	if nTrain <= 0 || nTest <= 0 || len(values) < 2 {
		sd = math.NaN()
	}
	return Estimate{Mean: mean, SE: sd * math.Sqrt(1/trials+float64(nTest)/float64(nTrain)), DF: trials - 1}
}

// Average is the mean of estimates from K independent samples, each of the same weight. With Vᵢ the squares
// of their standard errors, its own is sqrt(ΣVᵢ)/K, with the degrees of freedom of Welch and Satterthwaite,
//
//	(ΣVᵢ)² / Σ(Vᵢ²/νᵢ);
//
// where every Vᵢ is zero, Σνᵢ. The samples are taken as they are: the average is of these K, and
// says nothing of others that might have been drawn. Of no estimate all is NaN.
//
//	B. L. Welch. The Generalization of "Student's" Problem when Several Different
//	Population Variances are Involved. Biometrika 34, 28-35 (1947).
//	F. E. Satterthwaite. An Approximate Distribution of Estimates of Variance Components.
//	Biometrics Bulletin 2, 110-114 (1946).
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

// T tests whether the mean is zero: the t statistic and its two-sided p value. Both are NaN where the
// standard error is. A mean of zero without error has t 0 and p 1, another an infinite t and p 0.
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

// Interval is the 95% interval of the mean, NaN where the standard error is.
func (e Estimate) Interval() (lo, hi float64) {
	if math.IsNaN(e.SE) {
		return math.NaN(), math.NaN()
	}
	half := e.student().Quantile(0.975) * e.SE
	return e.Mean - half, e.Mean + half
}

func (e Estimate) student() distuv.StudentsT {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: e.DF}
}
