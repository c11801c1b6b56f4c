package modelfile

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/lrp/internal/nullable"
)

// question is a question as it is in the file.
type question struct {
	ID   string   `json:"id"`
	Text string   `json:"text"`
	Key  []string `json:"key"`
}

// training has each distinct response to a question once. Respondents refer to it by number.
type training struct {
	Texts     [][]string `json:"texts"`     // by question
	Responses [][]int32  `json:"responses"` // by respondent and question
	// Ratings are null where only scores are known.
	Ratings []nullable.Float `json:"ratings"`
	// Scores holds the score of each response, null if unknown, by respondent, for those whose
	// scores were learned from.
	Scores [][]nullable.Float `json:"scores,omitempty"`
	// External holds the grades of other raters and systems in the same way, by their names.
	External map[string][][]nullable.Float `json:"external,omitempty"`
}

// grades returns the grades of each respondent as they are in the file.
func grades(ds *datasets.Dataset, of func(r *datasets.Respondent) []float64) [][]nullable.Float {
	list := make([][]nullable.Float, len(ds.Respondents))
	for i := range ds.Respondents {
		for _, g := range of(&ds.Respondents[i]) {
			list[i] = append(list[i], nullable.Float(g))
		}
	}
	return list
}

// QuestionsLine returns the questions of a data set as they are in the file.
func QuestionsLine(ds *datasets.Dataset) any {
	var list []question
	for _, q := range ds.Questions {
		list = append(list, question{q.ID, q.Text, append([]string{}, q.Key...)})
	}
	return list
}

// TrainingLine returns the respondents of a data set, without their identifiers, as they are in the
// file.
func TrainingLine(ds *datasets.Dataset) any {
	t := training{
		Texts:     make([][]string, len(ds.Questions)),
		Responses: [][]int32{},
		Ratings:   make([]nullable.Float, len(ds.Respondents)),
	}
	if slices.ContainsFunc(ds.Respondents, datasets.Respondent.Scored) {
		t.Scores = grades(ds, func(r *datasets.Respondent) []float64 { return r.Scores })
	}
	for i := range ds.Respondents {
		for name := range ds.Respondents[i].External {
			if t.External == nil {
				t.External = map[string][][]nullable.Float{}
			}
			if t.External[name] == nil {
				t.External[name] = grades(ds, func(r *datasets.Respondent) []float64 { return r.External[name] })
			}
		}
	}
	number := make([]map[string]int32, len(ds.Questions))
	for j := range number {
		number[j], t.Texts[j] = make(map[string]int32), []string{}
	}
	for i, r := range ds.Respondents {
		row := make([]int32, len(r.Responses))
		for j, s := range r.Responses {
			k, ok := number[j][s]
			if !ok {
				k = int32(len(t.Texts[j]))
				number[j][s] = k
				t.Texts[j] = append(t.Texts[j], s)
			}
			row[j] = k
		}
		t.Responses = append(t.Responses, row)
		t.Ratings[i] = nullable.Float(r.Rating)
	}
	return t
}

// DecodeQuestions reads the line of the questions, whose number the head gives.
func DecodeQuestions(line []byte, number int) ([]datasets.Question, error) {
	var list []question
	if err := files.DecodeJSON(line, &list); err != nil {
		return nil, err
	}
	if len(list) == 0 || len(list) != number {
		return nil, fmt.Errorf("found %d questions, expected %d and at least 1", len(list), number)
	}
	var questions []datasets.Question
	seen := make(map[string]bool)
	for _, q := range list {
		if q.ID == "" || seen[q.ID] {
			return nil, fmt.Errorf("found question %q again or without a name", q.ID)
		}
		seen[q.ID] = true
		questions = append(questions, datasets.Question(q))
	}
	return questions, nil
}

// DecodeTraining reads the line of the training part. The head gives the numbers of questions and
// of all respondents. Identifiers are numbers from 1.
func DecodeTraining(line []byte, questions, respondents int) ([]datasets.Respondent, error) {
	var t training
	if err := files.DecodeJSON(line, &t); err != nil {
		return nil, err
	}
	if len(t.Texts) != questions {
		return nil, fmt.Errorf("found texts of %d questions, expected %d", len(t.Texts), questions)
	}
	if len(t.Responses) != respondents || len(t.Ratings) != respondents {
		return nil, fmt.Errorf("found %d respondents and %d ratings, expected %d",
			len(t.Responses), len(t.Ratings), respondents)
	}
	if t.Scores == nil {
		t.Scores = make([][]nullable.Float, respondents)
	}
	lists := append(slices.Collect(maps.Values(t.External)), t.Scores)
	for _, list := range lists {
		if len(list) != respondents {
			return nil, fmt.Errorf("found scores of %d respondents, expected %d", len(list), respondents)
		}
	}
	var list []datasets.Respondent
	for i := range t.Responses {
		r, err := t.respondent(i)
		if err != nil {
			return nil, fmt.Errorf("respondent %d: %w", i+1, err)
		}
		list = append(list, r)
	}
	return list, nil
}

// checked returns the scores of a respondent, nil if there are none.
func (t *training) checked(list []nullable.Float) (scores []float64, _ error) {
	if n := len(list); list != nil && n != len(t.Texts) {
		return nil, fmt.Errorf("found %d scores, expected %d", n, len(t.Texts))
	}
	for _, s := range list {
		if s < 0 || s > 1 {
			return nil, fmt.Errorf("found score %v, expected 0 to 1", s)
		}
		scores = append(scores, float64(s))
	}
	return scores, nil
}

func (t *training) respondent(i int) (datasets.Respondent, error) {
	r := datasets.Respondent{ID: fmt.Sprint(i + 1), Rating: float64(t.Ratings[i])}
	if n := len(t.Responses[i]); n != len(t.Texts) {
		return r, fmt.Errorf("found %d responses, expected %d", n, len(t.Texts))
	}
	var err error
	if r.Scores, err = t.checked(t.Scores[i]); err != nil {
		return r, err
	}
	for name, list := range t.External {
		if r.External == nil {
			r.External = map[string][]float64{}
		}
		if r.External[name], err = t.checked(list[i]); err != nil {
			return r, err
		}
		if r.External[name] == nil {
			delete(r.External, name)
		}
	}
	if !(r.Rating >= 0 && r.Rating <= 1) && !(math.IsNaN(r.Rating) && r.Scored()) {
		return r, fmt.Errorf("found rating %v, expected 0 to 1, or null with a score", r.Rating)
	}
	for j, k := range t.Responses[i] {
		if k < 0 || int(k) >= len(t.Texts[j]) {
			return r, fmt.Errorf("found text %d of question %d, expected 0 to %d",
				k, j+1, len(t.Texts[j])-1)
		}
		r.Responses = append(r.Responses, t.Texts[j][k])
	}
	return r, nil
}
