package regress

import "math"

// choose returns the penalty of least leave-one-out error; see [Ridge].
func (d *decomposed) choose() (best float64) {
	const perDecade, decades, finer = 2, 6, 10
	least := math.Inf(1)
	centre, step := 0.0, 1.0/perDecade // in decades of the mean eigenvalue
	for pass := range 3 {
		var exponents, alphas []float64
		if pass == 0 {
			for k := decades * perDecade; k >= -decades*perDecade; k-- {
				exponents = append(exponents, float64(k)*step)
			}
		} else {
			for k := finer/2 - 1; k >= 1-finer/2; k-- {
				exponents = append(exponents, centre+float64(k)*2*step/finer)
			}
			step *= 2. / finer
		}
		for _, e := range exponents {
			alphas = append(alphas, d.middle*math.Pow(10, e))
		}
		for i, e := range d.leaveOneOut(alphas) {
			// Penalties descend. Rounding must not decide between equals.
			if e < least*(1-1e-10) || pass == 0 && i == 0 {
				least = e
				best = alphas[i]
				centre = exponents[i]
			}
		}
	}
	return best
}

// leaveOneOut returns the mean squared leave-one-out errors for the penalties.
func (d *decomposed) leaveOneOut(alphas []float64) []float64 {
	means := make([]float64, len(alphas))
	scale := maxAbs(d.yc)
	for k, alpha := range alphas {
		for _, e := range d.leftOut(alpha) {
			means[k] += (e / scale) * (e / scale)
		}
		means[k] *= scale * scale / float64(d.n)
	}
	return means
}

// leftOut returns the leave-one-out error of each row.
func (d *decomposed) leftOut(alpha float64) []float64 {
	errors, quad := make([]float64, d.n), make([]float64, d.n)
	f := d.t.factor(alpha)
	f.products(quad, errors, make([]float64, d.n), d.rt, f.forward(d.z))
	for i, h := range quad {
		if d.dual { // residual and 1 - leverage are both α times these
			errors[i] /= h
		} else {
			errors[i] = (d.yc[i] - errors[i]) / max(1-1/float64(d.n)-h, 1e-13)
		}
	}
	return errors
}
