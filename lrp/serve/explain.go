package serve

import (
	"encoding/json"
	"slices"

	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/batch"
)

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
