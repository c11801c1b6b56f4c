package lrp

import (
	"bytes"
	"encoding/json"
)

// The forms of an explanation in JSON. Numbers that are not defined are null; lists are never null.
type (
	explanationJSON struct {
		Rating    number         `json:"rating"`
		Interval  *[2]number     `json:"interval"` // null where the model gives none
		Base      number         `json:"base"`
		Cut       number         `json:"cut"`
		Unit      string         `json:"unit"`
		Questions []questionJSON `json:"questions"`
	}
	questionJSON struct {
		ID         string          `json:"id"`
		Text       string          `json:"text"`
		Response   string          `json:"response"`
		Effect     number          `json:"effect"`
		Grade      number          `json:"grade"`
		MeanGrade  number          `json:"mean_grade"`
		Terms      []termJSON      `json:"terms"`
		Words      []termJSON      `json:"words"`
		Neighbours []neighbourJSON `json:"neighbours"`
	}
	termJSON struct {
		Name   string `json:"name"`
		Value  number `json:"value"`
		Effect number `json:"effect"`
	}
	neighbourJSON struct {
		Text        string `json:"text"`
		Similarity  number `json:"similarity"`
		Effect      number `json:"effect"`
		Respondents int    `json:"respondents"`
		MeanRating  number `json:"mean_rating"`
	}
)

// MarshalJSON implements [json.Marshaler].
func (e Explanation) MarshalJSON() ([]byte, error) {
	j := explanationJSON{
		Rating: number(e.Rating), Base: number(e.Base), Cut: number(e.Cut), Unit: e.Unit,
		Questions: make([]questionJSON, len(e.Questions)),
	}
	if defined(e.Interval[0]) && defined(e.Interval[1]) {
		j.Interval = &[2]number{number(e.Interval[0]), number(e.Interval[1])}
	}
	for i, q := range e.Questions {
		j.Questions[i] = questionJSON{
			ID: q.ID, Text: q.Text, Response: q.Response, Effect: number(q.Effect), Grade: number(q.Grade), MeanGrade: number(q.MeanGrade),
			Terms: termsJSON(q.Terms), Words: termsJSON(q.Words), Neighbours: neighboursJSON(q.Neighbours),
		}
	}
	var b bytes.Buffer
	plain := json.NewEncoder(&b)
	plain.SetEscapeHTML(false) // whoever wants it escapes what comes out
	err := plain.Encode(j)
	return b.Bytes(), err
}

func termsJSON(terms []Term) []termJSON {
	list := make([]termJSON, len(terms))
	for i, t := range terms {
		list[i] = termJSON{t.Name, number(t.Value), number(t.Effect)}
	}
	return list
}

func neighboursJSON(neighbours []Neighbour) []neighbourJSON {
	list := make([]neighbourJSON, len(neighbours))
	for i, n := range neighbours {
		list[i] = neighbourJSON{n.Text, number(n.Similarity), number(n.Effect), n.Respondents, number(n.MeanRating)}
	}
	return list
}
