package lrp

import (
	"context"
	"errors"
	"io"

	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/lrp/internal/modelfile"
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

// probed is the number of respondents in the probe.
const probed = 5

// probe predicts the ratings of the first training respondents, which may be outside [0,1].
func (m *Model) probe() ([]float64, error) {
	ratings := []float64{}
	some := m.training.Respondents[:min(probed, len(m.training.Respondents))]
	if err := m.Encode(context.Background(), textsOf(some)...); err != nil {
		return nil, err
	}
	for _, r := range some {
		ratings = append(ratings, m.predictor.Rating(m.parts(r.Responses)))
	}
	return ratings, m.failed()
}
