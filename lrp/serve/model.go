package serve

import (
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/grading"
)

// known returns what the predictions of a model are shown with.
func known(m *lrp.Model) grading.Model {
	info := m.Info()
	k := grading.Model{Scale: m.Scale(), Points: info.Dataset.Points, Rated: info.Dataset.Respondents,
		Skipped: 1 - m.Unanswered(), Notes: m.Notes()}
	if info.Expected != nil {
		k.Off = info.Expected.MAE
	}
	return k
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
