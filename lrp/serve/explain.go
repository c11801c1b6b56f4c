package serve

import (
	"encoding/json"
	"net/http"
	"slices"

	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/batch"
)

// explain answers POST /explain.
func (s *service) explain(w http.ResponseWriter, r *http.Request) error {
	release, err := s.limit.admit()
	if err != nil {
		return err
	}
	defer release()
	if _, err := contentType(r, typeJSON); err != nil {
		return err
	}
	if _, err := query(r); err != nil {
		return err
	}
	m, err := s.modelOf(r)
	if err != nil {
		return err
	}
	body, err := s.body(w, r)
	if err != nil {
		return err
	}
	one, err := s.readOne(m, source{body, 1})
	if err != nil {
		return err
	}
	texts := one.texts()
	if err := s.checkExplained(m, texts); err != nil {
		return err
	}
	var e *lrp.Explanation
	err = s.limit.compute(r.Context(), func() error {
		e, err = m.Explain(texts)
		return err
	})
	if err != nil {
		return err
	}
	m.of.predicted.Add(1)
	s.hide(e)
	if one.ID == "" {
		return s.answer(w, e)
	}
	text, err := batch.MarshalExplanation(one.ID, e)
	if err != nil {
		return err
	}
	return s.answer(w, json.RawMessage(text))
}

// checkExplained bounds the time of an explanation.
func (s *service) checkExplained(m model, texts []string) error {
	size := 0
	for _, t := range texts {
		size += len(t)
	}
	if size > s.o.MaxExplained {
		m.of.bad.Add(1)
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
