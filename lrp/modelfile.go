package lrp

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/regress"
)

// A model file is five lines of JSON:
//
//	the head                 ModelInfo
//	the questions            [{"id","text","key":[…]}]
//	the training part        {"texts":[[…]],"responses":[[…]],"ratings":[…]}
//	what was learned         {"learner":…,"probe":[…]} or {"design":…,"probe":[…]} or {"constant":…,"probe":[…]}
//	the digest               {"sha256":"…"}, of all bytes before
//
// Features and cues are made again from the training part. The probe, some predictions, tells whether
// they came out as they were.
const (
	modelFormat  = "lrp-model"
	modelVersion = 1
	// mostModelBytes bounds what is read.
	mostModelBytes = 1 << 30
	modelLines     = 5
)

// ErrModelFile is wrapped by the errors of [OpenModel] and [ReadModel] for a file that is no sound model, or not one that can be used here.
var ErrModelFile = errors.New("cannot be used as a model")

type modelQuestion struct {
	ID   string   `json:"id"`
	Text string   `json:"text"`
	Key  []string `json:"key"`
}

// modelTraining holds each distinct response to a question once. Respondents name them by number.
type modelTraining struct {
	Texts     [][]string `json:"texts"`     // by question
	Responses [][]int32  `json:"responses"` // by respondent and question
	Ratings   []float64  `json:"ratings"`
}

// modelLearned is what the fit found.
type modelLearned struct {
	Constant *float64        `json:"constant,omitempty"`
	Learner  json.RawMessage `json:"learner,omitempty"`
	Design   *modelDesign    `json:"design,omitempty"`
	// Probe holds the ratings predicted for the first training respondents, not brought into [0,1].
	Probe []float64 `json:"probe"`
}

type modelDesign struct {
	Kind    string          `json:"kind"`
	Model   json.RawMessage `json:"model"`
	Columns string          `json:"columns"` // SHA-256 of their names
	columnStats
}

// probed is the number of respondents in the probe.
const probed = 5

// probeTolerance is how far a prediction may be from the probe: machines of other architectures round otherwise.
const probeTolerance = 1e-6

// Save writes the model to a file. A failure leaves the file as it was.
func (m *Model) Save(path string) error { return atomicdir.WriteFile(path, m.Write) }

// Write writes the model. The bytes depend on what was trained alone.
func (m *Model) Write(w io.Writer) error {
	learned, err := m.learned()
	if err != nil {
		return err
	}
	if m.info.Analyzer == "" && m.analyzer.StopWord != nil {
		return errors.New("lrp: an analyzer needs a name for its models to be saved")
	}
	buffered := bufio.NewWriter(w)
	digest := sha256.New()
	lines := json.NewEncoder(io.MultiWriter(buffered, digest))
	lines.SetEscapeHTML(false)
	for _, line := range []any{m.info, m.questionLines(), newModelTraining(m.training), learned} {
		if err := lines.Encode(line); err != nil {
			return err
		}
	}
	fmt.Fprintf(buffered, "{\"sha256\":%q}\n", hex.EncodeToString(digest.Sum(nil)))
	return buffered.Flush()
}

func (m *Model) questionLines() []modelQuestion {
	var list []modelQuestion
	for _, q := range m.training.Questions {
		list = append(list, modelQuestion{q.ID, q.Text, append([]string{}, q.Key...)})
	}
	return list
}

func newModelTraining(ds *datasets.Dataset) modelTraining {
	t := modelTraining{Texts: make([][]string, len(ds.Questions)), Responses: [][]int32{}, Ratings: ratingsOf(ds)}
	place := make([]map[string]int32, len(ds.Questions))
	for j := range place {
		place[j], t.Texts[j] = make(map[string]int32), []string{}
	}
	for _, r := range ds.Respondents {
		row := make([]int32, len(r.Responses))
		for j, s := range r.Responses {
			k, ok := place[j][s]
			if !ok {
				k = int32(len(t.Texts[j]))
				place[j][s] = k
				t.Texts[j] = append(t.Texts[j], s)
			}
			row[j] = k
		}
		t.Responses = append(t.Responses, row)
	}
	return t
}

// learned returns what the fit found as it stands in the file.
func (m *Model) learned() (*modelLearned, error) {
	l := &modelLearned{Probe: m.probe()}
	switch p := m.predictor.(type) {
	case constant:
		c := float64(p)
		l.Constant = &c
	case *designed:
		kind, model, err := regress.EncodeModel(p.model, m.kinds...)
		if err != nil {
			return nil, err
		}
		if err := checkNumbers(model); err != nil {
			return nil, fmt.Errorf("%s cannot be saved: %w", m.approach.Name, err)
		}
		l.Design = &modelDesign{Kind: kind, Model: model, Columns: columnsDigest(p.columns), columnStats: p.columnStats}
	default:
		saver, ok := m.approach.Learner.(Saver)
		if !ok {
			return nil, fmt.Errorf("lrp: %s cannot be saved: its learner is no Saver", m.approach.Name)
		}
		var err error
		if l.Learner, err = saver.Save(learnerOf(p)); err != nil {
			return nil, err
		}
		if err := checkNumbers(l.Learner); err != nil {
			return nil, fmt.Errorf("%s cannot be saved: %w", m.approach.Name, err)
		}
	}
	return l, nil
}

func columnsDigest(columns []string) string {
	h := sha256.New()
	for _, c := range columns {
		fmt.Fprintf(h, "%q\n", c)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// probe predicts the first training respondents.
func (m *Model) probe() []float64 {
	ratings := []float64{}
	for _, r := range m.training.Respondents[:min(probed, len(m.training.Respondents))] {
		ratings = append(ratings, m.predictor.rating(m.parts(r.Responses)))
	}
	return ratings
}
