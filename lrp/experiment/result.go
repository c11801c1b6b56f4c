package experiment

import (
	"encoding/json"
	"math"
	"reflect"
	"slices"

	"github.com/luna-rating/luna/lrp/internal/nullable"
	"github.com/luna-rating/luna/lrp/stats"
)

// Result is one approach with one regressor on one data set, over all trials. Undefined values,
// such as the spread of one trial or the correlation of a constant, are NaN here and null in JSON.
type Result struct {
	Approach  string `json:"approach,omitempty"`
	Regressor string `json:"regressor,omitempty"` // "none" for the controls
	// Size is the number of respondents that were trained on, in a learning curve. It enters the
	// interval, which is wide at small sizes and undefined at size 0.
	Size int `json:"-"`
	// RMSEMean and RMSESD are the mean over trials of the root mean squared error and its standard
	// deviation (n-1).
	RMSEMean float64 `json:"rmse_mean"`
	RMSESD   float64 `json:"rmse_sd"`
	// RMSECI95 is the 95% interval of RMSEMean by the corrected resampled t statistic, cut at 0.
	RMSECI95 [2]float64 `json:"rmse_ci95"`
	// RMSELowest and RMSEHighest are the range of RMSEMean over [Settings].Seeds; 0 with one seed.
	RMSELowest  float64 `json:"rmse_mean_lowest,omitempty"`
	RMSEHighest float64 `json:"rmse_mean_highest,omitempty"`
	Means
	// ColumnsMean is the mean number of columns of the design.
	ColumnsMean float64 `json:"columns_mean"`
	// RMSE has the error of each trial; trial i is the same split for every approach. Folds count
	// as trials, one repetition after the other. With folds of one respondent there is one number
	// per repetition, over all respondents, as the error of a single respondent means little.
	RMSE []float64 `json:"rmse,omitempty"`
	// RMSEPooled is the root of the mean of SquaredErrors.
	RMSEPooled float64 `json:"rmse_pooled,omitempty"`
	// SquaredErrors are, in a cross-validation, the squared errors of all respondents in the order
	// of the data set, each the mean over the repetitions; of a given split, those of the test
	// part. They are nil in other protocols.
	SquaredErrors []float64 `json:"squared_errors,omitempty"`
	// RMSEWithout is RMSEMean without [DatasetReport].Contaminated; nil if there are none, and NaN
	// if there are no others.
	RMSEWithout *float64 `json:"rmse_without,omitempty"`
	// Points is the agreement in points; nil if the ratings are neither whole nor half points.
	Points *PointsAgreement `json:"points,omitempty"`
	// PRMSE is the share by which the mean squared error is below that of the best constant, both
	// against the true ratings of [TrueScores]; nil if it is unknown.
	PRMSE *float64 `json:"prmse,omitempty"`
	// Bootstrap has intervals over respondents; nil if their single predictions are unknown.
	Bootstrap *Bootstrap `json:"bootstrap,omitempty"`
	// Thesis is the thesis's own figure, with the protocol "published"; nil if there is none.
	Thesis *ThesisFigure `json:"thesis,omitempty"`
	// Coverage is that of a learner's prediction intervals; nil if there are none.
	Coverage *Coverage `json:",inline"`
	// Grades is the agreement of a learner's grades with the data set's scores; nil if one of them
	// is missing.
	Grades *GradeAgreement `json:",inline"`
	// Predictions are those of all trials, one after the other, if [Options].Predictions asked for
	// them.
	Predictions []Prediction `json:"-"`
	// Graded are a learner's grades of all trials, by question and trial, which are kept with
	// Predictions. They take 40 bytes each.
	Graded [][]Grade `json:"-"`
	// HeldOut is what was predicted for each respondent; nil for the protocol "published", whose
	// trials take a few respondents only.
	HeldOut *HeldOut `json:"-"`
}

// Means are the measures of results besides the RMSE, each a mean over the trials that define it. A
// further measure is a field here, its value in newScore, and a column in package report: the
// compiler and a test ask for the others. Of a single trial, the fields have its values.
type Means struct {
	MAEMean     float64 `json:"mae_mean"`     // mean absolute error
	PearsonMean float64 `json:"pearson_mean"` // correlation; undefined for constants
	// SpearmanMean is the correlation of ranks ([stats.Spearman]); undefined for constants too.
	SpearmanMean float64 `json:"spearman_mean"`
}

// MarshalJSON implements [json.Marshaler].
func (r Result) MarshalJSON() ([]byte, error) { return nullable.Marshal(r) }

// UnmarshalJSON implements [json.Unmarshaler].
func (r *Result) UnmarshalJSON(data []byte) error {
	type plain Result
	if err := nullable.Unmarshal(data, (*plain)(r)); err != nil {
		return err
	}
	var has struct {
		Level *float64   `json:"interval_level"`
		All   *Agreement `json:"agreement"`
	}
	if err := json.Unmarshal(data, &has); err != nil {
		return err
	}
	if has.Level != nil {
		r.Coverage = &Coverage{Score: math.NaN()} // which old documents have not
		if err := json.Unmarshal(data, r.Coverage); err != nil {
			return err
		}
	}
	if has.All != nil {
		return json.Unmarshal(data, &r.Grades)
	}
	return nil
}

// Prediction is the prediction for one respondent in one trial.
type Prediction struct {
	Trial      int     `json:"trial"`      // its number, from 0
	Respondent int     `json:"respondent"` // index in the data set
	Rating     float64 `json:"rating"`     // predicted, in [0,1]
	// Interval is a learner's, at the level of Coverage; NaN, and null in JSON, if there is none.
	Interval [2]float64 `json:"interval"`
}

// MarshalJSON implements [json.Marshaler].
func (p Prediction) MarshalJSON() ([]byte, error) { return nullable.Marshal(p) }

// UnmarshalJSON implements [json.Unmarshaler].
func (p *Prediction) UnmarshalJSON(data []byte) error {
	type plain Prediction
	return nullable.Unmarshal(data, (*plain)(p))
}

// ThesisFigure is a result as the thesis prints it.
type ThesisFigure struct {
	RMSEMean float64 `json:"rmse_mean"` // mean over trials of the root mean squared error
	RMSESD   float64 `json:"rmse_sd"`   // its standard deviation
	Source   string  `json:"source"`    // where it is printed, and by which regressor
}

// summarise makes one result of an approach's outcomes in all trials. If they all had the same test
// part, they count as one: they have no spread.
func summarise(trials []outcome, nTrain, nTest int) Result {
	if sameSplit(trials) {
		trials = trials[:1]
	}
	r := Result{Approach: trials[0].Approach, Regressor: trials[0].Regressor}
	var scores []score
	var columns []float64
	for _, t := range trials {
		scores = append(scores, t.Score)
		columns = append(columns, float64(t.Columns))
	}
	r.setScores(scores)
	r.RMSEMean, r.RMSESD = stats.MeanSD(r.RMSE)
	r.RMSECI95[0], r.RMSECI95[1] = stats.CorrectedEstimate(r.RMSE, nTrain, nTest).Interval()
	r.RMSECI95[0] = max(r.RMSECI95[0], 0) // NaN if it is
	r.ColumnsMean, _ = stats.MeanSD(columns)
	r.Coverage, r.Grades, r.Graded = summariseLearned(trials)
	r.Points = meanPoints(trials)
	return r
}

// sameSplit reports whether all trials had the same test part.
func sameSplit(trials []outcome) bool {
	first := slices.Sorted(slices.Values(trials[0].Test))
	return first != nil && !slices.ContainsFunc(trials, func(t outcome) bool {
		return !slices.Equal(first, slices.Sorted(slices.Values(t.Test)))
	})
}

// setScores sets what is a mean over scores, and RMSE to their list.
func (r *Result) setScores(scores []score) {
	r.RMSE = nil
	var list []Means
	for _, s := range scores {
		r.RMSE, list = append(r.RMSE, s.RMSE), append(list, s.Means)
	}
	r.Means = meanFields(list)
}

// meanFields returns a struct of numbers with the mean of each field over the elements of a list
// that define it.
func meanFields[T any](list []T) (mean T) {
	to := reflect.ValueOf(&mean).Elem()
	for k := range to.NumField() {
		var values []float64
		for _, x := range list {
			if v := reflect.ValueOf(x).Field(k).Float(); nullable.Defined(v) {
				values = append(values, v)
			}
		}
		m, _ := stats.MeanSD(values)
		to.Field(k).SetFloat(m)
	}
	return mean
}

// score compares the predictions of one trial with the ratings.
type score struct {
	RMSE float64 // root mean squared error
	Means
}

// newScore compares predictions with the actual ratings, of which there must be as many.
func newScore(predicted, actual []float64) score { return newScoreOf(predicted, predicted, actual) }

// newScoreOf is newScore with other numbers than the predictions to correlate with the ratings.
func newScoreOf(predicted, correlated, actual []float64) score {
	var squares, absolute float64
	for i, p := range predicted {
		e := p - actual[i]
		squares += e * e
		absolute += math.Abs(e)
	}
	n := float64(len(actual))
	return score{math.Sqrt(squares / n), Means{absolute / n, stats.Pearson(correlated, actual),
		stats.Spearman(correlated, actual)}}
}

// clip brings predictions into [0,1], in place, and returns the slice.
func clip(predicted []float64) []float64 {
	for i, p := range predicted {
		predicted[i] = min(max(p, 0), 1)
	}
	return predicted
}

// keep keeps the predictions of all trials.
func (r *Result) keep(trials []outcome) {
	for i, t := range trials {
		for k, y := range t.Ratings {
			p := Prediction{i, t.Test[k], y, [2]float64{math.NaN(), math.NaN()}}
			if t.Intervals != nil {
				p.Interval = t.Intervals[k]
			}
			r.Predictions = append(r.Predictions, p)
		}
	}
}
