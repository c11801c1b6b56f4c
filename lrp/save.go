package lrp

import (
	"errors"
	"fmt"
	"io"

	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/lrp/internal/modelfile"
	"github.com/luna-rating/luna/lrp/internal/predictor"
	"github.com/luna-rating/luna/regress"
)

// Save writes the model to a file. If it fails, the file is as it was.
func (m *Model) Save(path string) error { return atomicdir.WriteFile(path, m.Write) }

// Write writes the model. The bytes depend only on what was trained.
func (m *Model) Write(w io.Writer) error {
	learned, err := m.learned()
	if err != nil {
		return err
	}
	if a := m.analyzer; a.Name == "" && (a.StopWord != nil || a.Stemmer != nil) {
		return errors.New("lrp: an analyzer needs a name for its models to be saved")
	}
	questions, training := modelfile.QuestionsLine(m.training), modelfile.TrainingLine(m.training)
	return modelfile.Write(w, m.info, questions, training, learned)
}

// learned returns what the fit has learned as it is in the file.
func (m *Model) learned() (*modelfile.Learned, error) {
	l := &modelfile.Learned{Probe: m.probe()}
	var err error
	switch p := m.predictor.(type) {
	case predictor.Constant:
		constant := float64(p)
		l.Constant = &constant
	case *predictor.Regression:
		l.Design = &modelfile.Design{
			Columns: modelfile.ColumnsDigest(p.Design.Columns), ColumnStats: p.ColumnStats,
		}
		l.Design.Kind, l.Design.Model, err = regress.EncodeModel(p.Model, m.kinds...)
	case predictor.Learned:
		l.Learner, err = p.MarshalJSON()
	}
	if err != nil {
		return nil, err
	}
	if err := l.Check(); err != nil {
		return nil, fmt.Errorf("%s cannot be saved: %w", m.approach.Name, err)
	}
	return l, nil
}

// probed is the number of respondents in the probe.
const probed = 5

// probe predicts the ratings of the first training respondents, which may be outside [0,1].
func (m *Model) probe() []float64 {
	ratings := []float64{}
	for _, r := range m.training.Respondents[:min(probed, len(m.training.Respondents))] {
		ratings = append(ratings, m.predictor.Rating(m.parts(r.Responses)))
	}
	return ratings
}
