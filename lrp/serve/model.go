package serve

import "github.com/luna-rating/luna/lrp"

// description is the answer of /model.
type description struct {
	Name string `json:"name"`
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
	return s.answer(c.w, description{c.m.of.name, c.m.Info(), s.questions(c.m.Model)})
}
