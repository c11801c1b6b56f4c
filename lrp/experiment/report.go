package experiment

import (
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/auto"
	"github.com/luna-rating/luna/lrp/internal/nullable"
	"github.com/luna-rating/luna/lrp/stats"
)

// Report is the outcome of an experiment: for each data set, how well each approach predicted the
// ratings of held-out respondents; for [Curve], at each number of rated respondents. It marshals to
// the "lrp-report" JSON document, or to "lrp-curve".
type Report struct {
	Settings
	// Protocol is "described", "published", "cross-validation", "leave-one-out" or "given split";
	// "" of a learning curve.
	Protocol string          `json:"protocol,omitempty"`
	Seconds  float64         `json:"seconds"`  // duration; 0 in files that can be made again
	Datasets []DatasetReport `json:"datasets"` // in the order given
}

// Settings begin the JSON document of every outcome.
type Settings struct {
	Format  string `json:"format"`  // such as "lrp-report"
	Version int    `json:"version"` // of the format: 1
	Seed    uint64 `json:"seed"`    // as in [Options]
	// Seeds is the number of experiments with this seed and the next ones; 0 means one. All results
	// are of the first but their RMSELowest and RMSEHighest.
	Seeds         int     `json:"seeds,omitempty"`
	Trials        int     `json:"trials"`         // of a cross-validation: its repetitions
	TrainFraction float64 `json:"train_fraction"` // 0 if the protocol has folds
	// Alpha is the Lasso's penalty; 0 if it was chosen by cross-validation, or without the Lasso.
	Alpha float64 `json:"alpha"`
	// Transductive says that learners saw the texts of the test parts; see [Options].
	Transductive bool `json:"transductive,omitempty"`
	// Groups is the attribute of which no entry is on both sides of a split, and Stratified says
	// that parts have similar ratings; see [Options].
	Groups     string `json:"group_column,omitempty"`
	Stratified bool   `json:"stratified,omitempty"`
	// Blank is how AUTO was told to count a question without an answer.
	Blank auto.Blank `json:"blank,omitempty"`
}

// Dataset describes a data set and how an experiment divides it.
type Dataset struct {
	Name        string  `json:"name"` // as in [datasets.Dataset], as is Synthetic
	Synthetic   bool    `json:"synthetic,omitempty"`
	Note        string  `json:"note,omitempty"`        // how the ratings came about
	SHA256      string  `json:"sha256,omitempty"`      // the data set's [datasets.Digest]
	Respondents int     `json:"respondents"`           // their number
	Questions   int     `json:"questions"`             // their number
	Train       int     `json:"train"`                 // respondents in the training part of a trial
	Test        int     `json:"test"`                  // respondents in the test part; the mean, rounded up
	Folds       int     `json:"folds,omitempty"`       // of a cross-validation; 0 for other protocols
	Given       bool    `json:"given_split,omitempty"` // the one split is that of the data
	Groups      int     `json:"groups,omitempty"`      // their number, where there are groups
	RatingMean  float64 `json:"rating_mean"`           // mean of the ratings
	RatingSD    float64 `json:"rating_sd"`             // their standard deviation (n-1)
	// Language is the language of the texts if the analyzer was chosen for it; "" for English, or
	// if it could not be told.
	Language string `json:"language,omitempty"`
	// Primary is the approach, by its name or as "BOW/ridge", whose comparison with CBG is tested
	// first; "" if there is none. See [Tests].
	Primary string `json:"primary,omitempty"`
	// Margin is the difference of RMSE that counts as none; 0 if it was not given.
	Margin float64 `json:"margin,omitempty"`
	// Learn is what learners learned from; "" without a learner.
	Learn approach.Learn `json:"learn,omitempty"`
	// Ratings are the respondents' ratings as the protocol uses them.
	Ratings []float64 `json:"-"`
	// Data is the data set itself; nil in a report that was read from a file.
	Data *datasets.Dataset `json:"-"`
}

// DatasetReport is the part of a [Report] on one data set.
type DatasetReport struct {
	Dataset
	// Sizes are the sizes of a learning curve, ascending; nil in other reports.
	Sizes []int `json:"sizes,omitempty"`
	// Headline sums up the results in a sentence; "" until a report is written. See
	// [github.com/luna-rating/luna/lrp/report.Headline].
	Headline string   `json:"-"`
	Results  []Result `json:"results"`            // by approach and regressor, and by Size
	Human    *Human   `json:"human,omitempty"`    // nil if the data does not tell judges apart
	Warnings []string `json:"warnings,omitempty"` // about the data and fits, one sentence each
	// Contaminated are the identifiers of those who were predicted although a respondent with equal
	// answers to all questions, more of them than chance explains, was learned from in the same
	// trial; nil in a learning curve.
	Contaminated []string `json:"contaminated,omitempty"`
	// Subgroups are those that [Options].Subgroups asked for, by column, entry and result.
	Subgroups []Subgroup `json:"subgroups,omitempty"`
}

// At returns a learning curve's results at a size as a report of their own.
func (r *DatasetReport) At(size int) *DatasetReport {
	of := *r
	of.Sizes, of.Results = nil, nil
	for _, x := range r.Results {
		if x.Size == size {
			of.Results = append(of.Results, x)
		}
	}
	return &of
}

// JudgeRMSE is the RMSE of one judge's own rating as a prediction of the rating by the other
// judges, the mean over judges and trials, from [Human].VsOthers; 0 if it is unknown.
func (r *DatasetReport) JudgeRMSE() float64 {
	if r.Human == nil || len(r.Human.VsOthers) == 0 {
		return 0
	}
	return MeanJudge(r.Human.VsOthers).RMSEMean
}

// newDatasetReport returns the report on a data set without results.
func newDatasetReport(ds *datasets.Dataset, train, test int) *DatasetReport {
	return &DatasetReport{
		Dataset:  describe(ds, train, test),
		Warnings: slices.Clone(ds.Warnings),
	}
}

func describe(ds *datasets.Dataset, train, test int) Dataset {
	d := Dataset{
		Name: ds.Name, Synthetic: ds.Synthetic, SHA256: datasets.Digest(ds),
		Respondents: len(ds.Respondents), Questions: len(ds.Questions),
		Train: train, Test: test, Data: ds,
	}
	ratings := numbers.Map(ds.Respondents, func(r datasets.Respondent) float64 { return r.Rating })
	d.setRatings(ratings, ds.RatingNote)
	return d
}

// setRatings sets the ratings that are evaluated and how they came about.
func (d *Dataset) setRatings(ratings []float64, note string) {
	d.Ratings, d.Note = ratings, note
	d.RatingMean, d.RatingSD = stats.MeanSD(ratings)
}

// ByRespondent reports whether everyone in a test part was predicted once, so that the squared
// errors of respondents are compared rather than the errors of trials.
func (d *Dataset) ByRespondent() bool { return d.Given || d.leaveOneOut() }

// leaveOneOut reports whether every respondent was predicted from all others.
func (d *Dataset) leaveOneOut() bool { return d.Folds > 0 && d.Folds == d.Respondents }

// datasetJSON is the JSON form of a data set's report. The headline and the tests follow from the
// results, so they are not read back.
type datasetJSON struct {
	Dataset
	Headline    string     `json:"headline,omitempty"`
	Comparisons int        `json:"comparisons,omitempty"`
	Pairs       int        `json:"pairs,omitempty"`
	Sizes       []int      `json:"sizes,omitempty"`
	Results     any        `json:"results"`
	Human       *Human     `json:"human,omitempty"`
	JudgeRMSE   float64    `json:"judge_rmse,omitempty"`
	Warnings    []string   `json:"warnings,omitempty"`
	Subgroups   []Subgroup `json:"subgroups,omitempty"`

	Contaminated []string `json:"contaminated,omitempty"`
}

type plainResult Result

// testedJSON is a result with its tests.
type testedJSON struct {
	plainResult
	Best   bool  `json:"best,omitempty"` // the lowest mean RMSE
	VsCBG  *Test `json:"vs_cbg,omitempty"`
	VsBest *Test `json:"vs_best,omitempty"`
}

// curveJSON is the JSON form of a curve, whose points leave out the names that the curve has.
type curveJSON struct {
	Approach  string      `json:"approach"`
	Regressor string      `json:"regressor"`
	Points    []pointJSON `json:"points"`
}

type pointJSON struct {
	Size int `json:"size"`
	plainResult
}

// MarshalJSON implements [json.Marshaler]. The document also has the outcome of the method Tests.
// Results of a learning curve are listed by approach and regressor.
func (r DatasetReport) MarshalJSON() ([]byte, error) {
	j := datasetJSON{Dataset: r.Dataset, Headline: r.Headline, Sizes: r.Sizes, Human: r.Human,
		Warnings: r.Warnings, Subgroups: r.Subgroups, Contaminated: r.Contaminated}
	if len(r.Sizes) > 0 {
		j.Results = r.curvesJSON()
		j.JudgeRMSE = r.JudgeRMSE()
		j.Human = nil
	} else {
		tests := r.Tests()
		j.Comparisons = tests.Comparisons
		j.Pairs = tests.Pairs
		j.Results = r.testedJSON(tests)
	}
	return nullable.Marshal(j)
}

func (r *DatasetReport) testedJSON(tests *Tests) (list []testedJSON) {
	if r.Results != nil {
		list = []testedJSON{}
	}
	for i, x := range r.Results {
		list = append(list, testedJSON{plainResult(x), i == tests.Best, tests.VsCBG[i].known(),
			tests.VsBest[i].known()})
	}
	return list
}

func (r *DatasetReport) curvesJSON() []curveJSON {
	list := []curveJSON{}
	for _, x := range r.Results {
		n := len(list)
		if n == 0 || list[n-1].Approach != x.Approach || list[n-1].Regressor != x.Regressor {
			list = append(list, curveJSON{Approach: x.Approach, Regressor: x.Regressor})
			n++
		}
		x.Approach, x.Regressor = "", ""
		list[n-1].Points = append(list[n-1].Points, pointJSON{x.Size, plainResult(x)})
	}
	return list
}
