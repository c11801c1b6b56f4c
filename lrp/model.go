package lrp

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/auto"
	"github.com/luna-rating/luna/lrp/internal/modelfile"
	"github.com/luna-rating/luna/lrp/internal/predictor"
	"github.com/luna-rating/luna/lrp/stats"
	"github.com/luna-rating/luna/regress"
)

// Model predicts the ratings of respondents to one set of questions. [Train] makes it, [Model.Save]
// writes it to a file and [OpenModel] reads it. It is immutable and safe for concurrent use.
//
// A model contains the texts that it was trained on, but not their authors' identifiers.
type Model struct {
	rater
	approach Approach
	kinds    []regress.ModelKind // of regressors' models from elsewhere
	familiar func() *familiarity
}

// rater is what predicts in a [Model] and in a [Transduced] model.
type rater struct {
	info       ModelInfo
	training   *datasets.Dataset // those who were learned from, without identifiers
	analyzer   text.Analyzer
	memory     *embed.Memory // of the approach's encoder; nil if it has none
	predictor  predictor.Predictor
	memo       *predictor.Memo
	neighbours *neighbours
}

// ModelInfo describes a model. It is the first line of a model file.
type ModelInfo struct {
	Format    string   `json:"format"`             // "lrp-model"
	Version   int      `json:"version"`            // of the format
	Tool      string   `json:"tool"`               // what trained the model, such as "luna v1.2.0"
	Approach  string   `json:"approach"`           // its name
	Regressor string   `json:"regressor"`          // or the learner; "none" for CBG
	Features  []string `json:"features,omitempty"` // whose columns the regressor learned from
	Columns   int      `json:"columns"`            // their number
	// Alpha is the regressor's penalty, given or chosen on the training set; 0 if there is none.
	Alpha float64 `json:"alpha,omitempty"`
	// AlphaChosen is true for a Lasso whose penalty was chosen by cross-validation.
	AlphaChosen bool   `json:"alpha_chosen,omitempty"`
	Analyzer    string `json:"analyzer"` // its name
	// Language is the language of the texts if the analyzer was chosen for it and is not the one
	// for English; see [text.Language].
	Language string `json:"language,omitempty"`
	Seed     uint64 `json:"seed"` // of the folds of the estimate
	// Versions are the versions other than 1 of analyzer, features and learner, such as
	// "feature BOW".
	Versions map[string]int `json:"versions,omitempty"`
	// Dataset is what the model was trained on.
	Dataset ModelDataset `json:"dataset"`
	// Learn is what AUTO learned from; "" for approaches that learn from ratings alone, and in
	// files of version 1 of the format.
	Learn approach.Learn `json:"learn,omitempty"`
	// Prior is AUTO's prior, if it is not [auto.DefaultPrior].
	Prior *auto.Prior `json:"prior,omitempty"`
	// Blank is how AUTO was told to count a question without an answer.
	Blank auto.Blank `json:"blank,omitempty"`
	// Judges are the other raters and systems whose grades it learned with: see [Model.WithGrades]
	// and [Model.WithoutGrades].
	Judges []string `json:"judges,omitempty"`
	// Encoder is the encoder of the approach, if it has one; nil in files of former versions.
	Encoder *embed.Identity `json:"encoder,omitempty"`
	// Resources are what the predictions depend on besides the model itself.
	Resources []features.Resource `json:"resources,omitempty"`
	// Expected is nil if there are too few respondents for an estimate.
	Expected *ExpectedError `json:"estimate,omitempty"`
	Warnings []string       `json:"warnings,omitempty"` // about the data, the training and the fit
	// Transductive is nil except in a [Transduced] model. It is never in a file.
	Transductive *Transduction `json:"transductive,omitempty"`
}

// Transduction says whose texts a [Transduced] model knows.
type Transduction struct {
	Respondents int `json:"respondents"` // in the population
	// Training is true if all rated respondents of the training set were found in the population.
	Training bool `json:"training"`
}

// ModelDataset describes a training set.
type ModelDataset struct {
	Name        string `json:"name"`                // of the data set
	Synthetic   bool   `json:"synthetic,omitempty"` // the texts and ratings were generated
	Note        string `json:"note,omitempty"`      // how the ratings came about
	SHA256      string `json:"sha256"`              // see [datasets.Digest]
	Respondents int    `json:"respondents"`         // the number of respondents with a rating
	// Unrated is the number of respondents without a rating, from whose scores AUTO learned.
	Unrated    int     `json:"unrated,omitempty"`
	Questions  int     `json:"questions"`   // their number
	RatingMean float64 `json:"rating_mean"` // of the ratings
	RatingSD   float64 `json:"rating_sd"`   // standard deviation (n-1); 0 of a single one
	// Scale says what the ratings mean in the units of the data set.
	Scale datasets.Scale `json:"scale,omitzero"`
	// Points are the points of each question in these units; nil if they are unknown.
	Points []float64 `json:"points,omitempty"`
}

// newModelInfo describes a model without what the fit adds.
func newModelInfo(rated *datasets.Dataset, a Approach, o TrainOptions) ModelInfo {
	info := ModelInfo{
		Format: modelfile.Format, Version: modelfile.Version, Tool: "luna " + Version(),
		Approach: a.Name, Regressor: approach.NoRegressor, Analyzer: o.Analyzer.Name, Seed: o.Seed,
		Versions: versions(*o.Analyzer, a), Dataset: describeTraining(rated),
	}
	if a.Learns() {
		info.Learn = o.Learn
	}
	if auto, ok := a.Learner().(approach.Auto); ok {
		info.Prior, info.Blank, info.Judges = auto.Model.Prior, auto.Model.Blank, auto.Model.Judges
	}
	return info
}

func describeTraining(ds *datasets.Dataset) ModelDataset {
	ratings := knownRatings(ds)
	d := ModelDataset{
		Name: ds.Name, Synthetic: ds.Synthetic, Note: ds.RatingNote,
		Respondents: len(ratings), Unrated: len(ds.Respondents) - len(ratings),
		Questions: len(ds.Questions), Scale: ds.Scale, Points: ds.Points,
	}
	if len(ratings) > 0 {
		d.RatingMean, d.RatingSD = stats.MeanSD(ratings)
	}
	if len(ratings) == 1 {
		d.RatingSD = 0
	}
	return d
}

// knownRatings returns the ratings of the respondents who have one.
func knownRatings(ds *datasets.Dataset) (ratings []float64) {
	for i := range ds.Respondents {
		if r := &ds.Respondents[i]; r.Rated() {
			ratings = append(ratings, r.Rating)
		}
	}
	return ratings
}

// begin makes what is neither learned nor saved.
func (m *Model) begin() {
	m.rater.begin()
	m.familiar = sync.OnceValue(func() *familiarity { return newFamiliarity(m.training, m.analyzer) })
}

func (m *rater) begin() {
	m.memo = predictor.NewMemo(len(m.training.Respondents))
	m.neighbours = newNeighbours(m.training, m.analyzer)
}

// Info describes the model.
func (m *rater) Info() ModelInfo { return m.info }

// Questions returns the questions of the model, with the key, in the order of the responses.
func (m *rater) Questions() []datasets.Question { return slices.Clone(m.training.Questions) }

// Scale says what ratings mean in the units of the training set. Ratings of the model itself are
// always in [0,1].
func (m *rater) Scale() datasets.Scale { return m.info.Dataset.Scale }

// ErrResponses is wrapped by the error for a number of responses that differs from the number of
// questions.
var ErrResponses = errors.New("wrong number of responses")

func (m *rater) checkResponses(responses []string) error {
	if n := len(m.training.Questions); len(responses) != n {
		return fmt.Errorf("%w: found %d, expected one for each of %d questions",
			ErrResponses, len(responses), n)
	}
	return nil
}

// errNaN is the error for a prediction of NaN, which regressors and learners from outside the
// module may make.
var errNaN = errors.New("lrp: the model predicts no number")

// Rating predicts the rating, in [0,1], of a respondent from the responses, one for each question
// in the model's order; "" is no answer. It equals that of [Model.Predict] to the bit, and takes
// much less time for responses seen before.
func (m *rater) Rating(responses []string) (float64, error) {
	if err := m.checkResponses(responses); err != nil {
		return 0, err
	}
	if err := m.Encode(context.Background(), responses); err != nil {
		return 0, err
	}
	rating := clip(m.predictor.Rating(m.parts(responses)))
	if err := m.failed(); err != nil {
		return 0, err
	}
	if math.IsNaN(rating) {
		return 0, errNaN
	}
	return rating, nil
}

func clip(x float64) float64 { return min(max(x, 0), 1) }

// parts returns what predictions need of each response, remembered or computed.
func (m *rater) parts(responses []string) []predictor.Part {
	parts := make([]predictor.Part, len(responses))
	for j, r := range responses {
		parts[j] = m.memo.Get(j, valid(r), func(r string) predictor.Part {
			return m.predictor.Part(j, m.analyzer.Doc(r))
		})
	}
	return parts
}

// Predict predicts the rating of a respondent as [Model.Rating] does, with a prediction interval:
// that of the learner, or else the rating plus or minus [ExpectedError].Half. It fails if there is
// not one response for each question ([ErrResponses]).
func (m *rater) Predict(responses []string) (Prediction, error) {
	if err := m.checkResponses(responses); err != nil {
		return Prediction{}, err
	}
	if l := predictor.Learner(m.predictor); l != nil {
		if err := m.Encode(context.Background(), responses); err != nil {
			return Prediction{}, err
		}
		p := l.Predict(m.docs(responses))
		if err := m.failed(); err != nil {
			return Prediction{}, err
		}
		if math.IsNaN(p.Rating) {
			return Prediction{}, errNaN
		}
		return p, nil
	}
	rating, err := m.Rating(responses)
	if err != nil {
		return Prediction{}, err
	}
	p := Prediction{Rating: rating, Interval: [2]float64{math.NaN(), math.NaN()}}
	if e := m.info.Expected; e != nil && e.Half > 0 {
		p.Interval = [2]float64{clip(rating - e.Half), clip(rating + e.Half)}
	}
	return p, nil
}

func (m *rater) docs(responses []string) []*text.Doc {
	return numbers.Map(responses, func(r string) *text.Doc { return m.analyzer.Doc(valid(r)) })
}

// valid returns a text as it survives a model file: as valid UTF-8.
func valid(s string) string { return strings.ToValidUTF8(s, "\ufffd") }
