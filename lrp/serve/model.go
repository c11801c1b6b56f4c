package serve

import (
	"net/http"

	"github.com/luna-rating/luna/lrp"
)

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
func (s *service) describe(w http.ResponseWriter, _ *http.Request) error {
	m := s.model.Load()
	return s.answer(w, description{m.Info(), s.questions(m)})
}

// health answers GET /healthz: 200 unless the server is shutting down.
func (s *service) health(w http.ResponseWriter, _ *http.Request) error {
	if s.draining.Load() {
		return unavailable("found the server shutting down")
	}
	s.write(w, http.StatusOK, "text/plain; charset=utf-8", []byte("ok\n"))
	return nil
}
