package grades

import (
	"math"
	"testing"
)

// An interpolated point has the values that are computed from its beta, top and reach.
func TestInterpolate(t *testing.T) {
	b, h, m := exactMode(t, civics(12), (*exam).mixed)
	start, part := b.priorMean(h), b.newPoint()
	b.interpolate(h, part, start, m.point, .25)
	want := b.pointAt(h, part.beta.of, part.gamma, part.top, part.reach)
	if math.Abs(part.objective-want.objective) > 1e-9*want.objective {
		t.Errorf("objective %v, expected %v", part.objective, want.objective)
	}
	for j := range want.latent.of {
		for k, v := range want.latent.of[j] {
			if math.Abs(part.latent.of[j][k]-v) > 1e-12*(1+math.Abs(v)) {
				t.Errorf("question %d, node %d: %v, expected %v", j, k, part.latent.of[j][k], v)
			}
		}
	}
}
