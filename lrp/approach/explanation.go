package approach

import (
	"encoding/json"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/internal/nullable"
)

// RatingUnit is the [Explanation].Unit of effects on the rating itself.
const RatingUnit = "rating"

// Explanation says what moved a rating:
//
//	Rating = Base + Whole + Σ Questions[q].Effect + Cut
//
// In JSON undefined numbers are null, and lists are never null.
type Explanation struct {
	Rating   float64    `json:"rating"`   // the prediction, in [0,1]
	Interval [2]float64 `json:"interval"` // as in [Prediction]
	// Base is the prediction for typical responses: those of mean grade, or of mean columns.
	Base float64 `json:"base"`
	// Whole is what the responses add as a whole, beyond the effects of single ones: AUTO's h. It
	// is 0 for models without such a part.
	Whole float64 `json:"whole"`
	// Cut brings the sum into [0,1]; 0 if it is there already.
	Cut float64 `json:"cut"`
	// Unit is the unit of the effects of terms and neighbours: [RatingUnit] or "logit of the
	// grade".
	Unit string `json:"unit"`
	// Scale is what ratings and effects on them are measured in; the zero value stands for [0,1].
	Scale     datasets.Scale   `json:"scale,omitzero"`
	Questions []QuestionEffect `json:"questions"`
	// Transductive is true if the rating depends on the texts of everyone to be rated.
	Transductive bool `json:"transductive,omitempty"`
}

// QuestionEffect is the contribution of one response to a rating.
type QuestionEffect struct {
	ID       string `json:"id"`   // of the question
	Text     string `json:"text"` // of the question
	Response string `json:"response"`
	// Effect is how far the response moves the rating from Base.
	Effect float64 `json:"effect"`
	// Grade is the response's grade, in [0,1], and MeanGrade the mean grade of the training part.
	// Both are NaN if the model has no grades.
	Grade     float64 `json:"grade"`
	MeanGrade float64 `json:"mean_grade"`
	// Terms are the cues or columns that moved the rating, the largest effect first.
	Terms []Term `json:"terms"`
	// Words are distinct words of the response, the first 60 in alphabetical order, or fewer if all
	// responses together have more than 50,000 bytes. The effect of a word is how far the rating
	// falls without it.
	Words []Term `json:"words"`
	// Neighbours are training responses: those that moved the grade most if the model compares
	// whole responses, or else the most similar ones.
	Neighbours []Neighbour `json:"neighbours"`
}

// Term is a number that a model computes from a response, with its effect.
type Term struct {
	Name   string  `json:"name"`   // of the cue or column, or the word
	Value  float64 `json:"value"`  // 1 for a word
	Effect float64 `json:"effect"` // in Explanation.Unit; of a word, on the rating
}

// Neighbour is a response or acceptable answer similar to the explained response.
type Neighbour struct {
	Text       string  `json:"text"`       // as it was given
	Similarity float64 `json:"similarity"` // in [0,1]
	// Effect is NaN if the model does not compare whole responses.
	Effect float64 `json:"effect"`
	// Respondents is the number of training respondents who gave the text, and MeanRating the mean
	// of their ratings, NaN if none is rated; 0 and NaN for an acceptable answer that nobody gave.
	Respondents int     `json:"respondents"`
	MeanRating  float64 `json:"mean_rating"`
}

// MarshalJSON implements [json.Marshaler].
func (e Explanation) MarshalJSON() ([]byte, error) {
	e.Questions = append([]QuestionEffect{}, e.Questions...)
	for i := range e.Questions {
		q := &e.Questions[i]
		q.Terms, q.Words = append([]Term{}, q.Terms...), append([]Term{}, q.Words...)
		q.Neighbours = append([]Neighbour{}, q.Neighbours...)
	}
	return nullable.Marshal(e)
}

// Scaled returns the explanation in the user's units: ratings and effects on the rating are those
// of the scale. Effects on the logit of a grade stay as they are, as Unit says. The explanation
// itself must be in [0,1].
func (e Explanation) Scaled(s datasets.Scale) Explanation {
	span := s.Value(1) - s.Value(0)
	e.Scale = s
	e.Rating, e.Base = s.Value(e.Rating), s.Value(e.Base)
	e.Whole, e.Cut = e.Whole*span, e.Cut*span
	e.Interval = interval(s, e.Interval)
	termSpan := 1.0 // a logit has no units
	if e.Unit == RatingUnit {
		termSpan = span
	}
	e.Questions = slices.Clone(e.Questions)
	for j := range e.Questions {
		q := &e.Questions[j]
		q.Effect *= span
		q.Terms, q.Words = stretched(q.Terms, termSpan), stretched(q.Words, span)
		q.Neighbours = slices.Clone(q.Neighbours)
		for k := range q.Neighbours {
			q.Neighbours[k].Effect *= termSpan
			q.Neighbours[k].MeanRating = s.Value(q.Neighbours[k].MeanRating)
		}
	}
	return e
}

func stretched(terms []Term, factor float64) []Term {
	terms = slices.Clone(terms)
	for k := range terms {
		terms[k].Effect *= factor
	}
	return terms
}

// Scaled returns the prediction in the user's units. Grades stay in [0,1].
func (p Prediction) Scaled(s datasets.Scale) Prediction {
	p.Rating = s.Value(p.Rating)
	p.Interval = interval(s, p.Interval)
	return p
}

// interval returns an interval of ratings in the user's units, the lower end first.
func interval(s datasets.Scale, of [2]float64) [2]float64 {
	of[0], of[1] = s.Value(of[0]), s.Value(of[1])
	if of[0] > of[1] {
		of[0], of[1] = of[1], of[0]
	}
	return of
}

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
