package synth

import "math"

// Expected returns the mean quality, in [0,1], of the answers that a person of the given
// ability draws to the question with the given index.
func (e *Exam) Expected(question int, ability float64) float64 {
	q := &e.Questions[question]
	sum := 0.0
	for i := range q.points {
		below := logisticCDF
		if i > 0 {
			below = mixedCDF
		}
		pt := &q.points[i]
		sum += pt.weight * pt.expected(q.Discrimination*(ability-q.Difficulty-pt.offset), q.Band,
			below)
	}
	return sum
}

// expected returns the mean quality of the levels that draw returns for a logit plus noise
// with the distribution function below.
func (pt *point) expected(logit, band float64, below func(float64) float64) float64 {
	last := len(pt.levels) - 1
	sum, above := 0.0, 1-below(-logit)
	sum += pt.levels[0].quality * above
	for i := 1; i < last; i++ {
		reached := 1 - below(-logit-band*float64(i)/float64(last-1))
		sum += pt.levels[i].quality * (reached - above)
		above = reached
	}
	return sum + pt.levels[last].quality*(1-above)
}

// logisticCDF is the distribution function of the standard logistic distribution.
func logisticCDF(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// mixedCDF is the distribution function of the noise of an answer's further points, 0.6 of one
// logistic variable plus 0.8 of another: the mean over equally likely values of the first.
func mixedCDF(x float64) float64 {
	const n = 256
	sum := 0.0
	for i := range n {
		u := (float64(i) + 0.5) / n
		sum += logisticCDF((x - 0.6*math.Log(u/(1-u))) / 0.8)
	}
	return sum / n
}
