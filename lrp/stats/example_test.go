package stats_test

import (
	"fmt"

	"github.com/luna-rating/luna/lrp/stats"
)

// Trials that share respondents carry less information than independent ones, so the corrected
// interval is wider than the usual one.
func ExampleCorrectedEstimate() {
	rmse := []float64{.12, .14, .13, .15, .11, .13, .14, .12, .13, .13}
	mean, sd := stats.MeanSD(rmse)
	lo, hi := stats.CorrectedEstimate(rmse, 80, 20).Interval()
	fmt.Printf("%.3f ± %.3f, 95%% interval [%.3f, %.3f]\n", mean, sd, lo, hi)
	// Output:
	// 0.130 ± 0.012, 95% interval [0.115, 0.145]
}

// The differences of two approaches over the same trials.
func ExampleEstimate_T() {
	differences := []float64{-.02, -.01, -.03, -.02, .01, -.02, -.01, -.02, -.03, -.01}
	t, p := stats.CorrectedEstimate(differences, 80, 20).T()
	fmt.Printf("t %.2f, p %.3f\n", t, p)
	w, p := stats.Wilcoxon(differences)
	fmt.Printf("w %.1f, p %.3f\n", w, p)
	// Output:
	// t -2.30, p 0.047
	// w 2.5, p 0.010
}

func ExampleHolm() {
	fmt.Printf("%.3f\n", stats.Holm([]float64{.01, .04, .03}))
	// Output:
	// [0.030 0.060 0.060]
}

func ExampleQuadraticKappa() {
	predicted, actual := []float64{0, .5, 1, 1, .5}, []float64{0, .5, 1, .5, .5}
	fmt.Printf("%.2f of three levels\n", stats.QuadraticKappa(predicted, actual, 3))
	// Output:
	// 0.80 of three levels
}
