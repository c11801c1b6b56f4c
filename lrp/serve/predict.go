package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/batch"
)

// prediction is the answer to a record.
type prediction struct {
	ID     string  `json:"id,omitempty"`
	Rating float64 `json:"rating"`
	// Interval and Grades are set if details are requested and the model has them.
	Interval []float64  `json:"interval,omitempty"`
	Grades   []*float64 `json:"grades,omitempty"`
}

// predict answers POST /predict.
func (s *service) predict(c *call) error {
	details, err := c.wantsDetails()
	if err != nil {
		return err
	}
	if c.kind == typeLines {
		return s.stream(c, details)
	}
	text := source{c.body, 1}
	if text.isArray() {
		return s.predictArray(c, text, details)
	}
	one, err := s.readOne(c.m, text)
	if err != nil {
		return err
	}
	var p prediction
	err = s.limit.compute(c.r.Context(), func() error {
		p, err = s.rate(c.m, &one, details)
		return err
	})
	if err != nil {
		return err
	}
	return s.answer(c.w, p)
}

// readOne reads a body that is one record for the model.
func (s *service) readOne(m *lrp.Model, text source) (record, error) {
	one, err := text.one()
	if err == nil {
		err = one.check(m, &s.o)
	}
	if err != nil {
		s.bad.Add(1)
	}
	return one, err
}

// predictArray answers an array in its order, or fails if a record of it is invalid.
func (s *service) predictArray(c *call, text source, details bool) error {
	records, err := text.array(s.o.MaxRecords)
	for i := range records {
		if err == nil {
			err = inArray(i, &records[i], records[i].check(c.m, &s.o))
		}
	}
	if err != nil {
		s.bad.Add(1)
		return err
	}
	list := make([]prediction, len(records))
	err = s.limit.compute(c.r.Context(), func() error {
		return s.rateAll(c.r.Context(), c.m, records, list, details)
	})
	if err != nil {
		return err
	}
	return s.answer(c.w, list)
}

// inArray adds the position of a record in an array to its failure.
func inArray(i int, r *record, err error) error {
	var f *httpx.Error
	if errors.As(err, &f) {
		f.Message = fmt.Sprintf("record %d (id %q): %s", i+1, r.ID, f.Message)
	}
	return err
}

// rateAll predicts the ratings of records until the client is gone. The caller has a slot.
func (s *service) rateAll(
	ctx context.Context, m *lrp.Model, records []record, list []prediction, details bool,
) error {
	responses := make([][]string, len(records))
	for i := range records {
		responses[i] = records[i].texts()
	}
	if err := m.Encode(ctx, responses...); err != nil {
		return err
	}
	for i := range records {
		if ctx.Err() != nil {
			return errGone
		}
		var err error
		if list[i], err = s.rate(m, &records[i], details); err != nil {
			return err
		}
		s.limit.yield(ctx)
	}
	return nil
}

// rate predicts the rating of a valid record.
func (s *service) rate(m *lrp.Model, r *record, details bool) (prediction, error) {
	p := prediction{ID: r.ID}
	var err error
	if details {
		err = p.predict(m, r.texts())
	} else {
		p.Rating, err = m.Rating(r.texts())
	}
	if err == nil {
		s.predicted.Add(1)
	}
	return p, err
}

// predict sets the rating and, if the model has them, interval and grades.
func (p *prediction) predict(m *lrp.Model, texts []string) error {
	all, err := m.Predict(texts)
	if err != nil {
		return err
	}
	p.Rating = all.Rating
	if !math.IsNaN(all.Interval[0]) && !math.IsNaN(all.Interval[1]) {
		p.Interval = all.Interval[:]
	}
	for _, g := range all.Grades {
		if math.IsNaN(g) {
			p.Grades = append(p.Grades, nil)
		} else {
			p.Grades = append(p.Grades, &g)
		}
	}
	return nil
}

// explain answers POST /explain.
func (s *service) explain(c *call) error {
	one, err := s.readOne(c.m, source{c.body, 1})
	if err != nil {
		return err
	}
	e, err := s.explained(c, one.texts())
	if err != nil {
		return err
	}
	s.hide(e)
	if one.ID == "" {
		return s.answer(c.w, e)
	}
	text, err := batch.MarshalExplanation(one.ID, e)
	if err != nil {
		return err
	}
	return s.answer(c.w, json.RawMessage(text))
}

// explained returns the explanation of a rating.
func (s *service) explained(c *call, texts []string) (e *lrp.Explanation, err error) {
	if err := s.checkExplained(c.m, texts); err != nil {
		return nil, err
	}
	err = s.limit.compute(c.r.Context(), func() error {
		e, err = c.m.Explain(texts)
		return err
	})
	if err != nil {
		return nil, err
	}
	s.predicted.Add(1)
	return e, nil
}

// checkExplained bounds the time of an explanation.
func (s *service) checkExplained(m *lrp.Model, texts []string) error {
	size := 0
	for _, t := range texts {
		size += len(t)
	}
	if size > s.o.MaxExplained {
		s.bad.Add(1)
		return unprocessable("found responses of %d bytes together, expected at most %d for an "+
			"explanation", size, s.o.MaxExplained)
	}
	return nil
}

// hide removes what the options do not show: the key and the training set.
func (s *service) hide(e *lrp.Explanation) {
	for j := range e.Questions {
		q := &e.Questions[j]
		q.Neighbours = slices.DeleteFunc(q.Neighbours, func(n approach.Neighbour) bool {
			return n.Respondents > 0 && s.o.HideTraining || n.Respondents == 0 && !s.o.ShowKey
		})
	}
}

// description is the answer of /model.
type description struct {
	lrp.ModelInfo
	Questions []question `json:"questions"`
}

type question struct {
	ID   string   `json:"id"`
	Text string   `json:"text"`
	Key  []string `json:"key,omitempty"` // if it is shown
}

func (s *service) questions(m *lrp.Model) []question {
	var list []question
	for _, q := range m.Questions() {
		shown := question{ID: q.ID, Text: q.Text}
		if s.o.ShowKey {
			shown.Key = q.Key
		}
		list = append(list, shown)
	}
	return list
}

// describe answers GET /model.
func (s *service) describe(c *call) error {
	return s.answer(c.w, description{c.m.Info(), s.questions(c.m)})
}
