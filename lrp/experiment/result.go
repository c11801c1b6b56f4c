package experiment

import (
	"encoding/json"

	"github.com/luna-rating/luna/lrp/internal/nullable"
)

// Result is one approach with one regressor on one data set, over all trials. What is not defined,
// such as the spread of one trial or the correlation of a constant, is NaN here and null in JSON.
type Result struct {
	Approach  string
	Regressor string // "none" for the controls
	// RMSEMean and RMSESD are the mean over trials of the root mean squared error and its standard
	// deviation (n-1).
	RMSEMean, RMSESD float64
	// RMSECI95 is the 95% interval of RMSEMean by the corrected resampled t statistic, cut at 0.
	RMSECI95 [2]float64
	// MAEMean is the mean over trials of the mean absolute error.
	MAEMean float64
	// PearsonMean is the mean correlation of prediction and rating over the trials that have one.
	PearsonMean float64
	// ColumnsMean is the mean number of columns of the design.
	ColumnsMean float64
	// RMSE has the error of each trial; trial i is the same split for every approach. Folds count
	// as trials, one repetition after the other. With folds of one respondent there is one number
	// per repetition, over all respondents, as the error of a single respondent means little.
	RMSE []float64
	// SquaredErrors are, in a cross-validation, the squared errors of all respondents in the order
	// of the data set, each the mean over the repetitions; of a given split, those of the test part.
	// They are nil in other protocols.
	SquaredErrors []float64
	// RMSEPooled is the root of their mean.
	RMSEPooled float64
	// Coverage is that of a learner's prediction intervals; nil if there are none.
	Coverage *Coverage
	// Grades is the agreement of a learner's grades with the data set's scores; nil if one of them
	// is missing.
	Grades *GradeAgreement
	// Points is the agreement in whole points; nil if the ratings are not such.
	Points *PointsAgreement
	// PRMSE is by how much the mean squared error is less than that of the best constant, as a share, if
	// both are about the true ratings of [TrueScores]; nil if it is unknown.
	PRMSE *float64
	// Thesis is the thesis's own figure, with the protocol "published"; nil if there is none.
	Thesis *ThesisFigure
	// Predictions are those of all trials, one after the other, if [Options].Predictions asked for
	// them. They are not part of the JSON document.
	Predictions []Prediction
	// HeldOut is what was predicted for each respondent. It is not part of the JSON document, and
	// nil for the protocol "published", whose trials take a few respondents only.
	HeldOut *HeldOut
}

// Prediction is the prediction of one respondent in one trial.
type Prediction struct {
	Trial      int        // its number, from 0
	Respondent int        // index in the data set
	Rating     float64    // predicted, in [0,1]
	Interval   [2]float64 // of a learner, at [approach.IntervalLevel]; NaN if there is none
}

// ThesisFigure is a result as the thesis has it.
type ThesisFigure struct {
	RMSEMean float64 `json:"rmse_mean"` // mean over trials of the root mean squared error
	RMSESD   float64 `json:"rmse_sd"`   // its standard deviation
	Source   string  `json:"source"`    // where it is printed, and by which regressor
}

// resultJSON is the JSON form of a result.
type resultJSON struct {
	Approach    string           `json:"approach"`
	Regressor   string           `json:"regressor"`
	RMSEMean    nullable.Float   `json:"rmse_mean"`
	RMSESD      nullable.Float   `json:"rmse_sd"`
	RMSECI95    *[2]float64      `json:"rmse_ci95"`
	MAEMean     nullable.Float   `json:"mae_mean"`
	PearsonMean nullable.Float   `json:"pearson_mean"`
	ColumnsMean nullable.Float   `json:"columns_mean"`
	RMSE        []float64        `json:"rmse,omitempty"`
	RMSEPooled  float64          `json:"rmse_pooled,omitempty"`
	Squares     []float64        `json:"squared_errors,omitempty"`
	Points      *PointsAgreement `json:"points,omitempty"`
	PRMSE       *float64         `json:"prmse,omitempty"`
	Thesis      *ThesisFigure    `json:"thesis,omitempty"`
	learnedJSON
}

// MarshalJSON implements [json.Marshaler].
func (r Result) MarshalJSON() ([]byte, error) { return json.Marshal(r.json()) }

func (r *Result) json() resultJSON {
	return resultJSON{
		Approach: r.Approach, Regressor: r.Regressor,
		RMSEMean: nullable.Float(r.RMSEMean), RMSESD: nullable.Float(r.RMSESD),
		RMSECI95: nullable.Interval(r.RMSECI95),
		MAEMean:  nullable.Float(r.MAEMean), PearsonMean: nullable.Float(r.PearsonMean),
		ColumnsMean: nullable.Float(r.ColumnsMean), RMSE: r.RMSE,
		RMSEPooled: r.RMSEPooled, Squares: r.SquaredErrors, Points: r.Points, PRMSE: r.PRMSE, Thesis: r.Thesis,
		learnedJSON: newLearnedJSON(r.Coverage, r.Grades),
	}
}

// UnmarshalJSON implements [json.Unmarshaler].
func (r *Result) UnmarshalJSON(data []byte) error {
	j := resultJSON{
		RMSEMean: nullable.NaN, RMSESD: nullable.NaN, MAEMean: nullable.NaN,
		PearsonMean: nullable.NaN, ColumnsMean: nullable.NaN,
	}
	if err := json.Unmarshal(data, &j); err != nil {
		return err
	}
	*r = Result{
		Approach: j.Approach, Regressor: j.Regressor,
		RMSEMean: float64(j.RMSEMean), RMSESD: float64(j.RMSESD),
		RMSECI95: [2]float64{float64(nullable.NaN), float64(nullable.NaN)},
		MAEMean:  float64(j.MAEMean), PearsonMean: float64(j.PearsonMean),
		ColumnsMean: float64(j.ColumnsMean), RMSE: j.RMSE,
		RMSEPooled: j.RMSEPooled, SquaredErrors: j.Squares, Points: j.Points, PRMSE: j.PRMSE, Thesis: j.Thesis,
	}
	if j.RMSECI95 != nil {
		r.RMSECI95 = *j.RMSECI95
	}
	r.Coverage, r.Grades = j.coverage(), j.grades()
	return nil
}
