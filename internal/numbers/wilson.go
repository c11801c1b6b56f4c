package numbers

import "math"

// normal95 is the 97.5 % quantile of the standard normal distribution.
const normal95 = 1.959963984540054

// Wilson returns the 95 % score interval of the probability of success, given k successes in n
// trials, n being at least 1: (k+z²/2)/(n+z²) ± z/(n+z²)·√(k(n-k)/n + z²/4), z = 1.96. Wilson, E.
// B., “Probable inference, the law of succession, and statistical inference”, Journal of the
// American Statistical Association 22, 1927.
func Wilson(k, n int) [2]float64 {
	const z2 = normal95 * normal95
	a, b := float64(k), float64(n)
	middle := (a + z2/2) / (b + z2)
	half := normal95 / (b + z2) * math.Sqrt(a*(b-a)/b+z2/4)
	return [2]float64{max(0, middle-half), min(1, middle+half)}
}
