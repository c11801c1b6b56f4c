package analysis

import "github.com/luna-rating/luna/internal/numbers"

// Wilson returns the 95 % score interval of a probability, given k successes in n trials, where n
// is at least 1: (k+z²/2)/(n+z²) ± z/(n+z²)·√(k(n-k)/n + z²/4), z = 1.96. Wilson, E. B., “Probable
// inference, the law of succession, and statistical inference”, Journal of the American Statistical
// Association 22, 1927.
func Wilson(k, n int) [2]float64 { return numbers.Wilson(k, n) }
