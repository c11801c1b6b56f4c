package experiment

import (
	"encoding/json"

	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/internal/nullable"
)

// Comparison says for pairs of approaches whether their errors differ by more than chance. It
// marshals to the "lrp-comparison" JSON document.
type Comparison struct {
	Settings
	Protocol string `json:"protocol"` // as in [Report]
	// Baseline is the label of what all others are compared with; "" if every pair is compared.
	Baseline string `json:"baseline,omitempty"`
	// Best is true if the baseline was chosen for the lowest error in these very trials.
	Best bool `json:"best,omitempty"`
	// Contenders are in the order of their mean RMSE averaged over the data sets, lowest first.
	Contenders []Contender         `json:"contenders"`
	Datasets   []DatasetComparison `json:"datasets"` // in the order of the report
	// Overall has the pairs over all data sets together; it is empty for a single one.
	Overall []OverallDifference `json:"overall,omitempty"`
	// Primary is the label of the contender that is tested first against CBG, if that is the
	// baseline, and opens the gate to the others; see [Tests].
	Primary string `json:"primary,omitempty"`
	// Comparisons is, as in [DatasetComparison], the number of tests that those of Overall are
	// adjusted for.
	Comparisons int `json:"comparisons,omitempty"`
}

// Contender is an approach with its regressor.
type Contender struct {
	// Label is "COM/ols", or the approach's name alone if it does not need a regressor.
	Label     string  `json:"label"`
	Approach  string  `json:"approach"`
	Regressor string  `json:"regressor"`
	RMSEMean  float64 `json:"rmse_mean"` // averaged over the data sets
	// Equal are the labels of contenders with the same errors in every trial of every data set,
	// which are therefore not compared again.
	Equal []string `json:"equal,omitempty"`
}

// DatasetComparison has the Pairs on one data set. Name, Synthetic, Respondents, Questions, Train,
// Test, Folds, Given and Learn are as in [Dataset].
type DatasetComparison struct {
	Name        string         `json:"name"`
	Synthetic   bool           `json:"synthetic,omitempty"`
	Respondents int            `json:"respondents"`
	Questions   int            `json:"questions"`
	Train       int            `json:"train"`
	Test        int            `json:"test"`
	Folds       int            `json:"folds,omitempty"`
	Given       bool           `json:"given_split,omitempty"`
	Learn       approach.Learn `json:"learn,omitempty"`
	// Comparisons is the number of tests that PHolm is adjusted for: those of the contenders with
	// the baseline, or those of all pairs if there is none or if it was chosen by its error.
	// Contenders with the same errors on the data set are tested once.
	Comparisons int          `json:"comparisons"`
	Pairs       []Difference `json:"pairs"`
}

// Difference is the difference of two contenders' mean RMSE, A's less B's: below zero if A is the
// better one. What is not defined is NaN here and null in JSON.
type Difference struct {
	A, B         string  // labels
	RMSEA, RMSEB float64 // mean RMSE of each
	Mean         float64
	CI95         [2]float64 // 95% interval of Mean
	// T, DF and P are of the corrected resampled t-test; over several data sets, of their average.
	T, DF, P float64
	// PHolm is P adjusted by [stats.Holm] for the family of tests on this data set, as in [Tests],
	// or for that of the tests over all data sets.
	PHolm float64
	// Wilcoxon is the p value of [stats.Wilcoxon] on the trials, or on the data sets' differences.
	// As trials overlap, on them it counts the same evidence several times and finds differences
	// too often, the more so the more trials there are. Where everyone was predicted once, on a given
	// split or from all others, respondents stand for trials here.
	Wilcoxon float64
	// Wins, Ties and Losses of A count the trials in which its error was lower, equal up to 1e-9,
	// and higher; over several data sets, the data sets by their mean differences.
	Wins, Ties, Losses int
}

// Significant reports whether the difference is significant after Holm's adjustment.
func (d Difference) Significant() bool { return d.PHolm < Significance }

// OverallDifference is a difference averaged over data sets of equal weight. Its Mean is the mean
// of the data sets' differences; T, P and CI95 are those of [stats.Average] and apply to these data
// sets. Wilcoxon takes the data sets as a sample of all there might be; it is NaN for fewer than 5,
// as with 4 the smallest p value of a signed-rank test is .125.
type OverallDifference struct {
	Difference   Difference
	WilcoxonHolm float64 // Wilcoxon, adjusted by [stats.Holm] for the family
	Sets         int     // the number of data sets
	// Better and Worse are the numbers of data sets with a significant difference after Holm's
	// adjustment.
	Better, Worse int
}

// differenceJSON is the JSON form of a difference. An infinite t is null, too.
type differenceJSON struct {
	A        string         `json:"a"`
	B        string         `json:"b"`
	RMSEA    nullable.Float `json:"rmse_a"`
	RMSEB    nullable.Float `json:"rmse_b"`
	Mean     nullable.Float `json:"difference"`
	CI95     *[2]float64    `json:"difference_ci95"`
	T        nullable.Float `json:"t"`
	DF       nullable.Float `json:"df"`
	P        nullable.Float `json:"p"`
	PHolm    nullable.Float `json:"p_holm"`
	Wilcoxon nullable.Float `json:"wilcoxon_p"`
	Wins     int            `json:"wins"`
	Ties     int            `json:"ties"`
	Losses   int            `json:"losses"`
}

func (d *Difference) json() differenceJSON {
	return differenceJSON{
		A: d.A, B: d.B, RMSEA: nullable.Float(d.RMSEA), RMSEB: nullable.Float(d.RMSEB),
		Mean: nullable.Float(d.Mean), CI95: nullable.Interval(d.CI95),
		T: nullable.Float(d.T), DF: nullable.Float(d.DF),
		P: nullable.Float(d.P), PHolm: nullable.Float(d.PHolm),
		Wilcoxon: nullable.Float(d.Wilcoxon),
		Wins:     d.Wins, Ties: d.Ties, Losses: d.Losses,
	}
}

// MarshalJSON implements [json.Marshaler].
func (d Difference) MarshalJSON() ([]byte, error) { return json.Marshal(d.json()) }

// MarshalJSON implements [json.Marshaler].
func (o OverallDifference) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		differenceJSON
		WilcoxonHolm nullable.Float `json:"wilcoxon_p_holm"`
		Sets         int            `json:"sets"`
		Better       int            `json:"sets_better"`
		Worse        int            `json:"sets_worse"`
	}{o.Difference.json(), nullable.Float(o.WilcoxonHolm), o.Sets, o.Better, o.Worse})
}
