package serve

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync/atomic"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/grading"
)

// Named is a model and the name that requests give to it.
type Named struct {
	Name  string // 1 to 64 letters, digits and -._ of ASCII, the first a letter or digit
	Model *lrp.Model
}

// defaultName is that of the model of [Handler] and [NewServer].
const defaultName = "default"

var validName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// CheckName returns an error if a model cannot have the name.
func CheckName(name string) error {
	if !validName.MatchString(name) {
		return fmt.Errorf("found the model name %q, expected 1 to 64 letters, digits and -._, "+
			"of which the first is a letter or a digit", name)
	}
	return nil
}

// served is a model that requests can name. Its counters outlast replacements of the model.
type served struct {
	name    string
	current atomic.Pointer[lrp.Model]

	predicted, bad, reloads atomic.Uint64 // records, records, replacements
}

// model is the model that a request began with.
type model struct {
	*lrp.Model
	of *served
}

// known returns what the predictions of the model are shown with.
func (m model) known() grading.Model {
	info := m.Info()
	k := grading.Model{Scale: m.Scale(), Points: info.Dataset.Points, Rated: info.Dataset.Respondents,
		Skipped: 1 - m.Unanswered(), Notes: m.Notes()}
	if info.Expected != nil {
		k.Off = info.Expected.MAE
	}
	return k
}

// modelOf returns the model that a request names: the first one if its path has none.
func (s *service) modelOf(r *http.Request) (model, error) {
	of := s.models[0]
	if name := r.PathValue("name"); name != "" {
		of = s.named(name)
		if of == nil {
			var names []string
			for _, x := range s.models {
				names = append(names, x.name)
			}
			return model{}, httpx.Errorf(http.StatusNotFound, "found model name %q, expected %s",
				name, strings.Join(names, " or "))
		}
	}
	return model{of.current.Load(), of}, nil
}

// named returns the model of a name, nil if there is none.
func (s *service) named(name string) *served {
	for _, x := range s.models {
		if x.name == name {
			return x
		}
	}
	return nil
}

// setModels sets the models of a new service.
func (s *service) setModels(models []Named) error {
	if len(models) == 0 {
		return fmt.Errorf("found no model, expected at least one")
	}
	for _, m := range models {
		if err := CheckName(m.Name); err != nil {
			return err
		}
		if s.named(m.Name) != nil {
			return fmt.Errorf("found the model name %q twice, expected different ones", m.Name)
		}
		x := &served{name: m.Name}
		x.current.Store(m.Model)
		s.models = append(s.models, x)
	}
	return nil
}

// listed is a model in the answer of /models.
type listed struct {
	Name      string `json:"name"`
	Default   bool   `json:"default"` // it answers the paths without a name
	Approach  string `json:"approach"`
	Dataset   string `json:"dataset"`
	Questions int    `json:"questions"`
}

// listModels answers GET /models.
func (s *service) listModels(c *call) error {
	list := make([]listed, len(s.models))
	for i, x := range s.models {
		m := x.current.Load()
		info := m.Info()
		list[i] = listed{x.name, i == 0, info.Approach, info.Dataset.Name, len(m.Questions())}
	}
	return s.answer(c.w, struct {
		Models []listed `json:"models"`
	}{list})
}
