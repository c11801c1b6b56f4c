package lrp

import (
	"encoding/json"

	"github.com/luna-rating/luna/datasets"
)

// Report is the outcome of an evaluation: for each data set, how well each approach
// predicted the ratings of held-out respondents. It marshals to the "lrp-report" JSON
// document.
type Report struct {
	Format        string          `json:"format"`         // "lrp-report"
	Version       int             `json:"version"`        // 1
	Seed          uint64          `json:"seed"`           // as in [Options]
	Trials        int             `json:"trials"`         // of a cross-validation: its repetitions
	TrainFraction float64         `json:"train_fraction"` // 0 where the protocol has folds
	Alpha         float64         `json:"alpha"`          // the Lasso's penalty
	Protocol      string          `json:"protocol"`       // "described", "published", "cross-validation" or "leave-one-out"
	Seconds       float64         `json:"seconds"`        // how long it took; 0 in files that are the same after every run
	Datasets      []DatasetReport `json:"datasets"`       // in the order given
}

// DatasetReport is the part of a [Report] on one data set.
type DatasetReport struct {
	Name        string   `json:"name"` // as in [datasets.Dataset], as is Synthetic
	Synthetic   bool     `json:"synthetic,omitempty"`
	Note        string   `json:"note,omitempty"`     // how the ratings came about
	SHA256      string   `json:"sha256,omitempty"`   // the data set's [datasets.Digest]
	Respondents int      `json:"respondents"`        // how many
	Questions   int      `json:"questions"`          // how many
	Train       int      `json:"train"`              // respondents in the training part of a trial
	Test        int      `json:"test"`               // of folds of unequal size: the largest
	Folds       int      `json:"folds,omitempty"`    // of a cross-validation, 0 of other protocols
	RatingMean  float64  `json:"rating_mean"`        // mean of the ratings
	RatingSD    float64  `json:"rating_sd"`          // their standard deviation (n-1)
	Results     []Result `json:"results"`            // by regressor and approach
	Human       *Human   `json:"human,omitempty"`    // nil where the data does not tell judges apart
	Warnings    []string `json:"warnings,omitempty"` // of the data and of fits, one sentence each
	// Ratings are the respondents' ratings, for the histogram.
	Ratings []float64 `json:"-"`
	// Data is what was evaluated, for a page that shows texts; nil in a report that was read from a file.
	Data *datasets.Dataset `json:"-"`
	// Weights are those of the best linear approach, where [Options].Weights asked for them.
	Weights *Weights `json:"-"`
}

// LeaveOneOut reports whether every respondent was predicted from all others.
func (r *DatasetReport) LeaveOneOut() bool { return r.Folds > 0 && r.Folds == r.Respondents }

// Result is one approach with one regressor on one data set, over all trials. What is not
// defined (a spread of one trial, the correlation of a constant) is NaN here and null in JSON.
type Result struct {
	Approach  string
	Regressor string // "none" for the controls
	// RMSEMean and RMSESD are the mean over trials of the root mean squared error and
	// its standard deviation (n-1).
	RMSEMean, RMSESD float64
	// RMSECI95 is the 95% interval of RMSEMean by the corrected resampled t statistic.
	RMSECI95 [2]float64
	// MAEMean is the mean over trials of the mean absolute error.
	MAEMean float64
	// PearsonMean is the mean correlation of prediction and rating, over the trials that have one.
	PearsonMean float64
	// ColumnsMean is the mean number of columns of the design.
	ColumnsMean float64
	// RMSE holds each trial's root mean squared error; trial i is the same split for
	// every approach. Folds are trials, one repetition after the other; but with folds of
	// one respondent, whose own error means little, there is one number a repetition, over all respondents.
	RMSE []float64
	// SquaredErrors are, in a cross-validation, the squared errors of all respondents in the data set's
	// order, each the mean over the repetitions; nil in other protocols.
	SquaredErrors []float64
	// RMSEPooled is the root of their mean.
	RMSEPooled float64
	// Coverage is that of a learner's prediction intervals; nil where there are none.
	Coverage *Coverage
	// Grades is how well a learner's grades meet the data set's scores; nil where either has none.
	Grades *GradeAgreement
	// HeldOut is what was predicted of each respondent. It is not part of the JSON document, and nil with the protocol
	// "published", whose trials take a few respondents only.
	HeldOut *HeldOut
}

// resultJSON gives Result its JSON form, where undefined numbers are null.
type resultJSON struct {
	Approach    string      `json:"approach"`
	Regressor   string      `json:"regressor"`
	RMSEMean    number      `json:"rmse_mean"`
	RMSESD      number      `json:"rmse_sd"`
	RMSECI95    *[2]float64 `json:"rmse_ci95"`
	MAEMean     number      `json:"mae_mean"`
	PearsonMean number      `json:"pearson_mean"`
	ColumnsMean number      `json:"columns_mean"`
	RMSE        []float64   `json:"rmse,omitempty"`
	RMSEPooled  float64     `json:"rmse_pooled,omitempty"`
	Squares     []float64   `json:"squared_errors,omitempty"`
	learnedJSON
}

// MarshalJSON implements [json.Marshaler].
func (r Result) MarshalJSON() ([]byte, error) { return json.Marshal(r.document()) }

func (r Result) document() resultJSON {
	j := resultJSON{
		Approach: r.Approach, Regressor: r.Regressor,
		RMSEMean: number(r.RMSEMean), RMSESD: number(r.RMSESD), MAEMean: number(r.MAEMean),
		PearsonMean: number(r.PearsonMean), ColumnsMean: number(r.ColumnsMean), RMSE: r.RMSE,
		RMSEPooled: r.RMSEPooled, Squares: r.SquaredErrors, learnedJSON: newLearnedJSON(r.Coverage, r.Grades),
	}
	if defined(r.RMSECI95[0]) && defined(r.RMSECI95[1]) {
		j.RMSECI95 = &r.RMSECI95
	}
	return j
}

// UnmarshalJSON implements [json.Unmarshaler].
func (r *Result) UnmarshalJSON(data []byte) error {
	j := resultJSON{RMSEMean: undefined, RMSESD: undefined, MAEMean: undefined, PearsonMean: undefined, ColumnsMean: undefined}
	if err := json.Unmarshal(data, &j); err != nil {
		return err
	}
	*r = Result{
		Approach: j.Approach, Regressor: j.Regressor,
		RMSEMean: float64(j.RMSEMean), RMSESD: float64(j.RMSESD), MAEMean: float64(j.MAEMean),
		PearsonMean: float64(j.PearsonMean), ColumnsMean: float64(j.ColumnsMean), RMSE: j.RMSE,
		RMSEPooled: j.RMSEPooled, SquaredErrors: j.Squares,
		RMSECI95: [2]float64{float64(undefined), float64(undefined)},
	}
	if j.RMSECI95 != nil {
		r.RMSECI95 = *j.RMSECI95
	}
	r.Coverage, r.Grades = j.read()
	return nil
}
