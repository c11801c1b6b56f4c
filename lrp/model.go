package lrp

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/stats"
	"github.com/luna-rating/luna/regress"
)

// Model predicts the ratings of respondents to one set of questions. [Train] makes it, [Model.Save] and
// [OpenModel] keep it. It is immutable and safe for concurrent use.
//
// A model holds the texts that it was trained on, but not who wrote them.
type Model struct {
	info      ModelInfo
	training  *datasets.Dataset // the rated respondents, without identifiers
	analyzer  text.Analyzer
	approach  Approach
	kinds     []regress.ModelKind // of regressors' models from elsewhere
	predictor predictor
	memo      *memo
	near      *neighbourhood
}

// ModelInfo tells what is in a model. It is the first line of a model file.
type ModelInfo struct {
	Format    string   `json:"format"`             // "lrp-model"
	Version   int      `json:"version"`            // of the format
	Tool      string   `json:"tool"`               // what trained the model, such as "luna v1.2.0"
	Approach  string   `json:"approach"`           // its name
	Regressor string   `json:"regressor"`          // or the learner; "none" for the constant best guess
	Features  []string `json:"features,omitempty"` // whose columns the regressor sees
	Columns   int      `json:"columns"`
	Analyzer  string   `json:"analyzer"` // by its name
	Seed      uint64   `json:"seed"`     // of the folds of the estimate
	// Dataset is what the model was trained on.
	Dataset ModelDataset `json:"dataset"`
	// Resources are what the predictions depend on besides the model itself.
	Resources []Resource `json:"resources,omitempty"`
	// Estimate is nil where there are too few respondents for one.
	Estimate *Estimate `json:"estimate,omitempty"`
	Warnings []string  `json:"warnings,omitempty"` // from the data, the training part and the fit
}

// ModelDataset describes a training set.
type ModelDataset struct {
	Name        string  `json:"name"`                // of the data set
	Synthetic   bool    `json:"synthetic,omitempty"` // the texts and ratings were generated
	Note        string  `json:"note,omitempty"`      // how the ratings came about
	SHA256      string  `json:"sha256"`              // see [datasets.Digest]
	Respondents int     `json:"respondents"`         // with a rating
	Questions   int     `json:"questions"`           // their number
	RatingMean  float64 `json:"rating_mean"`         // of the ratings
	RatingSD    float64 `json:"rating_sd"`           // their standard deviation (n-1), 0 of a single one
}

// newModel fits the approach to the rated respondents.
func newModel(rated *datasets.Dataset, a Approach, o TrainOptions) (*Model, error) {
	m := &Model{
		training: anonymous(rated), analyzer: *o.Analyzer, approach: a, kinds: o.Parts.Models,
		info: ModelInfo{
			Format: modelFormat, Version: modelVersion, Tool: tool(), Approach: a.Name, Regressor: "none",
			Analyzer: o.Analyzer.Name, Seed: o.Seed, Dataset: describeTraining(rated),
		},
	}
	c := newCorpus(m.training, m.analyzer)
	switch {
	case a.Learner != nil:
		m.info.Regressor = a.Learner.Name()
		p, err := a.Learner.Prepare(c.questions)
		if err != nil {
			return nil, err
		}
		f, err := p.Fit(c.responses(c.everyone()), c.ratings)
		if err != nil {
			return nil, err
		}
		m.predictor = learnerPredictor(f)
	case a.Control != nil:
		m.predictor = constant(a.Control(Trial{Seed: o.Seed, TrainY: c.ratings, Test: 1})[0])
	default:
		m.info.Regressor = o.Regressor.Name()
		m.info.Features = extractorNames(a.Extractors)
		d := newDesigned(c, a.Extractors)
		if err := d.learn(c, a.Extractors, o.Regressor); err != nil {
			return nil, err
		}
		m.predictor, m.info.Columns = d, len(d.columns)
	}
	var err error
	if m.info.Resources, err = resourcesOf(a, o.Parts); err != nil {
		return nil, err
	}
	for _, w := range m.predictor.warnings() {
		m.info.Warnings = append(m.info.Warnings, w.Error())
	}
	m.begin()
	return m, nil
}

// begin makes what is neither learned nor saved.
func (m *Model) begin() {
	m.memo = newMemo(len(m.training.Respondents))
	m.near = newNeighbourhood(m.training, m.analyzer)
}

// anonymous returns the data set with numbers for identifiers.
func anonymous(ds *datasets.Dataset) *datasets.Dataset {
	d := *ds
	d.Respondents = slices.Clone(ds.Respondents)
	for i := range d.Respondents {
		d.Respondents[i].ID = fmt.Sprint(i + 1)
	}
	return &d
}

func describeTraining(ds *datasets.Dataset) ModelDataset {
	d := ModelDataset{
		Name: ds.Name, Synthetic: ds.Synthetic, Note: ds.RatingNote,
		Respondents: len(ds.Respondents), Questions: len(ds.Questions),
	}
	if n := len(ds.Respondents); n > 0 {
		d.RatingMean, d.RatingSD = stats.MeanSD(ratingsOf(ds))
		if n == 1 {
			d.RatingSD = 0
		}
	}
	return d
}

func ratingsOf(ds *datasets.Dataset) []float64 {
	ratings := make([]float64, len(ds.Respondents))
	for i, r := range ds.Respondents {
		ratings[i] = r.Rating
	}
	return ratings
}

// Info tells what is in the model.
func (m *Model) Info() ModelInfo { return m.info }

// Questions are those whose responses the model takes, in their order, with the key.
func (m *Model) Questions() []datasets.Question { return slices.Clone(m.training.Questions) }

// ErrResponses is wrapped by the error for a number of responses other than that of the questions.
var ErrResponses = errors.New("wrong number of responses")

func (m *Model) checkResponses(responses []string) error {
	if n := len(m.training.Questions); len(responses) != n {
		return fmt.Errorf("%w: found %d, expected one for each of %d questions", ErrResponses, len(responses), n)
	}
	return nil
}

// Rating predicts the rating, in [0,1], of a respondent by the responses, one a question in the model's order; "" is no
// answer. It is that of [Model.Predict], to the bit, without the rest, and far faster where the same responses come again.
func (m *Model) Rating(responses []string) (float64, error) {
	if err := m.checkResponses(responses); err != nil {
		return 0, err
	}
	rating := m.rating(responses)
	if math.IsNaN(rating) {
		return 0, errNoNumber
	}
	return rating, nil
}

// errNoNumber is for models of outside regressors and learners: those of this module do not overflow.
var errNoNumber = errors.New("lrp: the model predicts no number")

func (m *Model) rating(responses []string) float64 {
	return clip(m.predictor.rating(m.parts(responses)))
}

func (m *Model) parts(responses []string) []part {
	parts := make([]part, len(responses))
	for j, r := range responses {
		r = valid(r)
		parts[j] = m.memo.get(j, r, func(r string) part { return m.predictor.part(j, m.analyzer.Doc(r)) })
	}
	return parts
}

// Predict predicts the rating of a respondent as [Model.Rating] does, and tells how sure that is: the interval of learners is
// their own, that of others comes from the errors of the estimate. It fails where there is not one response a question
// ([ErrResponses]).
func (m *Model) Predict(responses []string) (Prediction, error) {
	if err := m.checkResponses(responses); err != nil {
		return Prediction{}, err
	}
	if l := learnerOf(m.predictor); l != nil {
		p := l.Predict(m.docs(responses))
		if math.IsNaN(p.Rating) {
			return Prediction{}, errNoNumber
		}
		return p, nil
	}
	rating, err := m.Rating(responses)
	if err != nil {
		return Prediction{}, err
	}
	p := Prediction{Rating: rating, Interval: [2]float64{float64(undefined), float64(undefined)}}
	if e := m.info.Estimate; e != nil && e.Half > 0 {
		p.Interval = [2]float64{clip(rating - e.Half), clip(rating + e.Half)}
	}
	return p, nil
}

func (m *Model) docs(responses []string) []*text.Doc {
	docs := make([]*text.Doc, len(responses))
	for j, r := range responses {
		docs[j] = m.analyzer.Doc(valid(r))
	}
	return docs
}

// extractorNames are those of the features.
func extractorNames(list []features.Extractor) []string {
	names := make([]string, len(list))
	for i, e := range list {
		names[i] = e.Name()
	}
	return names
}
