package approach

import (
	"encoding/json"

	"github.com/luna-rating/luna/lrp/internal/nullable"
)

// Weight is the coefficient of a column in a linear model, or of a cue in AUTO.
type Weight struct {
	Question string // the ID of the column's question; "" for a cue, which all questions share
	Name     string // of the column, FEATURE or FEATURE/TERM, or of the cue
	Value    float64
	// SD is the standard deviation (n-1) of the column over the training part, so that Value·SD is
	// how far the column typically moves a rating. It is NaN for a cue.
	SD float64
}

// Label names the weight among those of all questions: QUESTION/FEATURE/TERM, or the cue.
func (w Weight) Label() string {
	if w.Question == "" {
		return w.Name
	}
	return w.Question + "/" + w.Name
}

// MarshalJSON implements [json.Marshaler].
func (w Weight) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Name   string         `json:"name"`
		Weight nullable.Float `json:"weight"`
		SD     nullable.Float `json:"sd"`
	}{w.Label(), nullable.Float(w.Value), nullable.Float(w.SD)})
}
