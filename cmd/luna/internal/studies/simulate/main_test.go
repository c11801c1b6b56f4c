package simulate

import (
	"math"
	"testing"

	"go.uber.org/goleak"

	"github.com/luna-rating/luna/internal/suite"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// run runs the experiment of a figure.
func run(t testing.TB, figure string, o Options) *Result {
	t.Helper()
	e, err := FindExperiment(figure)
	suite.OK(t, err)
	r, err := Run(t.Context(), e, o)
	return suite.Must(r, err)(t)
}

// near fails unless a number is within a tolerance of the expected one.
func near(t testing.TB, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: %.4f, expected %.4f ± %.4f", what, got, want, tolerance)
	}
}
