package experiment

import (
	"encoding/json"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/grades"
	"github.com/luna-rating/luna/lrp/internal/nullable"
	"github.com/luna-rating/luna/lrp/stats"
)

// Report is the outcome of an experiment: for each data set, how well each approach predicted the
// ratings of held-out respondents. It marshals to the "lrp-report" JSON document.
type Report struct {
	Settings
	// Protocol is "described", "published", "cross-validation", "leave-one-out" or "given split".
	Protocol string          `json:"protocol"`
	Seconds  float64         `json:"seconds"`  // duration; 0 in files that can be made again
	Datasets []DatasetReport `json:"datasets"` // in the order given
}

// Settings begin the JSON document of every outcome.
type Settings struct {
	Format        string  `json:"format"`         // such as "lrp-report"
	Version       int     `json:"version"`        // of the format: 1
	Seed          uint64  `json:"seed"`           // as in [Options]
	Trials        int     `json:"trials"`         // of a cross-validation: its repetitions
	TrainFraction float64 `json:"train_fraction"` // 0 if the protocol has folds
	// Alpha is the Lasso's penalty; 0 if it was chosen by cross-validation, or without the Lasso.
	Alpha float64 `json:"alpha"`
	// Transductive says that learners saw the texts of the test parts; see [Options].
	Transductive bool `json:"transductive,omitempty"`
	// Groups is the attribute of which no entry is on both sides of a split, and Stratified says that
	// the ratings of parts are alike; see [Options].
	Groups     string `json:"group_column,omitempty"`
	Stratified bool   `json:"stratified,omitempty"`
	// Blank is how AUTO was told to count a question without an answer.
	Blank grades.Blank `json:"blank,omitempty"`
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
	Test        int     `json:"test"`                  // respondents in the test part, or largest fold
	Folds       int     `json:"folds,omitempty"`       // of a cross-validation; 0 for other protocols
	Given       bool    `json:"given_split,omitempty"` // the one split is that of the data
	Groups      int     `json:"groups,omitempty"`      // their number, where there are groups
	RatingMean  float64 `json:"rating_mean"`           // mean of the ratings
	RatingSD    float64 `json:"rating_sd"`             // their standard deviation (n-1)
	// Language is that of the texts if the analyzer was chosen by it, "" for English and if it could
	// not be told.
	Language string `json:"language,omitempty"`
	// Primary is the approach whose comparison with CBG is tested first; "" if there is none. See
	// [Tests].
	Primary string `json:"primary,omitempty"`
	// Learn is what learners learned from; "" without a learner.
	Learn approach.Learn `json:"learn,omitempty"`
	// Ratings are the respondents' ratings as the protocol takes them.
	Ratings []float64 `json:"-"`
	// Data is the data set itself; nil in a report that was read from a file.
	Data *datasets.Dataset `json:"-"`
}

// DatasetReport is the part of a [Report] on one data set.
type DatasetReport struct {
	Dataset
	Results  []Result `json:"results"`            // by approach and regressor
	Human    *Human   `json:"human,omitempty"`    // nil if the data does not tell judges apart
	Warnings []string `json:"warnings,omitempty"` // about the data and fits, one sentence each
	// Subgroups are those that [Options].Subgroups asked for, by column, entry and result.
	Subgroups []Subgroup `json:"subgroups,omitempty"`
	// LinearFit is the best linear approach, if [Options].Weights asked for it.
	LinearFit *LinearFit `json:"-"`
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
	ratings := make([]float64, len(ds.Respondents))
	for i, r := range ds.Respondents {
		ratings[i] = r.Rating
	}
	d.setRatings(ratings, ds.RatingNote)
	return d
}

// setRatings sets the ratings that are evaluated and how they came about.
func (d *Dataset) setRatings(ratings []float64, note string) {
	d.Ratings, d.Note = ratings, note
	d.RatingMean, d.RatingSD = stats.MeanSD(ratings)
}

// ByRespondent reports whether everyone in a test part was predicted once, so that the squared errors
// of respondents are compared rather than the errors of trials.
func (d *Dataset) ByRespondent() bool { return d.Given || d.LeaveOneOut() }

// LeaveOneOut reports whether every respondent was predicted from all others.
func (d *Dataset) LeaveOneOut() bool { return d.Folds > 0 && d.Folds == d.Respondents }

// datasetReportJSON is the JSON form of a data set's report. The headline and the tests follow from
// the results, so they are not read back.
type datasetReportJSON struct {
	Dataset
	Headline    string       `json:"headline,omitempty"`
	Comparisons int          `json:"comparisons,omitempty"`
	Pairs       int          `json:"pairs,omitempty"`
	Results     []testedJSON `json:"results"`
	Human       *Human       `json:"human,omitempty"`
	Warnings    []string     `json:"warnings,omitempty"`
	Subgroups   []Subgroup   `json:"subgroups,omitempty"`
}

// testedJSON is a result with its tests.
type testedJSON struct {
	resultJSON
	Best   bool      `json:"best,omitempty"` // the lowest mean RMSE
	VsCBG  *testJSON `json:"vs_cbg,omitempty"`
	VsBest *testJSON `json:"vs_best,omitempty"`
}

type testJSON struct {
	P       nullable.Float `json:"p"`
	PHolm   nullable.Float `json:"p_holm"`
	Outcome Outcome        `json:"outcome"`
}

func (t Test) json() *testJSON {
	if t.Outcome == NoTest {
		return nil
	}
	return &testJSON{nullable.Float(t.P), nullable.Float(t.PHolm), t.Outcome}
}

// MarshalJSON implements [json.Marshaler]. The document also has the outcome of the method Tests
// and the Headline.
func (r DatasetReport) MarshalJSON() ([]byte, error) {
	tests := r.Tests()
	j := datasetReportJSON{
		Dataset: r.Dataset, Headline: r.Headline(), Comparisons: tests.Comparisons,
		Pairs: tests.Pairs, Human: r.Human, Warnings: r.Warnings,
		Subgroups: r.Subgroups,
	}
	if r.Results != nil {
		j.Results = []testedJSON{}
	}
	for i := range r.Results {
		j.Results = append(j.Results, testedJSON{
			resultJSON: r.Results[i].json(), Best: i == tests.Best,
			VsCBG: tests.VsCBG[i].json(), VsBest: tests.VsBest[i].json(),
		})
	}
	return json.Marshal(j)
}
